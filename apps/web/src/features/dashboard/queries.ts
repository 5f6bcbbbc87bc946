import { listCallBacks } from '@callboard/contract/call-backs'
import { callDetails } from '@callboard/contract/calls'
import { getDashboard, getRoleDashboard } from '@callboard/contract/dashboard'
import { dashboardReports, runReport } from '@callboard/contract/reports'
import { keepPreviousData } from '@tanstack/react-query'
import type { DashboardState } from '#web/features/dashboard/dashboard-search.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { customerFilters } from '#web/lib/reporting/customer-filters.ts'

/** What every part of the dashboard is asked for. */
export interface DashboardScope extends Omit<DashboardState, 'timeZone' | 'state' | 'matchWeekdays'> {
  timeZone: string
  matchWeekdays: boolean
}

/** What the dashboard shows, and in which order. */
export const dashboardQuery = endpointQuery('dashboard', getDashboard, {})

export const roleDashboardQuery = (id: string) => endpointQuery('role', getRoleDashboard, { params: { id } })

/** Begins the keys of all figures, and of the latest calls. */
export const figuresKey = ['dashboard', runReport.path] as const
export const latestCallsKey = ['dashboard', callDetails.path] as const

type DashboardPart = keyof typeof dashboardReports

/** The others ask for no comparison, and refuse one. */
const comparedParts: ReadonlySet<DashboardPart> = new Set(['summary', 'overTime'])

/** One part of the dashboard: a request of its own, so that none waits for another. */
export function dashboardPartQuery(
  part: DashboardPart,
  scope: DashboardScope,
  parameters: Readonly<Record<string, readonly string[]>> = {},
) {
  const body = dashboardPartRun(part, scope, parameters)
  return { ...endpointQuery('dashboard', runReport, { body }), placeholderData: keepPreviousData }
}

/** What a part of the dashboard runs. */
export function dashboardPartRun(
  part: DashboardPart,
  scope: DashboardScope,
  parameters: Readonly<Record<string, readonly string[]>> = {},
) {
  const { period, compare, matchWeekdays, customers, entityGroups, timeZone } = scope
  return {
    reportId: dashboardReports[part],
    parameters: {
      dateRange: period,
      ...(comparedParts.has(part) && (compare === 'none' ? { compare: null } : { compare, matchWeekdays })),
      ...(customers.length > 0 && { customer: customers }),
      ...(entityGroups.length > 0 && { entityGroup: entityGroups }),
      ...parameters,
    },
    timeZone,
  }
}

export const latestPeriod = { relative: 'last30Days' } as const

const latestColumns = [
  'startedAt',
  'direction',
  'status',
  'contactNumber',
  'callerName',
  'location',
  'source',
  'talkDuration',
] as const

/** The ten newest calls, whatever the period of the dashboard. */
export function latestCallsQuery({ customers, entityGroups }: DashboardScope) {
  const filters = customerFilters(customers)
  const body = { period: latestPeriod, filters, entityGroups, columns: [...latestColumns], pageSize: 10 }
  return { ...endpointQuery('dashboard', callDetails, { body }), placeholderData: keepPreviousData }
}

/** As the list of call backs begins, whatever the period of the dashboard. */
const callBackPeriod = { relative: 'last7Days' } as const

/** Who waits longest for a call back, and how many do. */
export function longestWaitingQuery({ customers, entityGroups, timeZone }: DashboardScope) {
  const filters = customerFilters(customers)
  const body = { period: callBackPeriod, timeZone, filters, entityGroups, pageSize: 5 }
  return { ...endpointQuery('callBack', listCallBacks, { body }), placeholderData: keepPreviousData }
}
