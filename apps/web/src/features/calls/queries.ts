import type { SortName } from '@callboard/contract/field-names'
import {
  type CallField,
  type CallListColumn,
  callDetails,
  type Filter,
  getCall,
} from '@callboard/contract/calls'
import type { Output } from '@callboard/contract/endpoint'
import type { Period } from '@callboard/contract/period'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

/** Which calls, without their order and columns. */
export interface CallSelection {
  period: Period
  timeZone: string
  filters: Filter[]
  entityGroups: string[]
  keyword: string | undefined
}

export interface CallOrder {
  sort: SortName
  desc: boolean
}

/** What `callPagesQuery` answers. */
export type CallPages = UseInfiniteQueryResult<InfiniteData<Output<typeof callDetails>>>

const pageSize = 100

/** Begins the keys of all pages of lists, and of all counts. */
export const callPagesKey = ['call', 'pages'] as const
export const callCountKey = ['call', 'count'] as const

/** The calls page by page; all requested pages stay loaded. */
export const callPagesQuery = (selection: CallSelection, order: CallOrder, columns: CallListColumn[]) =>
  infiniteQueryOptions({
    queryKey: [...callPagesKey, selection, order, columns],
    queryFn: ({ pageParam, signal }) =>
      send(
        callDetails,
        {
          body: {
            ...selection,
            ...order,
            columns,
            pageSize,
            ...(pageParam === '' ? {} : { cursor: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    // A long list does not reload page by page whenever the window gets the focus.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 1,
  })

/** Separate from the pages: neither paging nor sorting counts again, and no row waits for the count. */
export const callCountQuery = (selection: CallSelection) =>
  queryOptions({
    queryKey: [...callCountKey, selection],
    queryFn: async ({ signal }) => {
      const body = { ...selection, columns: ['id' as const], pageSize: 1, withTotal: true }
      const { total } = await send(callDetails, { body }, signal)
      return total
    },
  })

export const callQuery = (id: string) => endpointQuery('call', getCall, { params: { id } })

const contactColumns: CallField[] = [
  'startedAt',
  'direction',
  'status',
  'trackingNumber',
  'location',
  'talkDuration',
  'customerName',
]

export const contactFilter = (contactNumber: string): Filter => ({
  field: 'contactNumber',
  op: 'eq',
  values: [contactNumber],
})

/** The latest calls from and to a number within 90 days. */
export function contactCallsQuery(contactNumber: string) {
  const body = {
    period: { relative: 'last90Days' as const },
    filters: [contactFilter(contactNumber)],
    columns: contactColumns,
    pageSize: 11,
    withTotal: true,
  }
  return endpointQuery('call', callDetails, { body })
}
