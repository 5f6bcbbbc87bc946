import { writeFileSync } from 'node:fs'

/** A reporter of Vitest: the errors that no test was waiting for, such as a promise that was rejected. Its JSON report has none. */
export default class LeftBehind {
  onTestRunEnd(_, errors) {
    const left = errors.map(({ VITEST_TEST_PATH: file = '', stack, message }) => ({
      file,
      failure: stack ?? message,
    }))
    writeFileSync(process.env.LEFT_BEHIND, JSON.stringify(left))
  }
}
