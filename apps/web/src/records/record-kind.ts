import type { TableType } from '@callboard/contract/change-tracking'
import type { AnswerQuery, Subject } from '#web/lib/endpoint-query.ts'
import type { Crumb } from '#web/records/ManageCrumbs.tsx'

/** What list, page and form of a kind of record have in common. */
export interface RecordKind<T> {
  /** Begins the keys of all queries about these records. */
  subject: Subject
  /** Under which changes of them are recorded. */
  tableType: TableType
  /** Part of the address under manage/. */
  path: string
  /** Stands above the list. */
  above?: readonly Crumb[]
  /** Of the list, as `Roles`. */
  title: string
  /** Of the button and the page that add one, as `Add Role`. */
  addLabel: string
  nameOf: (record: T) => string
  query: (id: string) => AnswerQuery<T>
}
