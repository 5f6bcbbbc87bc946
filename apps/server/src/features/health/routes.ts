import { health, readiness } from '@callboard/contract/health'
import { sql } from 'kysely'
import type { CallStore } from '../../db/call-store.ts'
import { route, type Routing } from '../../http/route.ts'

export function healthRoutes(routing: Routing, calls: CallStore): void {
  route(routing, health, { access: 'public', handler: () => ({ status: 'ok' as const }) })

  route(routing, readiness, {
    access: 'public',
    handler: async () => {
      await Promise.all([sql`SELECT 1`.execute(routing.db), calls.ping()])
      return { status: 'ready' as const }
    },
  })
}
