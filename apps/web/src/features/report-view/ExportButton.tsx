import { useQuery } from '@tanstack/react-query'
import { type ReportState, runOf } from '#web/features/report-view/report-url.ts'
import { engineOrder, ownRunQuery } from '#web/features/report-view/report-run.ts'
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
  const answer = useQuery({
    ...ownRunQuery({ report, state, timeZone }),
    enabled: false,
  })
  const sort = engineOrder(answer.data, state.sort)
  const body = { ...runOf(report, state), timeZone, ...(sort !== undefined && { sort }) }
  return (
    <RowsExport
      types={report.exportTypes}
      what={report.name}
      rows={{ report: body }}
      rowCount={answer.data?.meta.rowCount}
      columns={answer.data?.columns.map(({ name }) => name) ?? []}
    />
  )
}
