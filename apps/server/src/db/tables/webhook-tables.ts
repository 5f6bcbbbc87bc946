import type { Filter } from '@callboard/contract/calls'
import type { callEvents, deliveryEvents, DeliveryState } from '@callboard/contract/webhooks'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type WithDefault<T> = ColumnType<T, T | undefined, T>

export interface WebhookTables {
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  /** The process that posts to a webhook. */
  webhook_lane: { webhook_id: string; holder: string; held_until: Date }
  call_outbox: CallOutboxTable
}

interface WebhookTable {
  id: Generated<string>
  name: string
  /** Whose calls it tells of; null for those of all. */
  customer_id: string | null
  url: string
  /** With which posts are signed. */
  secret: string
  events: (typeof callEvents)[number][]
  filters: ColumnType<Filter[], string, string>
  is_active: WithDefault<boolean>
  /** Why the portal paused it. */
  paused_reason: string | null
  /** Since when nothing that was posted has been accepted. */
  failing_since: WithDefault<Date | null>
  created_at: Generated<Date>
  revision: WithDefault<number>
}

interface WebhookDeliveryTable {
  /** Follows from webhook, call and change, so that what is noted twice is posted once. */
  id: string
  webhook_id: string
  event: (typeof deliveryEvents)[number]
  /** Null for a test. */
  call_id: string | null
  call_started_at: Date | null
  /** Of the change of calls that it tells of; in the order of these a call is told of. */
  number: number
  state: WithDefault<DeliveryState>
  tries: WithDefault<number>
  not_before: WithDefault<Date>
  created_at: Generated<Date>
  tried_at: Date | null
  status: number | null
  answer: string | null
  error: string | null
}

interface CallOutboxTable {
  id: GeneratedAlways<number>
  number: number
  calls: unknown
}
