import * as endpoints from '@callboard/contract/search'
import type { FeatureContext } from '../../feature.ts'
import { route, type Routing } from '../../http/route.ts'
import { search } from './search.ts'

export function routes(routing: Routing, context: FeatureContext): void {
  const searches = context.searches.map((searchOf) => searchOf(context))
  route(routing, endpoints.search, {
    access: 'admin',
    handler: async ({ caller, query, signal }) =>
      await search(searches, { caller, keyword: query.keyword, signal }),
  })
}
