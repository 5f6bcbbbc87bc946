import { RepeatedWork } from '../../jobs/repeated-work.ts'
import { checkAlerts, type CheckingParts } from './check-alerts.ts'
import { type PostingParts, postWebhooks } from './post-webhooks.ts'

/** Judges what is due, and posts what waits, every few seconds. Any number of processes may do so at once. */
export function buildAlertChecker(parts: CheckingParts & PostingParts): RepeatedWork {
  return new RepeatedWork({
    everyMs: 15_000,
    async work() {
      await checkAlerts(parts)
      await postWebhooks(parts)
    },
    onError(error) {
      parts.log.error({ err: error }, 'alerts could not be judged or posted; tried again')
    },
  })
}
