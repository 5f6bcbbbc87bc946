import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPages } from './first-pages-plugin.ts'
import { guides } from './guide-plugin.ts'
import { narrowImports } from './narrow-imports-plugin.ts'

export default defineConfig({
  base: '/',
  plugins: [react(), narrowImports(), guides(), firstPages()],
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
        // A group that is divided by the pages that share it is named after all of these.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0] ?? name}-[hash].js`,
        // The same of its styles: their names are in the script that loads them.
        assetFileNames: ({ names: [name = ''] }) =>
          name.includes('~')
            ? `assets/${name.split('~')[0] ?? ''}-[hash][extname]`
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // By itself, so that it stays in the browser's cache when charts of ours change, and is weighed alone.
            {
              name: 'echarts',
              test: /node_modules\/((zrender|tslib)\/|echarts\/(?!lib\/(chart\/(heatmap|pie|scatter)|component\/visualMap)))/,
            },
            { name: 'other-charts', test: /node_modules\/echarts\// },
            // Configured before any schema is made, whichever chunk comes first.
            { name: 'zod', test: /node_modules\/zod\/|zod-without-eval/ },
            // With all that they import. Each is one file, compressed better than the dozens that the build would make of
            // it; what the sign-in page needs comes first, so that it loads none of the frame. Each takes what those
            // before it have left.
            { name: 'start', test: /\/src\/app\/(main|SignedOut)\.tsx$/ },
            // The part about call backs needs little that other pages have too: it should not fetch these for it.
            { name: 'frame', test: /\/src\/(app\/App|pages\/DashboardPage)\.tsx$|\/format-wait\.ts$/ },
            // What the frame and the dashboard fetch when they are drawn.
            {
              name: 'frame-later',
              test: /\/src\/(app\/SignInDialog|app\/shell\/(UserPanel|ReminderNotices)|ui\/menu-pictures|features\/dashboard\/parts\/(LatestCalls|LiveCallsPart|WhenCallsCome|WhereCallersAre)|lib\/api\/event-stream)\.tsx?$/,
            },
            // Of this and of what draws other charts.
            { name: 'charts', test: /\/ui\/charts\/ChartCanvas\.tsx$/ },
            // For administrators alone, whose dashboards should not fetch all that records need.
            { name: 'first-steps', test: /\/src\/records\/FirstSteps\.tsx$/ },
            // What several pages are made of.
            {
              name: 'choices',
              test: /\/antd\/es\/select\/|\/src\/(app\/shell\/ViewAsSelect|records\/RecordSelect|records\/choices\/[\w-]+)\.tsx?$/,
            },
            { name: 'tables', test: /\/antd\/es\/table\/|\/src\/(ui\/tables|ui\/values|records\/exports)\// },
            {
              name: 'forms',
              test: /\/antd\/es\/(form|input|input-number|radio|switch|segmented|modal|drawer|tag|space)\/|\/src\/records\/forms\//,
            },
            // What the list of calls and reports say of filters and columns, and what both scroll by.
            {
              name: 'rows',
              test: /\/src\/lib\/(reporting\/(filter-words|chosen-columns)|spoken-words)\.ts$|\/@tanstack\/((react-)?virtual|(query-core|react-query)\/.*infinite)/i,
            },
            // The pages that are opened most.
            { name: 'call-list', test: /\/src\/pages\/CallDetailsPage\.tsx$/ },
            { name: 'report', test: /\/src\/pages\/(ReportPage|SavedReportPage)\.tsx$/ },
            { name: 'records', test: /\/src\/records\// },
            // What is left, by the pages that share it.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 30_000 },
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
