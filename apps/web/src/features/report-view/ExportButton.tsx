import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReportState, runOf } from '#web/features/report-view/report-url.ts'
import { engineOrder, ownRunQuery } from '#web/features/report-view/report-run.ts'
import { reportRowsQuery, rowsOrder } from '#web/features/report-view/rows/rows-query.ts'
import type { ShownReport } from '#web/features/report-view/shown-report.ts'
import { RowsExport } from '#web/records/exports/RowsExport.tsx'

interface ExportButtonProps {
  report: ShownReport
  state: ReportState
  timeZone: string
}

/** Exports all rows as a file, of a type that the report allows. */
export function ExportButton({ report, state, timeZone }: ExportButtonProps) {
  // What is on the screen knows how many rows there are.
  const run = { report, state, timeZone }
  const summary = useQuery({ ...ownRunQuery(run), enabled: false })
  const rows = useInfiniteQuery({ ...reportRowsQuery(run), enabled: false })
  const isOfCalls = report.kind === 'details'
  const answer = isOfCalls ? rows.data?.pages[0] : summary.data
  const sort = isOfCalls ? orderOfFile(report, state) : engineOrder(answer, state.sort)
  const body = { ...runOf(report, state), timeZone, ...(sort !== undefined && { sort }) }
  return (
    <RowsExport
      types={report.exportTypes}
      what={report.name}
      rows={{ report: body }}
      rowCount={answer?.meta.rowCount}
      columns={answer?.columns.map(({ name }) => name) ?? []}
    />
  )
}

/** The order on the screen; of the first calls of a report there are files in its own order alone. */
function orderOfFile({ definition }: ShownReport, { sort }: ReportState) {
  return definition.limit === undefined ? rowsOrder(sort) : undefined
}
