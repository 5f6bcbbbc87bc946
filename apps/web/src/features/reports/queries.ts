import * as endpoints from '@callboard/contract/reports'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReportState, runOf } from '#web/features/reports/report-url.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

const minuteMs = 60_000
const noChart = { type: 'none' } as const

export const reportMenuQuery = (userId: string) => ({
  ...endpointQuery('report', endpoints.getReportMenu, { params: { userId } }),
  staleTime: minuteMs,
})

export const reportQuery = (id: string) => ({
  ...endpointQuery('report', endpoints.getReport, { params: { id } }),
  staleTime: minuteMs,
})

/** Rows per request. An answer with no more rows is sorted here. */
export const rowsAtOnce = 1000
/** Rows on a page of the table. */
export const rowsOnPage = 100

interface Run {
  report: endpoints.Report
  state: ReportState
  timeZone: string
  /** Runs the definition as it stands here; for administrators. */
  isDraft?: boolean
}

export function runReportQuery({ report, state, timeZone, isDraft = false }: Run) {
  const page = { number: Math.ceil((state.page * rowsOnPage) / rowsAtOnce), size: rowsAtOnce }
  const { reportId, parameters } = runOf(report, state)
  // The chart draws the same answer, whatever its type.
  const what = isDraft ? { definition: { ...report.definition, chart: noChart } } : { reportId }
  const body = { ...what, parameters, timeZone, page }
  return {
    ...endpointQuery('report', endpoints.runReport, { body }),
    placeholderData: keepPreviousData,
    // The figures must not change while somebody reads them.
    refetchOnWindowFocus: false,
  }
}
