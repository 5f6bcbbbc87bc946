import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { backupCheck, backupMetrics } from './backup-health.ts'
import { Backups } from './backups.ts'
import { backUpDaily } from './daily-backup.ts'

export const backupsFeature = defineFeature({
  name: 'backups',
  needs: () => [ingestFeature],
  open({ dataDir: { path: dataDir }, postgres, ingest, calls, config, log }) {
    const backups = new Backups({ dataDir, postgres, ingest, calls, config, log })
    return { services: { backups }, running: [backups] }
  },
  jobs: (context) => [
    {
      name: 'back-up-daily',
      cron: '*/10 * * * *',
      timeoutMinutes: 24 * 60,
      work: async () => await backUpDaily(context),
    },
  ],
  metrics: (context) => backupMetrics(context),
  healthChecks: (context) => [backupCheck(context)],
})
