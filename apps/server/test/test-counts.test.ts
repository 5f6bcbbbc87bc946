import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'

type Count = (report: unknown, files: readonly string[]) => { passed: number; failed: number }

/** What `npm test` says at its end. */
const { countUnitTests, countJourneys } = z
  .object({ countUnitTests: z.custom<Count>(), countJourneys: z.custom<Count>() })
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
  ['whose process died', ['/a', 'failed', 'pending', 'pending'], { passed: 0, failed: 2 }],
  ['of a file that cannot be loaded', ['/a', 'failed'], { passed: 0, failed: 1 }],
] as const)('a test %s has failed', (_, file, counts) => {
  expect(countUnitTests(unitReport([...file]), ['/a'])).toMatchObject(counts)
})

it('a test that was skipped on purpose has neither passed nor failed', () => {
  const report = unitReport(['/a', 'passed', 'passed', 'skipped'])
  expect(countUnitTests(report, ['/a'])).toMatchObject({ passed: 1, failed: 0 })
})

it('a file that is in no report has failed, and each file where there is none', () => {
  const report = unitReport(['/a', 'passed', 'passed'])
  expect(countUnitTests(report, ['/a', '/b'])).toEqual({ passed: 1, failed: 1, missingFiles: ['/b'] })
  expect(countUnitTests(undefined, ['/a', '/b'])).toMatchObject({ passed: 0, failed: 2 })
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
