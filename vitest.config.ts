import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Read by libuv when a process starts: the forks inherit it, setting it inside a test would be too late.
process.env['UV_THREADPOOL_SIZE'] ??= '16'

const limits = { testTimeout: 30_000, hookTimeout: 60_000 }
const temporal = pathOf('apps/server/test/temporal.ts')

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          environment: 'node',
          setupFiles: [temporal],
          ...limits,
        },
      },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          environment: 'node',
          setupFiles: [temporal],
          globalSetup: [pathOf('apps/server/test/portal-template.ts')],
          ...limits,
        },
      },
      {
        test: {
          name: 'web',
          root: 'apps/web',
          environment: 'happy-dom',
          setupFiles: [temporal, pathOf('apps/web/test/setup.ts')],
          ...limits,
        },
      },
    ],
  },
})

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
