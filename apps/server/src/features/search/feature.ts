import { defineFeature, type FeatureContext } from '../../feature.ts'
import { findPages } from './pages.ts'
import * as endpoints from '@callboard/contract/search'
import { route, type Routing } from '../../http/route.ts'
import type { SearchAnswer } from '@callboard/contract/search'
import type { Search, SearchAsked } from '../../access/record-search.ts'

export const searchFeature = defineFeature({ name: 'search', routes, search: () => findPages })

function routes(routing: Routing, context: FeatureContext): void {
  const searches = context.searches.map((searchOf) => searchOf(context))
  route(routing, endpoints.search, {
    access: 'admin',
    handler: async ({ caller, query, signal }) =>
      await search(searches, { caller, keyword: query.keyword, signal }),
  })
}

/** The order of the groups; any others stand at `…`. */
const order =
  'users customers phoneNumbers calls recordings reports reportSets reportGroups savedReports entities … settings menus pages'.split(
    ' ',
  )

/** What a keyword finds, by kind; kinds without results are left out. */
async function search(searches: readonly Search[], asked: SearchAsked): Promise<SearchAnswer> {
  const found = await Promise.all(searches.map(async (one) => await one(asked)))
  const shown = found.flat().filter(({ total, note }) => total > 0 || note !== undefined)
  return { groups: shown.toSorted((one, other) => placeOf(one.type) - placeOf(other.type)) }
}

function placeOf(type: string): number {
  return order.indexOf(order.includes(type) ? type : '…')
}
