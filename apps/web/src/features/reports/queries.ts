import {
  getReport,
  getReportMenu,
  listParameterValues,
  type ParameterName,
  type Report,
  runReport,
} from '@callboard/contract/reports'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ReportState, runOf } from '#web/features/reports/report-url.ts'
import { send } from '#web/lib/api.ts'

export const reportMenuQuery = (userId: string) =>
  queryOptions({
    queryKey: [getReportMenu.path, userId],
    queryFn: ({ signal }) => send(getReportMenu, { params: { userId } }, signal),
    staleTime: 60_000,
  })

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [getReport.path, id],
    queryFn: ({ signal }) => send(getReport, { params: { id } }, signal),
    staleTime: 60_000,
  })

/** Rows that are asked for at once. An answer of no more rows than these is sorted here. */
export const rowsAtOnce = 1000
/** Rows that stand on a page of the table. */
export const rowsOnPage = 100

interface Run {
  report: Report
  state: ReportState
  timeZone: string
}

export const runReportQuery = ({ report, state, timeZone }: Run) => {
  const page = { number: Math.ceil((state.page * rowsOnPage) / rowsAtOnce), size: rowsAtOnce }
  const body = { ...runOf(report, state), timeZone, page }
  return queryOptions({
    queryKey: [runReport.path, body],
    queryFn: ({ signal }) => send(runReport, { body }, signal),
    placeholderData: keepPreviousData,
    // The figures stay as they are under the eyes of who reads them.
    refetchOnWindowFocus: false,
  })
}

const mostValues = 200

/** Values of a parameter that the user may choose from. */
export const parameterValuesQuery = (parameter: ParameterName, reportId: string, keyword: string) =>
  queryOptions({
    queryKey: [listParameterValues.path, parameter, reportId, { keyword, pagesize: mostValues }],
    queryFn: ({ signal }) =>
      send(
        listParameterValues,
        {
          params: { parameter, id: reportId },
          query: { pagesize: mostValues, ...(keyword === '' ? {} : { keyword }) },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })
