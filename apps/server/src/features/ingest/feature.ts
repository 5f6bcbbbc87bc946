import { hostname } from 'node:os'
import { join } from 'node:path'
import { openSharedNumber } from '../../db/shared-number.ts'
import { defineFeature, type FeatureContext } from '../../feature.ts'
import { loadGeography } from '../../lib/geo/place-of-number.ts'
import { settingsFeature } from '../settings/feature.ts'
import { ingestChecks } from './ingest-health.ts'
import { ingestMetrics, RowCounts } from './ingest-metrics.ts'
import { Ingest } from './ingest.ts'
import { resumeAttribution } from '../../jobs/attribution.ts'
import { restartRecalculation, resumeRecalculation } from '../../jobs/recalculation.ts'
import { droppedCount, findRecalculation, quarantinedCount, selectDamagedCalls } from './overview-store.ts'
import { jobs, routes } from './routes.ts'

export const ingestFeature = defineFeature({
  name: 'ingest',
  needs: () => [settingsFeature],
  async open({ settingChanges, ...context }) {
    const ingest = await openIngest(context)
    settingChanges.on('returnedWithinHours', {
      within: restartRecalculation,
      after: async () => await resumeRecalculation(context.db, context.queue),
    })
    const rowCounts = new RowCounts()
    ingest.onAccepted((accepted) => rowCounts.add(accepted))
    return {
      services: { ingest, rowCounts, snapshots: ingest.snapshots },
      running: [ingest, { start: async () => await startJobs(context, ingest) }],
    }
  },
  routes,
  jobs,
  metrics: ingestMetrics,
  healthChecks: ingestChecks,
  overview: ({ db, ingest }) => ({
    quarantined: quarantinedCount,
    quarantineDropped: droppedCount,
    recalculation: findRecalculation(db),
    damagedCalls: selectDamagedCalls(db),
    callWriter: findWriter(ingest),
    callProblems: ingest.problems.list(),
  }),
})

async function findWriter(ingest: Ingest) {
  return (await ingest.writers.find()) ?? null
}

async function openIngest({
  config: { clickhouse, keptAnswerBytes, process: role },
  db,
  calls,
  checkpoints,
  dataDir,
  lease,
  log,
}: FeatureContext): Promise<Ingest> {
  const isEmbedded = clickhouse === undefined
  return await Ingest.open({
    db,
    calls,
    checkpoints,
    spoolFolder: join(dataDir.path, 'spool'),
    geography: loadGeography(),
    log,
    isEmbedded,
    lease: lease && { db: lease.db, name: `${hostname()}, process ${process.pid}` },
    isCandidate: role !== 'web',
    sharedNumber: isEmbedded ? undefined : openSharedNumber(db, calls.replicas),
    keptAnswerBytes,
  })
}

/** Jobs that write calls are done where calls are written, of several processes by that one. */
async function startJobs({ db, queue, log }: FeatureContext, ingest: Ingest): Promise<void> {
  const followRole = async (isWriter: boolean) => await queue.workOnCalls(isWriter)
  ingest.onRole((isWriter) => {
    followRole(isWriter).catch((error: unknown) => log.error({ err: error }, 'jobs that write calls'))
  })
  await followRole(ingest.isWriter)
  await resumeRecalculation(db, queue)
  await resumeAttribution(db, queue)
}
