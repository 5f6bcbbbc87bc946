import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Subject } from '#web/lib/api/endpoint-query.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'

interface DeleteRecordButtonProps {
  changes: readonly Subject[]
  /** The name of the record, for the question. */
  name: string
  /** What goes with it. */
  explanation: ReactNode
  /** The explanation says why it cannot be done. */
  isImpossible?: boolean
  /** A record that is revoked, and not deleted, can still be read. */
  verb?: 'Delete' | 'Revoke'
  action: () => Promise<unknown>
  /** Where it can be put back. */
  undo?: () => Promise<unknown>
}

/** Asks, deletes, and goes back to the list. */
export function DeleteRecordButton(props: DeleteRecordButtonProps) {
  const { changes, name, explanation, isImpossible = false, verb = 'Delete', action, undo } = props
  const navigate = useNavigate()
  const done = verb === 'Revoke' ? 'revoked' : 'deleted'
  return (
    <ActionButton
      danger
      question={{
        title: isImpossible ? `${name} cannot be ${done}` : `${verb} ${name}?`,
        content: explanation,
        okText: verb,
        okButtonProps: { danger: true, disabled: isImpossible },
      }}
      action={async () => {
        await action()
        // The page must be gone before its subject is loaded again: the record is not there any more.
        await navigate('..', { relative: 'path', flushSync: true })
      }}
      undo={undo}
      changes={changes}
      done={`${name} is ${done}.`}
    >
      {verb}
    </ActionButton>
  )
}
