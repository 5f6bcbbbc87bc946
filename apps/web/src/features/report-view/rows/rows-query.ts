import { answerColumns } from '@callboard/contract/answer-columns'
import { runReport, type RunReportAnswer } from '@callboard/contract/reports'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { EngineOrder, Run } from '#web/features/report-view/queries.ts'
import { type ReportSort, runOf } from '#web/features/report-view/report-url.ts'
import { send } from '#web/lib/api/api.ts'

/** Rows per request. */
const size = 200

interface RowsPage {
  number: number
  /** Of the first page. */
  cursor?: string | undefined
}

const firstPage: RowsPage = { number: 1 }

/** The rows of a report of calls, page by page: all as they were when the first page was read. */
export function reportRowsQuery({ report, state, timeZone, isDraft = false }: Run) {
  const { parameters, steps, ...stored } = runOf(report, state)
  const what = isDraft ? { definition: report.definition } : stored
  const sort = rowsOrder(state.sort)
  const body = { ...what, parameters, steps, timeZone, ...(sort !== undefined && { sort }) }
  return infiniteQueryOptions({
    queryKey: ['report', runReport.path, 'rows', body],
    queryFn: ({ pageParam: { number, cursor }, signal }) =>
      send(
        runReport,
        { body: { ...body, page: { number, size }, ...(cursor !== undefined && { cursor }) } },
        signal,
      ),
    initialPageParam: firstPage,
    getNextPageParam: ({ meta }, pages, { number }): RowsPage | undefined =>
      number * size < meta.rowCount ? { number: number + 1, cursor: pages[0]?.meta.cursor } : undefined,
    placeholderData: keepPreviousData,
    // The rows must not change while somebody reads them.
    refetchOnWindowFocus: false,
  })
}

/** What the engine is asked to sort by; undefined: as the report says. */
export function rowsOrder(sort: ReportSort | undefined): EngineOrder | undefined {
  if (sort === undefined) return undefined
  return [{ field: fieldOf(sort.column), desc: sort.desc }]
}

/** The field that a column tells, by its key: money has a column for each currency. */
export function fieldOf(key: string): string {
  return key.replace(/:.*$/, '')
}

/** The pages that are loaded as one answer. */
export function joinPages(pages: readonly RunReportAnswer[]): RunReportAnswer | undefined {
  const [first, ...later] = pages
  if (first === undefined) return undefined
  const labels = { ...first.labels }
  for (const page of later)
    for (const [column, names] of Object.entries(page.labels))
      labels[column] = { ...labels[column], ...names }
  return { ...first, labels, rows: pages.flatMap(({ rows }) => rows) }
}

/** Keys of the columns that the engine sorts by: a report of calls is sorted by all but amounts of several currencies. */
export function sortableKeys(answer: RunReportAnswer): ReadonlySet<string> {
  return new Set(answerColumns(answer).flatMap(({ key, currency }) => (currency === undefined ? [key] : [])))
}
