import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import type { Postgres } from '../../db/postgres/postgres.ts'
import { type Job, nightly } from '../../jobs/queue.ts'
import type { Ingest } from '../ingest/ingest.ts'

export const maintenanceFeature = defineFeature({ name: 'maintenance', needs: () => [ingestFeature], jobs })

interface Maintained {
  postgres: Postgres
  ingest: Ingest
}

function jobs({ postgres, ingest }: Maintained): Job[] {
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
