import type { Filter } from '@callboard/contract/calls'
import type { FieldDeclaration } from '@callboard/contract/field-declaration'
import type { FilterOperator } from '@callboard/contract/fields'
import { canonicalFilter } from '@callboard/contract/filter-text'
import { type FilterField, filterFieldOf, operatorsOf } from '@callboard/contract/filter-fields'

/** Stands for "no value" among values as typed; nobody can type it. */
export const noValue = '\0'

/** A filter being edited, with its values as typed. */
export interface FilterDraft {
  field: FilterField
  op: FilterOperator
  values: readonly (string | number)[]
}

type Read = { filter: Filter; error?: undefined } | { filter?: undefined; error: string }

export function draftOfField(field: FilterField): FilterDraft {
  return { field, op: operatorsOf(field)[0] ?? 'eq', values: field.input.kind === 'flag' ? ['true'] : [] }
}

export function draftOfFilter(
  { field: name, op, values }: Filter,
  attributes?: ReadonlyMap<string, FieldDeclaration>,
): FilterDraft {
  const field = filterFieldOf(name, attributes)
  return { field, op: pluralOf(field, op), values: values.map((value) => typedOf(field, value)) }
}

/** `is` stands for one value as well as for several. */
function pluralOf(field: FilterField, op: FilterOperator): FilterOperator {
  const known = operatorsOf(field)
  if (op === 'eq' && known.includes('in')) return 'in'
  if (op === 'ne' && known.includes('notIn')) return 'notIn'
  return op
}

function typedOf({ input }: FilterField, value: Filter['values'][number]): string | number {
  if (value === null) return noValue
  if (typeof value !== 'number') return String(value)
  return input.kind === 'duration' ? writeSeconds(value) : value
}

/** The filter of a draft, or what is wrong with it. */
export function readDraft({ field, op, values }: FilterDraft): Read {
  const { name } = field
  if (op === 'isNull' || op === 'notNull') return { filter: { field: name, op, values: [] } }
  const given = values.filter((value) => value !== '')
  if (given.length === 0) return { error: 'Enter a value.' }
  const read = given.map((value) => readValue(field, op, value))
  const error = read.find((one) => one.error !== undefined)?.error
  if (error !== undefined) return { error }
  const known = read.flatMap(({ value }) => (value === undefined ? [] : [value]))
  return { filter: canonicalFilter({ field: name, op, values: known }) }
}

/** The same values for another operator, as far as they go with it. */
export function withOperator(draft: FilterDraft, op: FilterOperator): FilterDraft {
  const isList = op === 'in' || op === 'notIn'
  return { ...draft, op, values: isList ? draft.values : draft.values.filter((value) => value !== noValue) }
}

interface ReadValue {
  value?: string | number | boolean | null
  error?: string
}

function readValue({ input }: FilterField, op: FilterOperator, value: string | number): ReadValue {
  const text = String(value)
  if (text === noValue) return { value: null }
  switch (input.kind) {
    case 'flag':
      return { value: text === 'true' }
    case 'duration':
      return readSeconds(text)
    case 'number':
      return Number.isFinite(Number(text)) ? { value: Number(text) } : { error: 'Enter a number.' }
    case 'phone':
      return op === 'in' || op === 'notIn' ? readPhone(text) : readPhonePart(text, op)
    default:
      return { value }
  }
}

/** `90`, `1:30` or `1:01:30` in seconds. */
function readSeconds(text: string): ReadValue {
  if (!/^\d+(:[0-5]?\d){0,2}$/.test(text))
    return { error: 'Enter seconds (90) or minutes and seconds (1:30).' }
  return { value: text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) }
}

function writeSeconds(seconds: number): string {
  const rest = String(seconds % 60).padStart(2, '0')
  return seconds < 60 ? String(seconds) : `${Math.floor(seconds / 60)}:${rest}`
}

/** Numbers are kept as E.164; ten digits are a North American one. */
function readPhone(text: string): ReadValue {
  const digits = text.replace(/[\s().-]/g, '')
  if (/^\+\d{7,15}$/.test(digits)) return { value: digits }
  if (/^\d{10}$/.test(digits)) return { value: `+1${digits}` }
  if (/^1\d{10}$/.test(digits)) return { value: `+${digits}` }
  return { error: `“${text}” is not a phone number. Enter one such as (212) 555-0147 or +44 20 7946 0958.` }
}

function readPhonePart(text: string, op: FilterOperator): ReadValue {
  const digits = text.replace(/[\s().-]/g, '')
  if (!/^\+?\d+$/.test(digits)) return { error: 'Enter digits.' }
  const isNational = op === 'startsWith' && !digits.startsWith('+')
  return { value: isNational ? `+1${digits}` : digits }
}
