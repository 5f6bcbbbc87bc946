import { callDetails } from '@callboard/contract/calls'
import { dashboardReports, listParameterValues, runReport } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DashboardState } from '#web/features/dashboard/dashboard-search.ts'
import { send } from '#web/lib/api.ts'

/** What every part of the dashboard is asked for. */
export interface DashboardScope extends DashboardState {
  timeZone: string
}

export const dashboardKey = 'dashboard'

type DashboardPart = keyof typeof dashboardReports

/** The others ask for no comparison, and refuse one. */
const comparedParts: ReadonlySet<DashboardPart> = new Set(['summary', 'overTime'])

/** One part of the dashboard: a request of its own, so that none waits for another. */
export function dashboardPartQuery(part: DashboardPart, scope: DashboardScope) {
  const { period, compare, customers, timeZone } = scope
  const body = {
    reportId: dashboardReports[part],
    parameters: {
      dateRange: period,
      ...(comparedParts.has(part) && { compare: compare === 'none' ? null : compare }),
      ...(customers.length > 0 && { customer: customers }),
    },
    timeZone,
  }
  return queryOptions({
    queryKey: [dashboardKey, runReport.path, body],
    queryFn: ({ signal }) => send(runReport, { body }, signal),
    placeholderData: keepPreviousData,
  })
}

export const latestPeriod = { relative: 'last30Days' } as const

const latestColumns = [
  'startedAt',
  'direction',
  'status',
  'callerNumber',
  'callerName',
  'trackingNumber',
  'location',
  'source',
  'talkDuration',
] as const

/** The ten newest calls, whatever the period of the dashboard. */
export function latestCallsQuery(customers: readonly string[]) {
  const filters =
    customers.length === 0 ? [] : [{ field: 'customer', op: 'in' as const, values: [...customers] }]
  return queryOptions({
    queryKey: [dashboardKey, callDetails.path, { customers }],
    queryFn: ({ signal }) =>
      send(
        callDetails,
        { body: { period: latestPeriod, filters, columns: [...latestColumns], pageSize: 10 } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
}

/** Customers that the user may choose from. */
export function customersQuery(keyword: string) {
  return queryOptions({
    queryKey: [listParameterValues.path, 'customer', keyword],
    queryFn: ({ signal }) =>
      send(
        listParameterValues,
        { params: { parameter: 'customer', id: emptyGuid }, query: keyword === '' ? {} : { keyword } },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })
}
