import { applyPatches } from '../../db/apply-patches.ts'
import type { CallStore } from '../../db/call-store.ts'
import type { Postgres } from '../../db/postgres.ts'
import { type Job, nightly } from '../../jobs/queue.ts'
import type { Ingest } from '../ingest/ingest.ts'

interface Maintained {
  postgres: Postgres
  calls: CallStore
  ingest: Ingest
}

export function jobs({ postgres, calls, ingest }: Maintained): Job[] {
  return [
    {
      name: 'apply-patches',
      cron: nightly,
      work: async () => {
        await ingest.settle()
        await applyPatches(calls)
      },
    },
    { name: 'vacuum-tables', cron: nightly, work: async () => await postgres.vacuum() },
  ]
}
