import { applyPatches } from '../../db/apply-patches.ts'
import type { CallStore } from '../../db/call-store.ts'
import type { Postgres } from '../../db/postgres.ts'
import { type Job, nightly } from '../../jobs/queue.ts'

export function jobs({ postgres, calls }: { postgres: Postgres; calls: CallStore }): Job[] {
  return [
    { name: 'apply-patches', cron: nightly, work: async () => await applyPatches(calls) },
    { name: 'vacuum-tables', cron: nightly, work: async () => await postgres.vacuum() },
  ]
}
