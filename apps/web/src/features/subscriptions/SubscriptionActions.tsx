import { formatCounted } from '@callboard/contract/format'
import * as endpoints from '@callboard/contract/subscriptions'
import type { Subscription } from '@callboard/contract/subscriptions'
import type { ButtonProps } from 'antd'
import { subscriptionSubjects } from '#web/features/subscriptions/queries.ts'
import { activeRecipients } from '#web/features/subscriptions/subscription-words.ts'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { recipientWords } from '#web/lib/recipient-words.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'

interface OfSubscription {
  subscription: Subscription
  size?: ButtonProps['size']
}

const idsOf = ({ savedReportId, id }: Subscription) => ({ savedReportId, id })

/** Sends it to oneself alone. */
export function TestButton({ subscription, size }: OfSubscription) {
  return (
    <ActionButton
      size={size}
      action={() => send(endpoints.testSubscription, { params: idsOf(subscription) })}
      changes={subscriptionSubjects}
      done="A test is on its way to you."
    >
      Send me a test
    </ActionButton>
  )
}

/** Sends it to all recipients, after asking. */
export function RunButton({ subscription, size }: OfSubscription) {
  const me = useCurrentUser()
  const recipients = activeRecipients(subscription)
  return (
    <ActionButton
      size={size}
      disabled={recipients.length === 0}
      aria-label={size === 'small' ? `Run now: ${subscription.name}` : undefined}
      question={{
        title: `Send it to ${formatCounted(recipients.length, 'recipient')} now?`,
        content: `${subscription.name} is sent to ${recipientWords(recipients, me.id)} now, regardless of its condition. Its next scheduled run does not change.`,
        okText: 'Send now',
        okButtonProps: {},
      }}
      action={() => send(endpoints.runSubscription, { params: idsOf(subscription) })}
      changes={subscriptionSubjects}
      done="On its way. See Deliveries for its status."
    >
      Run now
    </ActionButton>
  )
}

/** Pauses it, or resumes one that is paused. */
export function PauseButton({ subscription, size }: OfSubscription) {
  const { id, savedReportId, name, isActive } = subscription
  const set = (active: boolean) => () =>
    send(endpoints.updateSubscription, { params: { savedReportId }, body: { id, isActive: active } })
  const verb = isActive ? 'Pause' : 'Resume'
  return (
    <ActionButton
      size={size}
      aria-label={size === 'small' ? `${verb} ${name}` : undefined}
      action={set(!isActive)}
      undo={set(isActive)}
      changes={subscriptionSubjects}
      done={isActive ? `${name} is paused.` : `${name} resumes at its next scheduled time.`}
    >
      {verb}
    </ActionButton>
  )
}

export function DeleteButton({ subscription }: OfSubscription) {
  return (
    <DeleteRecordButton
      name={subscription.name}
      explanation="Nobody receives it any longer, and pending deliveries are cancelled."
      action={() => send(endpoints.deleteSubscription, { params: idsOf(subscription) })}
      undo={() => send(endpoints.restoreSubscription, { params: idsOf(subscription) })}
      changes={subscriptionSubjects}
    />
  )
}
