import { fileTypes } from '@callboard/contract/export-types'
import { formatCounted } from '@callboard/contract/format'
import { Suspense, useState } from 'react'
import { defaultFileColumns, fileColumns } from '#web/features/calls/list/file-columns.ts'
import type { CallOrder, CallSelection } from '#web/features/calls/queries.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { useCallAttributes } from '#web/lib/reporting/call-attributes.ts'
import { useChosenColumns } from '#web/lib/reporting/chosen-columns.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { RowsExport } from '#web/records/exports/RowsExport.tsx'

const FileColumnsModal = lazyExport(
  () => import('#web/features/calls/list/FileColumnsModal.tsx'),
  'FileColumnsModal',
)

interface CallsExportProps {
  selection: CallSelection
  order: CallOrder
  total: number | null | undefined
  /** Keys of the columns of the screen. */
  shownColumns: readonly string[]
}

/** The calls of the list as a file, with the columns that the user chose for files, or those of the screen. */
export function CallsExport({ selection, order, total, shownColumns }: CallsExportProps) {
  const user = useCurrentUser()
  const attributes = useCallAttributes()
  const all = fileColumns(attributes)
  const [chosen, choose] = useChosenColumns(`callFileColumns:${user.id}`, all)
  const [isChoosing, setIsChoosing] = useState(false)
  const columns =
    chosen === undefined
      ? defaultFileColumns(shownColumns, attributes)
      : all.filter((name) => chosen.includes(name))
  return (
    <>
      <RowsExport
        types={fileTypes}
        what={typeof total === 'number' ? formatCounted(total, 'call') : 'Calls'}
        rows={{ calls: { ...selection, ...order, columns } }}
        rowCount={total ?? undefined}
        columns={columns}
        onChooseColumns={() => setIsChoosing(true)}
      />
      {isChoosing && (
        <Suspense fallback={null}>
          <FileColumnsModal shown={columns} onChange={choose} onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}
