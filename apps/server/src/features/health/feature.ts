import { defineFeature, type FeatureContext } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import * as endpoints from '@callboard/contract/health'
import type { Ingest } from '../ingest/ingest.ts'
import { route, type Routing } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { timeZoneRelease } from '../../lib/time-zone-data.ts'
import { commit, version } from '../../lib/version.ts'
import { healthMetrics } from './health-metrics.ts'
import { addMetricsRoute } from './metrics-route.ts'
import { portalChecks, runChecks } from './health.ts'

export const healthFeature = defineFeature({
  name: 'health',
  needs: () => [ingestFeature],
  routes,
  menuItems: [
    {
      group: 'portal',
      order: 75,
      key: 'health',
      label: 'Health',
      ico: 'safety-certificate',
      url: '/manage/health',
      adminOnly: true,
    },
  ],
  healthChecks: portalChecks,
  metrics: (context) => [...context.storeMetrics, ...healthMetrics(context)],
})

const startedAt = new Date(performance.timeOrigin)

type Context = FeatureContext & { ingest: Pick<Ingest, 'problems' | 'isWriter'> }

function routes(routing: Routing, context: Context): void {
  const { postgres, calls, ingest } = context
  addMetricsRoute(routing.app, context)
  route(routing, endpoints.getHealth, {
    access: 'public',
    handler: () => ({ status: 'ok' as const, version, commit, timeZoneData: timeZoneRelease }),
  })

  route(routing, endpoints.getHealthChecks, {
    access: 'admin',
    handler: async () => ({
      version,
      commit,
      nodeVersion: process.version,
      timeZoneData: timeZoneRelease,
      startedAt: startedAt.toISOString(),
      checks: await runChecks(context.healthChecks.flatMap((checksOf) => checksOf(context))),
    }),
  })

  route(routing, endpoints.getReadiness, {
    access: 'public',
    handler: async () => {
      await Promise.all([postgres.ping(), calls.ping()])
      const problems = ingest.problems.list()
      // Without space for new calls all that is there can be read.
      const grave = problems.find(({ kind, until }) => until === null && kind !== 'full')
      if (grave !== undefined) throw new AppError('unavailable', grave.description)
      return { status: 'ready' as const, writesCalls: ingest.isWriter, problems }
    },
  })
}
