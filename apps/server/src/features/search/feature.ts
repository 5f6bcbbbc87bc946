import { defineFeature, type FeatureContext } from '../../feature.ts'
import { findPages } from './pages.ts'
import * as endpoints from '@callboard/contract/search'
import { route, type Routing } from '../../http/route.ts'
import type { SearchAnswer, SearchItem } from '@callboard/contract/search'
import { isWanted, type Search, type SearchAsked, type SearchGroup } from '../../access/record-search.ts'

export const searchFeature = defineFeature({ name: 'search', routes, search: findPages })

function routes(routing: Routing, context: FeatureContext): void {
  const searches = context.searches.map((searchOf) => searchOf(context))
  route(routing, endpoints.search, {
    access: 'admin',
    handler: async ({ caller, query, signal }) => {
      const { keyword, type, offset, limit } = query
      return await search(searches, { caller, keyword, type, page: { offset, limit }, signal })
    },
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
  const shown = found
    .flat()
    .filter(({ type, total, note }) => isWanted(asked, type) && (total > 0 || note !== undefined))
    .map((group) => ({ ...group, items: itemsOf(group, asked.page) }))
  return { groups: shown.toSorted((one, other) => placeOf(one.type) - placeOf(other.type)) }
}

/** Of kinds with few results, a search gives all of them, whichever are wanted. */
function itemsOf({ items, total }: SearchGroup, { offset, limit }: SearchAsked['page']): SearchItem[] {
  return items.length === total && offset > 0 ? items.slice(offset, offset + limit) : items
}

function placeOf(type: string): number {
  return order.indexOf(order.includes(type) ? type : '…')
}
