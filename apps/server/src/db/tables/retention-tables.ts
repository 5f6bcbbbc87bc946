import type { RetentionKind } from '@callboard/contract/retention'
import type { Generated } from 'kysely'

/** A legal hold on a call. */
export interface CallHoldTable {
  /** Of the call. */
  id: string
  customer_id: string
  /** The call in words. */
  name: string
  reason: string
  held_by: string
  created_at: Date
}

/** What was deleted at once, and why. */
export interface RetentionDeletionTable {
  id: Generated<string>
  /** Shared by all that a run deletes. */
  run_id: string
  at: Date
  /** Null of mails. */
  customer_id: string | null
  kind: RetentionKind
  /** For how long it was to be kept; null of what somebody undid. */
  days: number | null
  count: number
  oldest: Date
  newest: Date
  /** Of calls: the change that took them out. */
  change_number: number | null
}
