// What the reports of the two test runners come to. Whatever did not run has failed: a test whose hook failed, one whose
// process died, and a file that is in no report counts as one.
import { join } from 'node:path'

/** Of Vitest's JSON report, undefined if it left none; the files as its report names them. */
export function countUnitTests(report, files) {
  const results = report?.testResults ?? []
  const statuses = results.flatMap(({ status, assertionResults: tests }) => {
    // It could not be loaded.
    if (tests.length === 0) return [status]
    // Those of a file that passes were skipped on purpose: where there are no samples.
    return tests.map((test) => test.status).filter((one) => one !== 'skipped' || status !== 'passed')
  })
  return counted(
    statuses.map((status) => status === 'passed'),
    missing(files, new Set(results.map(({ name }) => name))),
  )
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
