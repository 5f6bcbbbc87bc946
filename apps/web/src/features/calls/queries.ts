import { type CallField, callDetails, type Filter, getCall } from '@callboard/contract/calls'
import type { Period } from '@callboard/contract/period'
import { listParameterValues, type ParameterName } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send } from '#web/lib/api.ts'
import type { CallSort } from '#web/lib/call-list-url.ts'

/** Which calls; not in which order, nor which of their columns. */
export interface CallSelection {
  period: Period
  timeZone: string
  filters: Filter[]
  keyword: string | undefined
}

export interface CallOrder {
  sort: CallSort
  desc: boolean
}

const pageSize = 100

/** The calls page by page; as many pages as were asked for stay loaded. */
export const callPagesQuery = (selection: CallSelection, order: CallOrder, columns: CallField[]) =>
  infiniteQueryOptions({
    queryKey: [callDetails.path, 'pages', selection, order, columns],
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
    // A deep list is not loaded again, page after page, each time somebody comes back to the window.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 1,
  })

/** Asked apart from the pages, so that neither paging nor sorting counts again, and counting keeps no row waiting. */
export const callCountQuery = (selection: CallSelection) =>
  queryOptions({
    queryKey: [callDetails.path, 'count', selection],
    queryFn: async ({ signal }) => {
      const body = { ...selection, columns: ['id' as const], pageSize: 1, withTotal: true }
      const { total } = await send(callDetails, { body }, signal)
      return total
    },
  })

export const callQuery = (id: string) =>
  queryOptions({
    queryKey: [getCall.path, id],
    queryFn: ({ signal }) => send(getCall, { params: { id } }, signal),
    placeholderData: keepPreviousData,
  })

const callerColumns: CallField[] = [
  'startedAt',
  'direction',
  'status',
  'trackingNumber',
  'location',
  'talkDuration',
  'customerName',
]

export const callerFilter = (callerNumber: string): Filter => ({
  field: 'callerNumber',
  op: 'eq',
  values: [callerNumber],
})

/** The latest calls of a caller within 90 days. */
export const callerCallsQuery = (callerNumber: string) =>
  queryOptions({
    queryKey: [callDetails.path, 'caller', callerNumber],
    queryFn: ({ signal }) =>
      send(
        callDetails,
        {
          body: {
            period: { relative: 'last90Days' },
            filters: [callerFilter(callerNumber)],
            columns: callerColumns,
            pageSize: 11,
            withTotal: true,
          },
        },
        signal,
      ),
  })

/** As many as the server gives at once; what lies beyond is found by a keyword. */
const mostValues = 200

/** Values that a field has among the calls that the user may see. */
export const fieldValuesQuery = (parameter: ParameterName, keyword = '') =>
  queryOptions({
    queryKey: [listParameterValues.path, parameter, emptyGuid, { keyword, pagesize: mostValues }],
    queryFn: ({ signal }) =>
      send(
        listParameterValues,
        {
          params: { parameter, id: emptyGuid },
          query: { pagesize: mostValues, ...(keyword === '' ? {} : { keyword }) },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })
