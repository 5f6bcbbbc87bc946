import type { Db } from '../../db/tables/schema.ts'
import { RepeatedWork } from '../../jobs/repeated-work.ts'
import type { Log } from '../../lib/log.ts'
import { planRuns } from './plan-runs.ts'

interface RunPlannerParts {
  db: Db
  log: Log
  /** Has what was planned rendered. */
  wake: () => void
}

/** Plans what is due every few seconds. Any number of processes may do so at once. */
export function buildRunPlanner({ db, log, wake }: RunPlannerParts): RepeatedWork {
  return new RepeatedWork({
    everyMs: 5000,
    async work() {
      if ((await planRuns({ db, log })) > 0) wake()
    },
    onError(error) {
      log.error({ err: error }, 'subscriptions could not be planned; tried again')
      // Some may have been planned before.
      wake()
    },
  })
}
