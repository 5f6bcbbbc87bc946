import * as endpoints from '@callboard/contract/alerts'
import type { Alert } from '@callboard/contract/alerts'
import { alertNowWords } from '@callboard/contract/alert-figure-words'
import type { ButtonProps } from 'antd'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'
import { useMailedMessage } from '#web/records/mailed-message.ts'

interface OfAlert {
  alert: Alert
  size?: ButtonProps['size']
}

/** Evaluates it now, and sends the mail to oneself alone. */
export function TestButton({ alert: { id, condition } }: OfAlert) {
  const sayMailed = useMailedMessage()
  async function test() {
    const tested = await send(endpoints.testAlert, { params: { id } })
    const { hasMailServer } = tested
    const where = hasMailServer ? 'is on its way to you' : 'waits in the outbox'
    sayMailed(`Now: ${alertNowWords(condition.measure, tested)} A test ${where}.`, hasMailServer)
  }
  return (
    <ActionButton action={test} changes={['alert', 'mail']}>
      Send me a test
    </ActionButton>
  )
}

/** Pauses it, or resumes one that is paused. */
export function PauseButton({ alert: { id, name, isActive }, size }: OfAlert) {
  const set = (active: boolean) => () =>
    send(endpoints.updateAlert, { params: { id }, body: { isActive: active } })
  const verb = isActive ? 'Pause' : 'Resume'
  return (
    <ActionButton
      size={size}
      aria-label={size === 'small' ? `${verb} ${name}` : undefined}
      action={set(!isActive)}
      undo={set(isActive)}
      changes={['alert']}
      done={isActive ? `${name} is paused.` : `${name} is checked again.`}
    >
      {verb}
    </ActionButton>
  )
}

export function DeleteButton({ alert: { id, name } }: OfAlert) {
  return (
    <DeleteRecordButton
      name={name}
      explanation="No more notifications are sent, and nobody is notified of this."
      action={() => send(endpoints.deleteAlert, { params: { id } })}
      undo={() => send(endpoints.restoreAlert, { params: { id } })}
      changes={['alert']}
    />
  )
}

/** Stops an alert from notifying oneself, or resumes it; nothing for who is not on its list. */
export function StopNotifyingButton({ alert: { id, name, recipients }, size }: OfAlert) {
  const me = useCurrentUser()
  const own = recipients.find(({ userId }) => userId === me.id)
  if (own === undefined) return null
  const isNotified = own.state === 'active'
  const stop = () => send(endpoints.unsubscribe, { params: { id } })
  const notifyAgain = () => send(endpoints.resubscribe, { params: { id } })
  const verb = isNotified ? 'Stop notifying me' : 'Notify me again'
  return (
    <ActionButton
      size={size}
      aria-label={size === 'small' ? `${verb} of ${name}` : undefined}
      action={isNotified ? stop : notifyAgain}
      undo={isNotified ? notifyAgain : stop}
      changes={['alert']}
      done={isNotified ? `${name} no longer notifies you.` : `${name} notifies you again.`}
    >
      {verb}
    </ActionButton>
  )
}
