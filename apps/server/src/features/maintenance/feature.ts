import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import type { Postgres } from '../../db/postgres/postgres.ts'
import { sweepBeforeUpgrade } from '../../lib/files/before-upgrade.ts'
import type { DataDir } from '../../lib/files/data-dir.ts'
import { type Job, nightly } from '../../jobs/queue.ts'
import type { Ingest } from '../ingest/ingest.ts'

export const maintenanceFeature = defineFeature({ name: 'maintenance', needs: () => [ingestFeature], jobs })

interface Maintained {
  dataDir: DataDir
  postgres: Postgres
  ingest: Ingest
}

function jobs({ dataDir, postgres, ingest }: Maintained): Job[] {
  return [
    {
      name: 'apply-patches',
      cron: nightly,
      writesCalls: true,
      work: async () => await ingest.settle(),
    },
    {
      name: 'sweep-before-upgrade',
      cron: nightly,
      work: async () => await sweepBeforeUpgrade(dataDir.path),
    },
    { name: 'vacuum-tables', cron: nightly, work: async () => await postgres.vacuum() },
  ]
}
