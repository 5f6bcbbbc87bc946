import type { DeliveryStatus } from '@callboard/contract/subscriptions'
import { Tag } from 'antd'
import { statusNames } from '#web/features/subscriptions/subscription-words.ts'

const colors = {
  waiting: 'blue',
  rendering: 'blue',
  outbox: 'blue',
  sending: 'blue',
  sent: 'default',
  skipped: 'default',
  failed: 'red',
  uncertain: 'orange',
} as const satisfies Record<DeliveryStatus, string>

export function DeliveryStatusTag({ status }: { status: DeliveryStatus }) {
  return <Tag color={colors[status]}>{statusNames[status]}</Tag>
}
