import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Read by libuv when a process starts: the forks inherit it, setting it inside a test would be too late.
process.env['UV_THREADPOOL_SIZE'] ??= '16'

const temporal = pathOf('apps/server/test/temporal.ts')
const projects = ['server', 'web', 'contract']

/** One project after the other: a process is kept for the next file only if that is of the same project. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return projects.flatMap((name) => sorted.filter(({ project }) => project.name === name))
  }
}

// The files of a process share their modules: loading those anew takes longer than most files.
const common = { isolate: false, testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: ByProject },
    projects: [
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          environment: 'node',
          setupFiles: [temporal],
          ...common,
        },
      },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          environment: 'node',
          setupFiles: [temporal, pathOf('apps/server/test/setup.ts')],
          globalSetup: [pathOf('apps/server/test/portal-template.ts')],
          ...common,
        },
      },
      {
        test: {
          name: 'web',
          root: 'apps/web',
          environment: 'happy-dom',
          setupFiles: [temporal, pathOf('apps/web/test/setup.ts')],
          ...common,
        },
      },
    ],
  },
})

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
