import type { deliveryCauses, SubscriptionCondition } from '@callboard/contract/subscriptions'
import type { Schedule } from '@callboard/contract/schedule'
import type { ColumnType, Generated } from 'kysely'

type WithDefault<T> = ColumnType<T, T | undefined, T>
type Json<T> = ColumnType<T, string, string>

export interface SubscriptionTables {
  subscription: SubscriptionTable
  subscription_recipient: SubscriptionRecipientTable
  subscription_run: SubscriptionRunTable
  delivery: DeliveryTable
  portal_secret: { name: 'unsubscribe'; secret: Uint8Array }
}

interface SubscriptionTable {
  id: Generated<string>
  saved_report_id: string
  user_id: string
  name: string
  schedule: Json<Schedule>
  /** Extensions. */
  export_types: string[]
  subject: WithDefault<string>
  email_template_id: string | null
  condition: Json<SubscriptionCondition> | null
  is_active: WithDefault<boolean>
  /** Why the portal paused it. */
  paused_reason: string | null
  is_deleted: WithDefault<boolean>
  /** It comes back with its saved report. */
  is_deleted_with_report: WithDefault<boolean>
  /** For change tracking. */
  recipients: ColumnType<RecordedRecipient[], string | undefined, string>
  next_run_at: Date | null
  last_run_at: Date | null
  created_at: Generated<Date>
  revision: WithDefault<number>
}

/** A recipient as change tracking tells of them: by the id of a user, or an outside address. */
interface RecordedRecipient {
  id: string
  name: string
}

/** A user or an outside address in lower case. */
interface SubscriptionRecipientTable {
  id: Generated<string>
  subscription_id: string
  user_id: string | null
  email: string | null
  unsubscribed_at: Date | null
  /** Taken off the list. */
  is_removed: WithDefault<boolean>
}

/** All deliveries of one due time, or of what somebody asked for by hand. */
interface SubscriptionRunTable {
  id: Generated<string>
  subscription_id: string
  due_at: Date
  cause: (typeof deliveryCauses)[number]
  /** Who asked by hand. */
  asked_by: string | null
  created_at: Generated<Date>
}

interface DeliveryTable {
  id: Generated<string>
  run_id: string
  subscription_id: string
  user_id: string | null
  email: string | null
  /** Once `mailed`, the mail tells what became of it. */
  status: WithDefault<'waiting' | 'rendering' | 'mailed' | 'skipped' | 'failed'>
  reason: string | null
  attempts: WithDefault<number>
  not_before: Date | null
  worker: string | null
  beat_at: Date | null
  row_count: number | null
  snapshot: number | null
  /** Of the rows that the recipient saw. */
  scope_fingerprint: string | null
  files: ColumnType<DeliveredFile[], string | undefined, string>
  created_at: Generated<Date>
  ended_at: Date | null
}

interface DeliveredFile {
  name: string
  /** Of the file store; null once it was deleted. */
  key: string | null
  bytes: number
  isAttached: boolean
}
