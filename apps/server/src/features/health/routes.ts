import * as endpoints from '@callboard/contract/health'
import type { CallStore } from '../../db/call-store.ts'
import type { Postgres } from '../../db/postgres.ts'
import { route, type Routing } from '../../http/route.ts'
import { timeZoneRelease } from '../../lib/time-zone-data.ts'

export function routes(
  routing: Routing,
  { postgres, calls, ingest }: { postgres: Postgres; calls: CallStore; ingest: { isWriter: boolean } },
): void {
  route(routing, endpoints.getHealth, {
    access: 'public',
    handler: () => ({ status: 'ok' as const, timeZoneData: timeZoneRelease }),
  })

  route(routing, endpoints.getReadiness, {
    access: 'public',
    handler: async () => {
      await Promise.all([postgres.ping(), calls.ping()])
      return { status: 'ready' as const, writesCalls: ingest.isWriter }
    },
  })
}
