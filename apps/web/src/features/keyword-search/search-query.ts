import { search } from '@callboard/contract/search'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

/** What a keyword finds, by kind. */
export function searchQuery(keyword: string) {
  return endpointQuery('search', search, { query: { keyword } })
}

const pageSize = 50

interface MoreResults {
  keyword: string
  type: string
  /** Those that the first answer had. */
  shown: number
  total: number
}

/** Results of one kind after those that are shown, page by page, once they are asked for. */
export function moreResultsQuery({ keyword, type, shown, total }: MoreResults) {
  return infiniteQueryOptions({
    queryKey: ['search', search.path, { keyword, type, shown }],
    queryFn: async ({ pageParam: offset, signal }) => {
      const { groups } = await send(search, { query: { keyword, type, offset, limit: pageSize } }, signal)
      return groups[0]?.items ?? []
    },
    initialPageParam: shown,
    getNextPageParam: (last, pages) => {
      const next = shown + pages.flat().length
      return last.length === pageSize && next < total ? next : undefined
    },
    enabled: false,
  })
}
