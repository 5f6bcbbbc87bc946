import * as endpoints from '@callboard/contract/search'
import type { CallStore } from '../../db/call-store.ts'
import { route, type Routing } from '../../http/route.ts'
import { search } from './search.ts'

export function routes(routing: Routing, { calls }: { calls: CallStore }): void {
  route(routing, endpoints.search, {
    access: 'admin',
    handler: async ({ caller, query, signal }) =>
      await search({ db: routing.db, calls, caller, signal }, query.keyword),
  })
}
