import { callDetails } from '@callboard/contract/calls'
import { type ExportType, type FileFormat, findFileFormat } from '@callboard/contract/export-types'
import { createExport, type ExportedRows } from '@callboard/contract/exports'
import { runReport } from '@callboard/contract/reports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { download, send } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { useIsViewingAs } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import { exportQuery, exportsQuery, isUnderWay } from '#web/records/exports/exports-query.ts'
import { ExportMenu } from '#web/ui/buttons/ExportMenu.tsx'
import { useFileExport } from '#web/ui/buttons/file-export.tsx'
import { ExportAction } from '#web/records/exports/ExportAction.tsx'
import { ExportProgress } from '#web/records/exports/ExportProgress.tsx'
import { Grid, QuietText, Row } from '#web/ui/layout.tsx'
import { invalidate } from '#web/records/invalidate.ts'

type Rows = z.input<typeof ExportedRows>

interface RowsExportProps {
  types: readonly ExportType[]
  /** What is exported, in words. */
  what: string
  rows: Rows
  /** Undefined while it is not known. */
  rowCount: number | undefined
  /** Their names. */
  columns: readonly string[]
  /** Opens the choice of the columns, where there is one. */
  onChooseColumns?: () => void
}

/** Exports all rows of a report or of the call list: a few at once, many in the background. */
export function RowsExport({ types, what, rows, rowCount, columns, onChooseColumns }: RowsExportProps) {
  const file = useFileExport()
  const begin = useBackgroundExport()
  const limit = useQuery(systemSettingsQuery).data?.backgroundExportRows ?? Infinity
  // As somebody else nothing is begun that stays.
  const isViewingAs = useIsViewingAs()
  const isInBackground = !isViewingAs && rowCount !== undefined && rowCount > limit
  function exportAs({ name, contentType }: ExportType) {
    const named = `${what} as ${name}`
    // JSON has few rows, and is never written in the background.
    const format = findFileFormat(contentType)
    if (isInBackground && format !== undefined) void begin(named, rows, format)
    else void file.start({ what: named, save: (signal) => downloadRows(rows, contentType, signal) })
  }
  return (
    <ExportMenu
      types={types}
      rowCount={rowCount}
      columns={columns}
      isRunning={file.isRunning}
      isInBackground={isInBackground}
      onExport={exportAs}
      onChooseColumns={onChooseColumns}
    />
  )
}

async function downloadRows({ report, calls }: Rows, contentType: string, signal: AbortSignal) {
  if (report !== undefined) await download(runReport, { body: report }, contentType, signal)
  if (calls !== undefined) await download(callDetails, { body: calls }, contentType, signal)
}

/** Begins an export, and shows a notice that follows it until it is closed. */
function useBackgroundExport() {
  const { notification } = App.useApp()
  const client = useQueryClient()
  const navigate = useNavigate()
  // At the bottom, where it covers no button of the page.
  const shared = { role: 'status' } as const
  return async (what: string, rows: Rows, format: FileFormat) => {
    try {
      const item = await send(createExport, { body: { format, rows } })
      const { id } = item
      client.setQueryData(exportQuery(id).queryKey, item)
      void invalidate(client, exportsQuery.queryKey)
      const close = () => notification.destroy(id)
      const showAll = () => {
        close()
        void navigate(paths.exports)
      }
      notification.open({
        ...shared,
        key: id,
        title: 'Export in the background',
        description: <ExportNotice id={id} what={what} onShowAll={showAll} onClose={close} />,
      })
    } catch (error) {
      notification.error({
        ...shared,
        title: 'The export could not be started',
        description: errorText(error),
      })
    }
  }
}

interface ExportNoticeProps {
  id: string
  what: string
  onShowAll: () => void
  onClose: () => void
}

/** Follows an export from page to page, and offers its file when it is there. */
function ExportNotice({ id, what, onShowAll, onClose }: ExportNoticeProps) {
  const { data: item, error } = useQuery(exportQuery(id))
  return (
    <Grid gap={4}>
      <span>{what}</span>
      {item === undefined ? error !== null && errorText(error) : <ExportProgress item={item} />}
      {item !== undefined && isUnderWay(item) && (
        <QuietText fontSize={13}>You can keep working or sign out.</QuietText>
      )}
      <Row gap={8} wrap margin="4px 0 0">
        {item !== undefined && (
          <ExportAction item={item} {...(item.state === 'ready' && { onDone: onClose })} />
        )}
        <Button size="small" type="link" onClick={onShowAll}>
          Exports
        </Button>
      </Row>
    </Grid>
  )
}
