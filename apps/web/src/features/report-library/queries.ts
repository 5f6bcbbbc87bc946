import * as managing from '@callboard/contract/manage-reports'
import * as sets from '@callboard/contract/report-sets'
import type { Output } from '@callboard/contract/endpoint'
import { pageSizeLimit } from '@callboard/contract/paging'
import { Guid } from '@callboard/contract/scalars'
import type { z } from 'zod'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'

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
