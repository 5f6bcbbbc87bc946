import { useMutation } from '@tanstack/react-query'
import { App, Button, type ButtonProps, type ModalFuncProps } from 'antd'
import { useState } from 'react'
import { explainedError } from '#web/lib/api/api-error.ts'
import type { Subject } from '#web/lib/api/endpoint-query.ts'
import { useDoneMessage } from '#web/records/done-message.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { useMessage } from '#web/ui/message.tsx'

interface ActionButtonProps extends Omit<ButtonProps, 'loading' | 'onClick'> {
  action: () => Promise<unknown>
  changes: readonly Subject[]
  /** Asked first. */
  question?: Pick<ModalFuncProps, 'title' | 'content' | 'okText' | 'okButtonProps'>
  /** Said when the action has succeeded. */
  done?: string
  /** Puts back what was there before; offered with `done`. */
  undo?: (() => Promise<unknown>) | undefined
  onDone?: () => void
}

/** A button that changes something on the server at once, or after a question; an error is shown as a message. */
export function ActionButton(props: ActionButtonProps) {
  const { action, changes, question, done, undo, onDone, ...button } = props
  const { modal } = App.useApp()
  const message = useMessage()
  const sayDone = useDoneMessage(changes)
  const invalidate = useInvalidate()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: action,
    onSuccess: () => {
      if (done !== undefined) sayDone(done, undo)
      onDone?.()
    },
    onError: (error) => message.error(explainedError(error)),
    // After an error too: somebody else may have changed what is shown.
    onSettled: () => invalidate(...changes),
  })
  const label = typeof button.children === 'string' ? button.children : ''
  const [startedLabel, setStartedLabel] = useState('')
  const run = async () => {
    setStartedLabel(label)
    await mutateAsync().catch(() => undefined)
  }
  const ask = () => modal.confirm({ okButtonProps: { danger: true }, ...question, onOk: run })
  // With another label it does something else, which need not wait for the rest of the page.
  const isLoading = isPending && label === startedLabel
  return (
    <Button {...button} loading={isLoading} onClick={() => void (question === undefined ? run() : ask())} />
  )
}
