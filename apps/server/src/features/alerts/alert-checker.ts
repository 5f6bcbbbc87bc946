import { RepeatedWork } from '../../jobs/repeated-work.ts'
import { checkAlerts, type CheckingParts } from './check-alerts.ts'

/** Judges what is due, every few seconds. Any number of processes may do so at once. */
export function buildAlertChecker(parts: CheckingParts): RepeatedWork {
  return new RepeatedWork({
    everyMs: 15_000,
    async work() {
      await checkAlerts(parts)
    },
    onError(error) {
      parts.log.error({ err: error }, 'alerts could not be judged; tried again')
    },
  })
}
