import type { ExportType } from '@callboard/contract/export-types'
import { runReport } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { runReportQuery } from '#web/features/reports/queries.ts'
import { type ReportState, runOf } from '#web/features/reports/report-url.ts'
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
    ...runReportQuery({ report, state, timeZone }),
    enabled: false,
  })
  function exportAs({ name, contentType }: ExportType) {
    void start({
      what: `${report.name} as ${name}`,
      save: (signal) =>
        download(runReport, { body: { ...runOf(report, state), timeZone } }, contentType, signal),
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
