import { join } from 'node:path'
import { sql } from 'kysely'
import { listItem } from '../../access/menu-items.ts'
import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { recordingsFeature } from '../recordings/feature.ts'
import { ImportFiles } from './import-files.ts'
import { ImportRunner } from './import-runner.ts'
import { routes } from './routes.ts'
import { sweepImports } from './sweep-imports.ts'

export const importsFeature = defineFeature({
  name: 'imports',
  menuItems: [listItem('import', { group: 'portal', order: 62, ico: 'download', adminOnly: true })],
  needs: () => [ingestFeature, recordingsFeature],
  async open({ config, dataDir, db, ingest, calls, snapshots, recordingFiles, log }) {
    const files = await ImportFiles.open(config.importsDir ?? join(dataDir.path, 'imports'))
    const parts = { db, ingest, calls, snapshots, recordingFiles, log, files }
    const runner = new ImportRunner(parts)
    return { services: { imports: { ...parts, runner } }, running: [runner] }
  },
  routes: async (routing, { imports }) => await routes(routing, imports),
  jobs: ({ imports }) => [
    { name: 'sweep-imports', cron: '23 * * * *', work: async () => await sweepImports(imports) },
  ],
  overview: (_context, { dayBefore }) => ({
    failedImports: sql<number>`(SELECT count(*) FROM import WHERE state = 'failed' AND ended_at > ${dayBefore})`,
  }),
})
