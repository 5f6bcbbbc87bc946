import type { CallBack } from '@callboard/contract/call-backs'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** What people have said of a caller who was missed: of a number of a customer. */
interface CallBackTable {
  id: Generated<string>
  customer_id: string
  number: string
  /** By which changes name it. */
  name: GeneratedAlways<string>
  taken_by: string | null
  taken_until: Date | null
  /** What was done last, by whom, and what they said. */
  action: NonNullable<CallBack['last']>['action'] | null
  note: string | null
  acted_by: string | null
  acted_at: Date | null
  /** Calls up to then need no call back. */
  closed_to: Date | null
  /** What that was before it was closed last. */
  closed_to_before: Date | null
  remind_at: Date | null
  /** Calls up to then wait for the reminder. */
  later_to: Date | null
  changed_at: ColumnType<Date, Date | undefined, Date>
  revision: ColumnType<number, number | undefined, number>
}

/** Of a caller who was put off: whoever did it is told when the time has come. */
interface CallBackReminderTable {
  call_back_id: string
  user_id: string
  due_at: Date
  by_email: boolean
  /** When it was found to be due; until its user has seen it, pages show it. */
  notified_at: Date | null
}

/** A caller of a customer who calls from several numbers, as somebody has said. */
interface LinkedCallerTable {
  id: Generated<string>
  customer_id: string
  /** At least two; each is of one caller of the customer. */
  numbers: string[]
  /** By which changes name it. */
  name: GeneratedAlways<string>
  revision: Generated<number>
}

export interface CallBackTables {
  linked_caller: LinkedCallerTable
  call_back: CallBackTable
  call_back_reminder: CallBackReminderTable
}
