import { searchReports } from '@callboard/contract/manage-reports'
import { getReportUse } from '@callboard/contract/own-reports'
import { pageSizeLimit } from '@callboard/contract/paging'
import { seriesOf, stacksSeries } from '@callboard/contract/charts/report-series'
import * as endpoints from '@callboard/contract/reports'
import type { ReportDefinition, RunReport } from '@callboard/contract/reports'
import * as saved from '@callboard/contract/saved-reports'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ReportState, runOf } from '#web/features/report-view/report-url.ts'
import type { ShownReport } from '#web/features/report-view/shown-report.ts'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

const minuteMs = 60_000
const noChart = { type: 'none' } as const

export const reportMenuQuery = (userId: string) => ({
  ...endpointQuery('report', endpoints.getReportMenu, { params: { userId } }),
  staleTime: minuteMs,
})

/** All active reports, as administrators may run any. */
export const allReportsQuery = {
  ...endpointQuery('report', searchReports, { body: { pageSize: pageSizeLimit } }),
  staleTime: minuteMs,
}

export const reportQuery = (id: string) => ({
  ...endpointQuery('report', endpoints.getReport, { params: { id } }),
  staleTime: minuteMs,
})

/** The saved reports that a user finds. */
export const savedReportsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['savedReport', saved.getSavedReports.path, 'of', userId],
    queryFn: async ({ signal }) =>
      saved.SavedReports.parse(await send(saved.getSavedReports, { params: { id: userId } }, signal)),
    staleTime: minuteMs,
  })

export const savedReportQuery = (id: string) =>
  queryOptions({
    queryKey: ['savedReport', saved.getSavedReports.path, id],
    queryFn: async ({ signal }) =>
      saved.SavedReport.parse(await send(saved.getSavedReports, { params: { id } }, signal)),
    staleTime: minuteMs,
  })

export const reportOfSavedQuery = (id: string) => ({
  ...endpointQuery('report', saved.getReportOfSaved, { params: { id } }),
  staleTime: minuteMs,
})

export const ownedReportsQuery = (userId: string) =>
  endpointQuery('savedReport', saved.searchSavedReports, { body: { userId, pageSize: 200 } })

export const reportUseQuery = endpointQuery('reportUse', getReportUse, {})

/** Rows per request. An answer with no more rows is sorted here. */
export const rowBatchSize = 1000
/** Rows on a page of the table. */
export const rowsOnPage = 100

/** The request for the rows of a page of the table. */
export function pageOfRows(page: number) {
  return { number: Math.ceil((page * rowsOnPage) / rowBatchSize), size: rowBatchSize }
}

export interface Run {
  report: ShownReport
  state: ReportState
  timeZone: string
  /** Runs the definition as it stands here; for administrators. */
  isDraft?: boolean
  /** In place of the order of the report. */
  sort?: EngineOrder | undefined
}

/** Charts of one kind draw the same answer, which is not asked for again: the same rows, the same series, or the same stack. */
function askedChart(definition: ReportDefinition): ReportDefinition['chart'] {
  const { chart } = definition
  if (seriesOf(definition) === undefined) return noChart
  return { ...chart, type: stacksSeries(chart) ? 'stackedBar' : 'line' }
}

export type EngineOrder = NonNullable<RunReport['sort']>

export function runReportQuery({ report, state, timeZone, isDraft = false, sort }: Run) {
  const page = pageOfRows(state.page)
  const { parameters, steps, figure, ...stored } = runOf(report, state)
  const { definition } = report
  const chart = askedChart(definition)
  const what = {
    ...(isDraft ? { definition: { ...definition, chart } } : stored),
    ...(figure !== undefined && { figure }),
  }
  const body = { ...what, parameters, steps, timeZone, page, ...(sort !== undefined && { sort }) }
  return {
    ...endpointQuery('report', endpoints.runReport, { body }),
    placeholderData: keepPreviousData,
    // The figures must not change while somebody reads them.
    refetchOnWindowFocus: false,
  }
}
