import { listItem } from '../../access/menu-items.ts'
import { importCheck, importMetrics } from './import-health.ts'
import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { recordingsFeature } from '../recordings/feature.ts'
import { sourcesFeature } from '../sources/feature.ts'
import { RepeatedWork } from '../../jobs/repeated-work.ts'
import { openImportFiles } from './open-import-files.ts'
import { ImportRunner } from './import-runner.ts'
import { routes } from './routes.ts'
import { failedCount } from './store.ts'
import { sweepImports } from './sweep-imports.ts'
import { FolderWatcher } from './watch-folders.ts'

const folderPollMs = 5000

export const importsFeature = defineFeature({
  name: 'imports',
  menuItems: [listItem('import', { group: 'portal', order: 62, ico: 'download', adminOnly: true })],
  needs: () => [ingestFeature, recordingsFeature, sourcesFeature],
  async open({ config, dataDir, db, ingest, eventIntake, callAssembler, calls, snapshots, ...context }) {
    const { recordingFiles, keepRecording, log } = context
    const files = await openImportFiles({ place: config.imports, db, dataDir: dataDir.path })
    const recordings = { folders: config.importFolders, keep: keepRecording }
    const taking = { ingest, eventIntake, callAssembler, recordings, files }
    const parts = { db, ...taking, calls, snapshots, recordingFiles, log }
    const runner = new ImportRunner(parts)
    const imports = { ...parts, runner }
    const watcher = new FolderWatcher(imports, config.importFolders)
    const watching = new RepeatedWork({
      everyMs: config.limits?.folderPollMs ?? folderPollMs,
      work: async () => await watcher.poll(),
      onError: (error) => log.error({ err: error }, 'watched folders could not be looked into; tried again'),
    })
    return { services: { imports }, working: [runner, watching] }
  },
  routes: async (routing, { imports }) => await routes(routing, imports),
  jobs: ({ imports }) => [
    { name: 'sweep-imports', cron: '23 * * * *', work: async () => await sweepImports(imports) },
  ],
  overview: (_context, { dayBefore }) => ({
    failedImports: failedCount(dayBefore),
  }),
  metrics: ({ db }) => importMetrics(db),
  healthChecks: ({ db }) => [importCheck(db)],
})
