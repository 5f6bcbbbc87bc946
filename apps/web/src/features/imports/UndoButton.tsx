import { formatCounted } from '@callboard/contract/format'
import { type Import, type ImportUndo, undoImport } from '@callboard/contract/imports'
import { searchQuarantine } from '@callboard/contract/quarantine'
import { useMutation } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useNavigate } from 'react-router'
import { importSubjects } from '#web/features/imports/queries.ts'
import { explainedError } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/api.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { toQueryString } from '#web/lib/urls/url-state.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { Stack } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

/** Asks what undoing an import would do, says so, and does it. */
export function UndoButton({ id, name, rejected, customerId, sourceSystem }: Import) {
  const navigate = useNavigate()
  const { modal } = App.useApp()
  const message = useMessage()
  const invalidate = useInvalidate()
  const onError = (error: unknown) => message.error(explainedError(error))
  const undoing = useMutation({
    mutationFn: async () => await send(undoImport, { params: { id }, body: { confirm: true } }),
    onError,
    onSettled: async () => await invalidate(...importSubjects),
  })
  const ask = ({ undo, quarantined }: { undo: ImportUndo; quarantined: number }) => {
    const rows = paths.quarantine + toQueryString({ customer: customerId, source: sourceSystem })
    const dialog = modal.confirm({ ...question(undo), content: <UndoWords undo={undo} /> })
    if (quarantined === 0) return
    const open = () => {
      dialog.destroy()
      void navigate(rows)
    }
    dialog.update({
      content: (
        <Stack gap={12}>
          <UndoWords undo={undo} />
          <StayingRows count={quarantined} address={rows} onOpen={open} />
        </Stack>
      ),
    })
  }
  const question = (undo: ImportUndo) => ({
    title: `Undo the import of ${name}?`,
    okText: undo.calls === 0 ? 'Mark as undone' : `Delete ${formatCounted(undo.calls, 'call')}`,
    okButtonProps: { danger: true },
    onOk: async () => await undoing.mutateAsync().catch(() => undefined),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { undo } = await send(undoImport, { params: { id }, body: {} })
      if (rejected === 0) return { undo, quarantined: 0 }
      const body = { customerId, sourceSystem, pageSize: 1 }
      return { undo, quarantined: (await send(searchQuarantine, { body })).total }
    },
    onError,
    onSuccess: ask,
  })
  return (
    <Button danger loading={isPending || undoing.isPending} onClick={() => mutate()}>
      Undo
    </Button>
  )
}

interface StayingRowsProps {
  count: number
  /** Of their list. */
  address: string
  onOpen: () => void
}

/** The dialog stands outside of the pages, so that it cannot have links of theirs. */
function StayingRows({ count, address, onOpen }: StayingRowsProps) {
  return (
    <div>
      {formatCounted(count, 'rejected row')} of this source {count === 1 ? 'stays' : 'stay'} in{' '}
      <a
        href={address}
        onClick={(event) => {
          event.preventDefault()
          onOpen()
        }}
      >
        quarantine
      </a>
      , where you can delete {count === 1 ? 'it' : 'them'}. Calls accepted from there are kept.
    </div>
  )
}

/** What becomes, or became, of the calls that an import brought. */
export function UndoWords({ undo, isDone = false }: { undo: ImportUndo; isDone?: boolean }) {
  return (
    <Stack as="ul" gap={4} margin="0" padding="0 0 0 18px">
      {undoLines(undo, isDone).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Stack>
  )
}

function undoLines(
  { calls, annotated, recorded, held, changed, gone }: ImportUndo,
  isDone: boolean,
): string[] {
  const one = (count: number, single: string, several: string) =>
    formatCounted(count, `call ${single}`, `calls ${several}`)
  const lines = [
    isDone
      ? one(calls, 'was deleted.', 'were deleted.')
      : one(calls, 'that only this import brought is deleted.', 'that only this import brought are deleted.'),
    annotated > 0 &&
      `Somebody has tagged, noted or scored ${formatCounted(annotated, 'of them', 'of them')}.`,
    recorded > 0 &&
      `${formatCounted(recorded, 'of them has recordings', 'of them have recordings')}, which go too.`,
    held > 0 && `${one(held, 'stays', 'stay')} because of a legal hold.`,
    changed > 0 && `${one(changed, 'stays', 'stay')} because something has changed it since.`,
    gone > 0 && `${one(gone, 'is', 'are')} no longer there.`,
  ]
  return lines.filter((line) => line !== false)
}
