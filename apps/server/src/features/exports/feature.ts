import { waitingMetrics } from '../../db/waiting-rows.ts'
import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { ExportRunner } from './export-runner.ts'
import { jobs, routes } from './routes.ts'
import { waitingExports } from './store.ts'

export const exportsFeature = defineFeature({
  name: 'exports',
  menuItems: [
    {
      group: 'reporting',
      order: 60,
      key: 'exports',
      label: 'Exports',
      tooltip: 'Your files that were written in the background',
      ico: 'download',
      url: '/reports/exports',
      claim: 'reporting.view',
    },
  ],
  needs: () => [ingestFeature],
  open({ config, db, calls, snapshots, log, exportFiles, hasPeers, isIdle }) {
    const exportRunner = new ExportRunner({
      db,
      calls,
      snapshots,
      log,
      files: exportFiles,
      hasPeers,
      isIdle,
      keptBytes: config.limits?.keptExportBytes,
    })
    return { services: { exportRunner }, working: [exportRunner] }
  },
  routes,
  jobs,
  metrics: ({ db }) => waitingMetrics(db, waitingExports),
})
