import type { Assignment, AssignmentValues } from '@callboard/contract/numbers'
import type { ColumnType, Generated } from 'kysely'

export interface NumberTables {
  number_assignment: NumberAssignmentTable
  number_timeline: NumberTimelineTable
  number_change: NumberChangeTable
  number_change_part: NumberChangePartTable
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
  /** That wrote it. */
  last_change_id: string | null
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
  undone_by_id: string | null
  /** That are still to be written. */
  parts_left: Generated<number>
}

/** What is to be said of a number, from then to then; what it stands for at other times stays. */
export interface WantedNumber {
  number: string
  spans: readonly {
    /** An instant; null: since ever. */
    from: string | null
    /** Exclusive; null: for ever. */
    until: string | null
    values: Partial<AssignmentValues>
    /** Values that are not named are to be null; they stay unless it is said. */
    isWhole?: boolean
  }[]
}

/** Numbers that are written together. */
interface NumberChangePartTable {
  id: Generated<string>
  change_id: string
  /** How many. */
  numbers: number
  /** Until it is written, unless it undoes another one. */
  wanted: ColumnType<readonly WantedNumber[] | null, string | null, null>
  undoes_id: string | null
  /** From when it is written. */
  entity_ids: string[] | null
  before: ColumnType<TimelinesOfNumbers | null, string | null, string>
  after: ColumnType<TimelinesOfNumbers | null, string | null, string>
}
