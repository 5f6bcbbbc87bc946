import * as managing from '@callboard/contract/manage-reports'
import * as groups from '@callboard/contract/report-groups'
import * as sets from '@callboard/contract/report-sets'
import { groupUserSorts } from '@callboard/contract/entity-groups'
import type { Output } from '@callboard/contract/endpoint'
import { pageSizeLimit } from '@callboard/contract/paging'
import { Guid } from '@callboard/contract/scalars'
import type { z } from 'zod'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { recordKind } from '#web/records/record-kind.ts'

export type FoundReport = Output<typeof managing.searchReports>['items'][number]

export const ManagedReportsSearch = listSearchOf(managing.reportSorts, { set: Guid.optional() })

export function managedReportsQuery(state: z.output<typeof ManagedReportsSearch>) {
  const body = { ...searchBody(state), setId: state.set }
  return endpointQuery('report', managing.searchReports, { body })
}

/** The reports of a set, for their names; inactive ones included. */
export function reportsOfSetQuery(setId: string) {
  const body = { setId, activeOnly: false, pageSize: pageSizeLimit }
  return endpointQuery('report', managing.searchReports, { body })
}

export const reportUsesQuery = (reportId: string) =>
  endpointQuery('report', managing.getReportUses, { params: { reportId } })

export const ReportSetsSearch = listSearchOf(sets.reportSetSorts, {})

export function reportSetsQuery(state: z.output<typeof ReportSetsSearch>, groupId?: string) {
  return endpointQuery('reportSet', sets.searchReportSets, { body: { ...searchBody(state), groupId } })
}

export const reportSetKind = recordKind<sets.ReportSet>('reportSet', {
  nameOf: ({ name }) => name,
  query: (id) => endpointQuery('reportSet', sets.getReportSet, { params: { id } }),
})

export const ReportGroupsSearch = listSearchOf(groups.reportGroupSorts, {})

export function reportGroupsQuery(state: z.output<typeof ReportGroupsSearch>) {
  return endpointQuery('reportGroup', groups.searchReportGroups, { body: searchBody(state) })
}

export const reportGroupKind = recordKind<groups.ReportGroup>('reportGroup', {
  nameOf: ({ name }) => name,
  query: (id) => endpointQuery('reportGroup', groups.getReportGroup, { params: { id } }),
})

export const GroupUsersSearch = listSearchOf(groupUserSorts, {})

export function groupUsersQuery(id: string, state: z.output<typeof GroupUsersSearch>) {
  const input = { params: { id }, body: searchBody(state) }
  return endpointQuery('reportGroup', groups.searchReportGroupUsers, input)
}

export const GroupCustomersSearch = listSearchOf(groups.groupCustomerSorts, {})

export function groupCustomersQuery(id: string, state: z.output<typeof GroupCustomersSearch>) {
  const input = { params: { id }, body: searchBody(state) }
  return endpointQuery('reportGroup', groups.searchReportGroupCustomers, input)
}
