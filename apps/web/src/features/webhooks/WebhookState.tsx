import { formatCount } from '@callboard/contract/format'
import { maxCountedDeliveries, type Webhook } from '@callboard/contract/webhooks'
import { Alert, Tag } from 'antd'
import { useNow } from '#web/lib/now.ts'
import { TimeText } from '#web/ui/values/TimeText.tsx'

/** Deliveries that have waited longer are late. */
const lateAfterMinutes = 10

function useIsLate({ waitingSince }: Webhook): boolean {
  const now = useNow()
  if (waitingSince === null) return false
  return now.since(waitingSince).total('minutes') > lateAfterMinutes
}

/** What is the matter with a webhook, in a word. */
export function WebhookTag({ webhook }: { webhook: Webhook }) {
  const isLate = useIsLate(webhook)
  if (!webhook.isActive) return <Tag>Paused</Tag>
  if (webhook.failingSince !== null) return <Tag color="red">Failing</Tag>
  return isLate ? <Tag color="orange">Behind</Tag> : null
}

/** The same in sentences, above its form; nothing while all is well. */
export function WebhookNotes({ webhook }: { webhook: Webhook }) {
  const { isActive, pausedReason, failingSince, waiting, waitingSince } = webhook
  const isLate = useIsLate(webhook)
  if (isActive && failingSince === null && !isLate) return null
  return (
    <Alert
      type={pausedReason !== null || failingSince !== null ? 'error' : 'warning'}
      showIcon
      title={titleOf(webhook)}
      description={
        <>
          {pausedReason !== null && <>{pausedReason} </>}
          {isActive && failingSince !== null && (
            <>
              Nothing has been accepted since <TimeText at={failingSince} />.{' '}
            </>
          )}
          {waitingSince === null ? (
            'No deliveries wait.'
          ) : (
            <>
              {countWords(waiting)}, the oldest since <TimeText at={waitingSince} />.{' '}
              {isActive
                ? 'They are tried again automatically.'
                : 'They are sent when the webhook is active again.'}
            </>
          )}
        </>
      }
    />
  )
}

function titleOf({ isActive, failingSince }: Webhook): string {
  if (!isActive) return 'This webhook is paused'
  return failingSince === null ? 'The other system is behind' : 'The other system accepts nothing'
}

function countWords(waiting: number): string {
  if (waiting === 1) return '1 delivery waits'
  return `${formatCount(waiting)}${waiting === maxCountedDeliveries ? ' or more' : ''} deliveries wait`
}
