import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'

interface DeleteRecordButtonProps {
  kind: string
  /** The name of the record, for the question. */
  name: string
  /** What goes with it. */
  explanation: ReactNode
  /** Where the record is not deleted but ended: it stays to be read. */
  verb?: 'Delete' | 'End'
  remove: () => Promise<unknown>
}

/** Asks, deletes, and goes back to the list. */
export function DeleteRecordButton({
  kind,
  name,
  explanation,
  verb = 'Delete',
  remove,
}: DeleteRecordButtonProps) {
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  const navigate = useNavigate()
  const deleting = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await navigate(paths.manageList(kind))
      void client.invalidateQueries({ queryKey: [kind] })
      message.success(`${name} is ${verb === 'End' ? 'ended' : 'deleted'}.`)
    },
    onError: (error) => message.error(errorText(error)),
  })
  const ask = () =>
    modal.confirm({
      title: `${verb} ${name}?`,
      content: explanation,
      okText: verb,
      okButtonProps: { danger: true },
      onOk: async () => await deleting.mutateAsync().catch(() => undefined),
    })
  return (
    <Button danger loading={deleting.isPending} onClick={() => void ask()}>
      {verb}
    </Button>
  )
}
