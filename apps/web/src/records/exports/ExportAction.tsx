import { fileTypes } from '@callboard/contract/export-types'
import * as endpoints from '@callboard/contract/exports'
import type { Export } from '@callboard/contract/exports'
import { download, send } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { isUnderWay } from '#web/records/exports/exports-query.ts'

const changes = ['export'] as const

/** What one does most with an export as it is: stop it, have its file, or begin it again. */
export function ExportAction({ item, onDone }: { item: Export; onDone?: () => void }) {
  const { id, name, state, format } = item
  const input = { params: { id } }
  const shared = { changes, size: 'small', ...(onDone !== undefined && { onDone }) } as const
  if (isUnderWay(item)) {
    return (
      <ActionButton
        {...shared}
        aria-label={`Stop the export of ${name}`}
        action={() => send(endpoints.stopExport, input)}
      >
        Stop
      </ActionButton>
    )
  }
  if (state === 'ready') {
    const accept = fileTypes.find(({ extension }) => extension === format)?.contentType ?? '*/*'
    return (
      <ActionButton
        {...shared}
        type="primary"
        aria-label={`Download ${item.fileName ?? name}`}
        action={() => download(endpoints.getExportFile, input, accept)}
      >
        Download
      </ActionButton>
    )
  }
  return (
    <ActionButton
      {...shared}
      aria-label={`Export ${name} again`}
      action={() => send(endpoints.repeatExport, input)}
    >
      Export again
    </ActionButton>
  )
}
