import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import * as endpoints from '@callboard/contract/health'
import type { CallStore } from '../../db/calls/call-store.ts'
import type { Postgres } from '../../db/postgres/postgres.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { route, type Routing } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { timeZoneRelease } from '../../lib/time-zone-data.ts'

export const healthFeature = defineFeature({ name: 'health', needs: () => [ingestFeature], routes })

function routes(
  routing: Routing,
  {
    postgres,
    calls,
    ingest,
  }: { postgres: Postgres; calls: CallStore; ingest: Pick<Ingest, 'problems' | 'isWriter'> },
): void {
  route(routing, endpoints.getHealth, {
    access: 'public',
    handler: () => ({ status: 'ok' as const, timeZoneData: timeZoneRelease }),
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
