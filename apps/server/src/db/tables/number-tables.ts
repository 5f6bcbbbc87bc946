import type { Assignment } from '@callboard/contract/numbers'
import type { ColumnType, Generated } from 'kysely'

export interface NumberTables {
  number_assignment: NumberAssignmentTable
  number_timeline: NumberTimelineTable
  number_change: NumberChangeTable
}

/** What a tracking number stands for. */
interface NumberAssignmentTable {
  id: Generated<string>
  /** The number. */
  entity_id: string
  customer_id: string
  /** Its code, which stays the same. */
  number: string
  /** Null: it always stood for that. */
  from_at: Date | null
  /** Exclusive; null while it has no end. */
  until_at: Date | null
  source: string | null
  medium: string | null
  campaign: string | null
  keyword: string | null
  location: string | null
  rotationgroup: string | null
  network: string | null
  target_number: string | null
  /** In the currency of the customer. */
  monthly_cost: string | null
  note: string | null
  created_at: Generated<Date>
  revision: Generated<number>
}

/** All assignments of a number, and how far its calls say what they say. */
interface NumberTimelineTable {
  entity_id: string
  customer_id: string
  number: string
  revision: Generated<number>
  /** With which all calls of the number are attributed. */
  done_revision: Generated<number>
  /** Of the change of calls that did that; null where none had to be changed. */
  change_number: number | null
}

/** Assignments by the id of the number that has them. */
export type TimelinesOfNumbers = Readonly<Record<string, readonly Assignment[]>>

interface NumberChangeTable {
  id: Generated<string>
  customer_id: string
  made_at: Generated<Date>
  made_by: string | null
  numbers: number
  /** As many as were to be changed, by the preview. */
  calls: number
  before: ColumnType<TimelinesOfNumbers, string, string>
  after: ColumnType<TimelinesOfNumbers, string, string>
  undone_by_id: string | null
}
