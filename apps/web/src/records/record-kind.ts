import { type ManagedType, recordTypes } from '@callboard/contract/record-types'
import type { AnswerQuery } from '#web/lib/endpoint-query.ts'
import type { Crumb } from '#web/records/ManageCrumbs.tsx'

/** What list, page and form of a record type have in common. */
export interface RecordKind<T> {
  type: ManagedType
  /** Part of the address under manage/. */
  path: string
  /** The levels above the list. */
  above?: readonly Crumb[]
  /** Of the list, as `Roles`. */
  title: string
  /** Of the button and the page that add one, as `Add Role`. */
  addLabel: string
  nameOf: (record: T) => string
  query: (id: string) => AnswerQuery<T>
}

export function recordKind<T>(
  type: ManagedType,
  own: Pick<RecordKind<T>, 'nameOf' | 'query'>,
): RecordKind<T> {
  const { label, plural, page } = recordTypes[type]
  return { type, path: page.path, title: plural, addLabel: `Add ${label}`, ...own }
}
