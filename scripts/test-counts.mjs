// What the reports of the two test runners come to. Whatever did not run has failed: a test whose hook failed, one whose
// process died, and a file that is in no report counts as one.
import { join } from 'node:path'

/**
 * Of Vitest's JSON report, undefined if it left none; the files as its report names them, and the errors that no test was
 * waiting for.
 */
export function countUnitTests(report, { files, leftBehind = [] }) {
  const results = report?.testResults ?? []
  const statuses = results.flatMap(({ status, assertionResults }) => {
    // Those of a file that passes were skipped on purpose: where there are no samples.
    const tests = assertionResults
      .map((test) => test.status)
      .filter((one) => one !== 'skipped' || status !== 'passed')
    // It could not be loaded, or failed in a hook after its tests.
    return status === 'failed' && tests.every((one) => one === 'passed') ? [...tests, status] : tests
  })
  return counted(
    [...statuses, ...leftBehind.map(() => 'failed')].map((status) => status === 'passed'),
    missing(files, new Set(results.map(({ name }) => name))),
  )
}

/** Each test of Vitest's report with its milliseconds, and of one that failed what it said. */
export function listUnitTests(report) {
  return (report?.testResults ?? []).flatMap(({ name: file, message, assertionResults }) => [
    // Of a hook, or for each file that could not be loaded.
    ...(message === '' ? [] : [{ file, name: '', ms: 0, failure: message }]),
    ...assertionResults.map(({ fullName, duration = 0, failureMessages: [failure] = [] }) => ({
      file,
      name: fullName,
      ms: duration,
      failure,
    })),
  ])
}

/** Of Playwright's, likewise. */
export function countJourneys(report, files) {
  const { suites = [], config } = report ?? {}
  const tests = specsOf(suites).flatMap((spec) => spec.tests)
  return counted(
    tests.map(hasPassed),
    missing(files, new Set(suites.map(({ file }) => join(config.rootDir, file)))),
  )
}

/** With what `npm test` ends: 0 where every step went well and nothing that was counted has failed. */
export function exitCodeOf(steps, counts) {
  return steps.every(({ isOk }) => isOk) && counts.every(({ failed }) => failed === 0) ? 0 : 1
}

/** Of a test in Playwright's report. */
export function hasPassed({ status }) {
  return status === 'expected' || status === 'flaky'
}

/** All specs of Playwright's suites, which nest. */
export function specsOf(suites) {
  return suites.flatMap(({ specs, suites: inner = [] }) => [...specs, ...specsOf(inner)])
}

function missing(files, reported) {
  return files.filter((file) => !reported.has(file))
}

function counted(passes, missingFiles) {
  const passed = passes.filter(Boolean).length
  return { passed, failed: passes.length - passed + missingFiles.length, missingFiles }
}
