import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { Program } from './program.ts'

interface Counts {
  passed: number
  failed: number
}

const scripts = join(import.meta.dirname, '../../../scripts')

/** What `npm test` says at its end. */
const { countUnitTests, countJourneys, listUnitTests, exitCodeOf } = z
  .object({
    countUnitTests:
      z.custom<(report: unknown, given: { files: readonly string[]; leftBehind?: object[] }) => Counts>(),
    countJourneys: z.custom<(report: unknown, files: readonly string[]) => Counts>(),
    listUnitTests: z.custom<(report: unknown) => unknown>(),
    exitCodeOf: z.custom<(steps: readonly { isOk: boolean }[], counts: readonly Counts[]) => number>(),
  })
  .parse(await import(join(scripts, 'test-counts.mjs')))

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

const Reports = z.object({ testResults: z.array(z.looseObject({ name: z.string() })) })
const LeftBehind = z.array(z.object({ file: z.string() }))

/** What the runner itself reports of test files, as `npm test` has it report. */
async function runFiles(texts: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-counts-'))
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
  const [report, left] = [join(folder, 'report.json'), join(folder, 'left.json')]
  const reporters = ['json', join(scripts, 'left-behind.mjs')].map((name) => `--reporter=${name}`)
  const args = ['run', `--root=${folder}`, '--globals', ...reporters, `--outputFile.json=${report}`]
  const script = join(scripts, '../node_modules/vitest/vitest.mjs')
  const { code } = await new Program({ LEFT_BEHIND: left }, args, { script }).ended()
  const { testResults } = Reports.parse(JSON.parse(readFileSync(report, 'utf8')))
  const leftBehind = LeftBehind.parse(JSON.parse(readFileSync(left, 'utf8')))
  rmSync(folder, { recursive: true })
  return { code, testResults, leftBehind, folder }
}

it('a file that throws while it is loaded, in a hook, or leaves a promise behind, has `npm test` end with 1', async () => {
  const passes = "it('passes', () => {})"
  const { code, folder, testResults, leftBehind } = await runFiles({
    'loads.test.js': `${passes}\nthrow new Error('while it is loaded')`,
    'before.test.js': `beforeAll(() => { throw new Error('in a hook') })\n${passes}`,
    'after.test.js': `afterAll(() => { throw new Error('in a hook') })\n${passes}`,
    'promise.test.js': `it('passes', () => void Promise.reject(new Error('left behind')))`,
    'well.test.js': passes,
  })
  // Also where the runner had said that all is well.
  const codeOf = (file: string) => {
    const files = [join(folder, file)]
    const isOfFile = (path: string) => files.includes(path)
    const count = countUnitTests(
      { testResults: testResults.filter(({ name }) => isOfFile(name)) },
      { files, leftBehind: leftBehind.filter((one) => isOfFile(one.file)) },
    )
    return exitCodeOf([{ isOk: true }], [count])
  }
  const codes = ['loads', 'before', 'after', 'promise', 'well'].map((name) => codeOf(`${name}.test.js`))
  expect(codes).toEqual([1, 1, 1, 1, 0])
  expect(code).toBe(1)
  expect(exitCodeOf([{ isOk: true }, { isOk: false }], [])).toBe(1)
})
