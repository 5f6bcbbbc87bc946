import { capitalised } from './format-names.ts'
import type { DeclaredType } from './record-declaration.ts'
import { ofEachType } from './each-record-type.ts'
import { findRecordType, type RecordType, recordTypes } from './record-types.ts'

interface DeclaredFields extends DeclaredType {
  references?: Readonly<Record<string, RecordType>>
}

const declared = ofEachType<DeclaredFields>((type) => recordTypes[type])

/** What a field of a record is called, in forms, lists and changes: as its type declares, else by its name in words. */
export function fieldWords(type: string, field: string): string {
  const known = findRecordType(type)
  const { labels = {} } = known === undefined ? {} : declared[known]
  return labels[field] ?? capitalised(wordsOfName(field))
}

/** Fields of a type that are called otherwise than by their names in words. */
export function declaredLabels(type: RecordType): { field: string; label: string }[] {
  return Object.entries(declared[type].labels ?? {}).map(([field, label]) => ({ field, label }))
}

/** The type of the record whose id a field holds. */
export function referencedType(type: string, field: string): RecordType | undefined {
  const known = findRecordType(type)
  return known === undefined ? undefined : declared[known].references?.[field]
}

/** Fields of what a record holds or is linked with: an item of a menu, a role of a user. */
const partFields: Readonly<Record<string, string>> = {
  start_at: 'from',
  expires_at: 'until',
  sort_order: 'place',
  label: 'label',
  title: 'title',
  tooltip: 'tooltip',
  ico: 'icon',
  url: 'address',
  claim: 'right',
  adminOnly: 'for administrators only',
  key: 'key',
  keptDays: 'kept days',
  op: 'is',
  hasRows: 'has rows',
  changedByPercent: 'changed by at least percent',
  lastMinutes: 'last minutes',
  lastDays: 'last days',
  timeZone: 'time zone',
  minimumCalls: 'minimum calls',
}

/** What a field of a part is called. */
export function partWords(field: string): string {
  return partFields[field] ?? wordsOfName(field)
}

/** `isActive` as `active`, `customerId` as `customer`, `sort_order` as `sort order`. */
export function wordsOfName(field: string): string {
  return field
    .replace(/^is(?=[A-Z])/, '')
    .replace(/(?<=.)Id$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
}
