import { search } from '@callboard/contract/search'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

/** What a keyword finds, by kind. */
export function searchQuery(keyword: string) {
  return endpointQuery('search', search, { query: { keyword } })
}
