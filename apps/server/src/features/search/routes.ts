import * as endpoints from '@callboard/contract/search'
import type { CallStore } from '../../db/call-store.ts'
import type { Snapshots } from '../../db/snapshots.ts'
import { route, type Routing } from '../../http/route.ts'
import { search } from './search.ts'

export function routes(
  routing: Routing,
  { calls, snapshots }: { calls: CallStore; snapshots: Snapshots },
): void {
  route(routing, endpoints.search, {
    access: 'admin',
    handler: async ({ caller, query, signal }) =>
      await search({ db: routing.db, calls, snapshots, caller, signal }, query.keyword),
  })
}
