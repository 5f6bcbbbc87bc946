import type { CallDamageKind } from '@callboard/contract/call-problems'
import type { Generated } from 'kysely'

export interface CallCheckTables {
  call_check: CallCheckTable
  call_damage: CallDamageTable
  call_count: CallCountTable
  returned_recalculation: ReturnedRecalculationTable
}

/** Of its one row: how far the check of the stored calls is. */
interface CallCheckTable {
  /** What was checked last, in the order of customers and steps; empty and 0 when it begins. */
  customer_id: string
  step: number
  /** Null before the first one. */
  begun_at: Date | null
  /** Null before the end of the first one. */
  finished_at: Date | null
}

/** What a step of the check found last. */
interface CallDamageTable {
  customer_id: string
  kind: CallDamageKind
  step: number
  /** Of calls; of relations, the callers. */
  count: number
  found_at: Generated<Date>
}

/** How many calls a customer had at a change; more than are stored when some are missing. */
interface CallCountTable {
  customer_id: string
  count: number
  change_number: number
}

/** Of its one row: how far it is to work out anew which calls were returned. */
interface ReturnedRecalculationTable {
  is_only: Generated<boolean>
  /** Grows whenever it begins anew. */
  revision: Generated<number>
  /** The one that was done last; empty at the beginning. */
  customer_id: Generated<string>
  calls_done: Generated<number>
  calls_total: Generated<number>
  is_finished: Generated<boolean>
}
