import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { guides } from './apps/web/guide-plugin.ts'
import { keepTemporaryFoldersInMemory } from './apps/server/test/temporary-folder.ts'
import { conditionLimitMs, soakTestLimitMs, testLimitMs } from './apps/server/test/time-limits.ts'

// Read by libuv when a process starts: the forks inherit it, setting it inside a test would be too late.
process.env['UV_THREADPOOL_SIZE'] ??= '16'
keepTemporaryFoldersInMemory()

// Given by `npm run soak`, which runs the tests tagged `soak` with many more cases.
const { SOAK_SEED } = process.env
const isSoak = SOAK_SEED !== undefined

export const everywhere = pathOf('apps/server/test/everywhere.ts')
const projects = ['server', 'web', 'contract']

/** One project after the other: a process is kept for the next file only if that is of the same project. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer, no array
    const sorted = await super.sort(files)
    return projects.flatMap((name) => sorted.filter(({ project }) => project.name === name))
  }
}

const common = {
  // The files of a process share their modules: loading those anew takes longer than most files.
  isolate: false,
  provide: { isSoak, seed: Number(SOAK_SEED ?? 1), conditionLimitMs },
  expect: { poll: { timeout: conditionLimitMs } },
  testTimeout: isSoak ? soakTestLimitMs : testLimitMs,
  hookTimeout: testLimitMs,
}

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than there are cores works while the others wait: for a server, a limit of time, a disk.
    maxWorkers: Math.min(3, availableParallelism() + 1),
    sequence: { sequencer: ByProject },
    tags: [{ name: 'soak' }],
    projects: [
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          environment: 'node',
          setupFiles: everywhere,
          ...common,
        },
      },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          // The bench measures the server, in whose processes its test runs.
          include: ['**/*.test.ts', pathOf('bench/*.test.ts')],
          environment: 'node',
          setupFiles: [everywhere, pathOf('apps/server/test/setup.ts')],
          globalSetup: [pathOf('apps/server/test/portal-template.ts')],
          ...common,
        },
      },
      {
        plugins: [guides()],
        test: {
          name: 'web',
          root: 'apps/web',
          environment: 'happy-dom',
          setupFiles: [everywhere, pathOf('apps/web/test/setup.ts')],
          ...common,
        },
      },
    ],
  },
})

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
