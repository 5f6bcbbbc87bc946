import { type Delivery, type DeliveryStatus, resendDelivery } from '@callboard/contract/subscriptions'
import { Button } from 'antd'
import { subscriptionSubjects } from '#web/features/subscriptions/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { Row } from '#web/ui/layout.tsx'

/** What is over, or stuck: what is under way would come twice. */
const resendable: ReadonlySet<DeliveryStatus> = new Set(['sent', 'skipped', 'failed', 'uncertain'])

interface DeliveryActionsProps {
  delivery: Delivery
  mayResend: boolean
  onOpenMail: (delivery: Delivery) => void
}

export function DeliveryActions({ delivery, mayResend, onOpenMail }: DeliveryActionsProps) {
  const { id, savedReportId, status, recipient, subject, isReadable } = delivery
  return (
    <Row gap={6} justify="flex-end" wrap>
      {isReadable && subject !== null && (
        <Button
          size="small"
          aria-label={`Show what ${recipient.name} got`}
          onClick={() => onOpenMail(delivery)}
        >
          Show
        </Button>
      )}
      {mayResend && resendable.has(status) && (
        <ActionButton
          size="small"
          aria-label={`Resend to ${recipient.name}`}
          {...(status === 'sent' || status === 'uncertain' ? { question: questionOf(delivery) } : {})}
          action={() => send(resendDelivery, { params: { savedReportId, id } })}
          changes={subscriptionSubjects}
          done={`Resending to ${recipient.name}.`}
        >
          Resend
        </ActionButton>
      )}
    </Row>
  )
}

/** Whoever may have got it would get it twice. */
function questionOf({ status, recipient }: Delivery) {
  return {
    title: `Send it to ${recipient.name} again?`,
    content:
      status === 'sent'
        ? 'They already received it. It is created again for the same period, with the rows they can see now.'
        : 'It may have arrived. It is created again for the same period, with the rows they can see now.',
    okText: 'Send again',
    okButtonProps: {},
  }
}
