import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'

interface Counts {
  passed: number
  failed: number
}

/** What `npm test` says at its end. */
const { countUnitTests, countJourneys, listUnitTests } = z
  .object({
    countUnitTests:
      z.custom<(report: unknown, given: { files: readonly string[]; leftBehind?: object[] }) => Counts>(),
    countJourneys: z.custom<(report: unknown, files: readonly string[]) => Counts>(),
    listUnitTests: z.custom<(report: unknown) => unknown>(),
  })
  .parse(await import(join(import.meta.dirname, '../../../scripts/test-counts.mjs')))

const unitReport = (...files: [name: string, status: string, ...tests: string[]][]) => ({
  testResults: files.map(([name, status, ...tests]) => ({
    name,
    status,
    assertionResults: tests.map((test) => ({ status: test })),
  })),
})

it.each([
  ['that fails', ['/a', 'failed', 'passed', 'failed'], { passed: 1, failed: 1 }],
  ['whose hook failed', ['/a', 'failed', 'skipped', 'skipped', 'passed'], { passed: 1, failed: 2 }],
  ['of a file whose last hook failed', ['/a', 'failed', 'passed', 'passed'], { passed: 2, failed: 1 }],
  ['whose process died', ['/a', 'failed', 'pending', 'pending'], { passed: 0, failed: 2 }],
  ['of a file that cannot be loaded, or has none', ['/a', 'failed'], { passed: 0, failed: 1 }],
] as const)('a test %s has failed', (_, file, counts) => {
  expect(countUnitTests(unitReport([...file]), { files: ['/a'] })).toMatchObject(counts)
})

it('an error that no test was waiting for is a failure of its own', () => {
  const report = unitReport(['/a', 'passed', 'passed'])
  const leftBehind = [{ file: '/a', failure: 'Error: rejected' }]
  expect(countUnitTests(report, { files: ['/a'], leftBehind })).toMatchObject({ passed: 1, failed: 1 })
})

it('what a file said that failed in a hook, or while it was loaded, is told', () => {
  const file = { name: '/a', message: 'thrown in a hook', assertionResults: [{ fullName: 'one' }] }
  const said = [
    { file: '/a', name: '', ms: 0, failure: 'thrown in a hook' },
    { file: '/a', name: 'one', ms: 0, failure: undefined },
  ]
  expect(listUnitTests({ testResults: [file] })).toEqual(said)
  expect(listUnitTests(undefined)).toEqual([])
})

it('a test that was skipped on purpose has neither passed nor failed', () => {
  const report = unitReport(['/a', 'passed', 'passed', 'skipped'])
  expect(countUnitTests(report, { files: ['/a'] })).toMatchObject({ passed: 1, failed: 0 })
})

it('a file that is in no report has failed, and each file where there is none', () => {
  const report = unitReport(['/a', 'passed', 'passed'])
  expect(countUnitTests(report, { files: ['/a', '/b'] })).toEqual({
    passed: 1,
    failed: 1,
    missingFiles: ['/b'],
  })
  expect(countUnitTests(undefined, { files: ['/a', '/b'] })).toMatchObject({ passed: 0, failed: 2 })
  expect(countJourneys(undefined, ['/a', '/b'])).toMatchObject({ passed: 0, failed: 2 })
})

it('a journey that did not run has failed, in whatever group it is', () => {
  const specs = (...statuses: string[]) => statuses.map((status) => ({ tests: [{ status }] }))
  const report = {
    config: { rootDir: '/e2e' },
    suites: [
      { file: 'a.spec.ts', specs: specs('expected', 'unexpected'), suites: [{ specs: specs('skipped') }] },
    ],
  }
  const files = ['/e2e/a.spec.ts', '/e2e/b.spec.ts']
  expect(countJourneys(report, files)).toEqual({ passed: 1, failed: 3, missingFiles: ['/e2e/b.spec.ts'] })
})
