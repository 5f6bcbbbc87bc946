import type { ExportType } from '@callboard/contract/export-types'
import { runReport } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { type ReportState, runOf } from '#web/features/reports/report-url.ts'
import { engineOrder, ownRunQuery } from '#web/features/reports/report-run.ts'
import type { ShownReport } from '#web/features/reports/shown-report.ts'
import { download } from '#web/lib/api.ts'
import { ExportMenu } from '#web/ui/ExportMenu.tsx'
import { useFileExport } from '#web/ui/file-export.tsx'

interface ExportButtonProps {
  report: ShownReport
  state: ReportState
  timeZone: string
}

/** Exports all rows as a file, of a type that the report allows. */
export function ExportButton({ report, state, timeZone }: ExportButtonProps) {
  const { isRunning, start } = useFileExport()
  // What is on the screen knows how many rows there are.
  const answer = useQuery({
    ...ownRunQuery({ report, state, timeZone }),
    enabled: false,
  })
  const sort = engineOrder(answer.data, state.sort)
  const body = { ...runOf(report, state), timeZone, ...(sort !== undefined && { sort }) }
  function exportAs({ name, contentType }: ExportType) {
    void start({
      what: `${report.name} as ${name}`,
      save: (signal) => download(runReport, { body }, contentType, signal),
    })
  }
  return (
    <ExportMenu
      types={report.exportTypes}
      rowCount={answer.data?.meta.rowCount}
      columnCount={answer.data?.columns.length ?? 0}
      isRunning={isRunning}
      onExport={exportAs}
    />
  )
}
