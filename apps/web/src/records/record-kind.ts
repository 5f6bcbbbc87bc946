import { type ManagedType, recordTypes } from '@callboard/contract/record-types'
import type { QueryKey } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { AnswerQuery } from '#web/lib/api/endpoint-query.ts'
import type { FormFields } from '#web/records/forms/form-fields.ts'
import type { Crumb } from '#web/records/ManageCrumbs.tsx'

/** What the form of a record type needs to know of it. */
export interface SavedKind extends FormFields {
  type: ManagedType
  addLabel: string
  query: (id: string) => { queryKey: QueryKey }
}

/** What its list needs to know of it. */
export interface ListKind {
  type: ManagedType
  /** Part of the address under manage/. */
  path: string
  /** The levels above the list. */
  above?: readonly Crumb[]
  /** Of one record, as `Role`. */
  label: string
  /** Of the list, as `Roles`. */
  title: string
  /** The same within a sentence, as `roles`. */
  noun: string
  /** Of the list, in a few words. */
  about: string
  /** Of the button and the page that add one, as `Add Role`. */
  addLabel: string
}

/** What list, page and form of a record type have in common. */
export interface RecordKind<T> extends ListKind, SavedKind {
  nameOf: (record: T) => string
  query: (id: string) => AnswerQuery<T>
}

type Declared = Pick<ListKind, 'path' | 'above' | 'label' | 'title' | 'about'>

/** What the contract declares of a record type, unless it is said otherwise. */
export function listKind(type: ManagedType, own: Partial<Declared> = {}): ListKind {
  const { label, plural: title, page } = recordTypes[type]
  const kind = { type, label, title, path: page.path, about: page.about, ...own }
  return { ...kind, noun: withinSentence(kind.title), addLabel: `Add ${kind.label}` }
}

/** The same with what its records are read and written by. */
export function recordKind<T>(
  type: ManagedType,
  own: Pick<RecordKind<T>, 'nameOf' | 'query' | 'body'> & Partial<Declared>,
): RecordKind<T> {
  return { ...own, ...listKind(type, own) }
}

export function nameOfNamed({ name }: { name: string }): string {
  return name
}

/** `API Keys` as `API keys`. */
function withinSentence(title: string): string {
  return title.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
}

/** The kind of the record whose page it is. */
export const RecordKindContext = createContext<SavedKind | undefined>(undefined)

export function useRecordKind(): SavedKind {
  const kind = use(RecordKindContext)
  if (kind === undefined) throw new Error('The form of a record is on the page of a record')
  return kind
}
