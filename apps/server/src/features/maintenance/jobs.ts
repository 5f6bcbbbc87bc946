import type { Postgres } from '../../db/postgres/postgres.ts'
import { type Job, nightly } from '../../jobs/queue.ts'
import type { Ingest } from '../ingest/ingest.ts'

interface Maintained {
  postgres: Postgres
  ingest: Ingest
}

export function jobs({ postgres, ingest }: Maintained): Job[] {
  return [
    {
      name: 'apply-patches',
      cron: nightly,
      writesCalls: true,
      work: async () => await ingest.settle(),
    },
    { name: 'vacuum-tables', cron: nightly, work: async () => await postgres.vacuum() },
  ]
}
