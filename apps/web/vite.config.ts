import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { guides } from './guide-plugin.ts'

export default defineConfig({
  base: '/',
  plugins: [react(), guides()],
  // The server puts a fresh nonce in the place of this with every page.
  html: { cspNonce: '{{nonce}}' },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    // No text made into a data: address, which the content policy would have to allow.
    assetsInlineLimit: 0,
    // By it the build finds what a page loads; it is not served.
    manifest: true,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // By itself, so that it stays in the browser's cache when charts of ours change, and is weighed alone.
            { name: 'echarts', test: /node_modules\/(echarts|zrender|tslib)\// },
            // Configured before any schema is made, whichever chunk comes first.
            { name: 'zod', test: /node_modules\/zod\/|zod-without-eval/ },
            // With all that they import. Each is one file, compressed better than the dozens that the build would make of
            // it; what the sign-in page needs comes first, so that it loads none of the frame.
            { name: 'start', test: /\/src\/app\/(main|SignedOut)\.tsx$/ },
            { name: 'frame', test: /\/src\/(app\/App|pages\/DashboardPage)\.tsx$/ },
          ],
        },
      },
      treeshake: {
        // The parts of Ant Design's components do not say that loading them does nothing else: unsaid, a tooltip
        // brings the code of whole forms.
        moduleSideEffects: [{ test: /node_modules\/@(rc-component|ant-design)\//, sideEffects: false }],
      },
    },
  },
})
