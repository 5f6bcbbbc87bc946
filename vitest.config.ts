import { readFileSync } from 'node:fs'
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

/** What starts processes keeps both cores busy, and storms do more the longer they take: it begins when the journeys have ended. */
const startsProcesses = /\/(?:program|running-portal|real-postgres)\.ts'/
/** Many random cases, and the bench. */
const isLong = /tags: \['soak'\]|\/measure-all\.ts'/

/**
 * One project after the other: a process is kept for the next file only if that is of the same project. In each, long files
 * come first, whatever their size, and those that start processes last.
 */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer, no array
    const sorted = Map.groupBy(await super.sort(files), placeOf)
    const ordered = [...sorted].toSorted(([one], [other]) => one - other).flatMap(([, those]) => those)
    return projects.flatMap((name) => ordered.filter(({ project }) => project.name === name))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const text = readFileSync(moduleId, 'utf8')
  if (startsProcesses.test(text)) return 2
  return isLong.test(text) ? 0 : 1
}

/**
 * The databases of a portal are tens of megabytes that V8 does not count as its own heap. By default these alone have it
 * look through the whole heap at each portal that is opened, which takes longer than all else of opening one.
 */
const collectLess = [
  '--external-memory-accounted-in-global-limit',
  '--initial-heap-size=1000',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
]

const common = {
  // The files of a process share their modules: loading those anew takes longer than most files.
  isolate: false,
  execArgv: collectLess,
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
    // Storms and the bench take minutes: what they hold is held by quicker tests as well.
    tags: [{ name: 'soak' }, { name: 'soakOnly', skip: !isSoak }],
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
          // A German browser: what is not written for the locale of the portal shows up as 1.000. Read when the fork starts.
          env: { LC_ALL: 'de_DE.UTF-8' },
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
