import type { Filter } from './calls.ts'
import type { FieldDeclaration } from './field-declaration.ts'
import type { FilterOperator } from './fields.ts'
import { canonicalFilter } from './filter-text.ts'
import { Decimal, Instant } from './scalars.ts'
import { formatCount, formatDuration, formatNumber } from './format.ts'
import { formatPhone } from './format-phone.ts'
import { formatDateTime } from './format-time.ts'
import { formatHangupCause } from './hangup-causes.ts'
import { type FilterField, filterFieldOf } from './filter-fields.ts'
import { isScale } from './field-names.ts'

export const operatorWords = {
  eq: 'is',
  in: 'is',
  ne: 'is not',
  notIn: 'is not',
  gt: 'more than',
  ge: 'at least',
  lt: 'less than',
  le: 'at most',
  contains: 'contains',
  notContains: 'does not contain',
  startsWith: 'starts with',
  isNull: 'has no value',
  notNull: 'has a value',
} as const satisfies Record<FilterOperator, string>

const instantWords: Partial<Record<FilterOperator, string>> = {
  gt: 'after',
  ge: 'from',
  lt: 'before',
  le: 'up to',
}

type FilterValue = Filter['values'][number]

interface Words {
  /** Names of ids and codes, by value. */
  labels?: ReadonlyMap<string, string>
  /** Zone in which instants are written. */
  timeZone: string
  /** What customers add to the fields of calls, by name. */
  attributes?: ReadonlyMap<string, FieldDeclaration> | undefined
}

const shownValues = 3

/** `Status is Missed or Abandoned` */
export function describeFilter(filter: Filter, words: Words): string {
  const { field: name, op, values } = canonicalFilter(filter)
  const field = filterFieldOf(name, words.attributes)
  const write = (value: FilterValue) => describeValue(field, value, words)
  const list = describeRun(field, values, write) ?? describeList(values, write)
  if (field.input.kind === 'flag' && (op === 'eq' || op === 'in')) return `${field.label}: ${list}`
  const verb = (field.kind === 'instant' ? instantWords[op] : undefined) ?? operatorWords[op]
  return [field.label, verb, list].filter((part) => part !== '').join(' ')
}

/** What a filter lets through, a text each: values alone where they say enough. */
export function describeFilterShort(filter: Filter, words: Words): string[] {
  const { field: name, op, values } = canonicalFilter(filter)
  const field = filterFieldOf(name, words.attributes)
  const isList = (op === 'eq' || op === 'in') && field.input.kind !== 'flag'
  const sayEnough = isList && values.every((value) => typeof value === 'string' && value !== '')
  if (!sayEnough) return [describeFilter(filter, words)]
  return values.map((value) => describeValue(field, value, words))
}

type WriteValue = (value: FilterValue) => string

function describeList(values: readonly FilterValue[], write: WriteValue): string {
  const written = values.slice(0, shownValues).map(write)
  const more = values.length - written.length
  if (more > 0) written.push(`${formatCount(more)} more`)
  return written.join(' or ')
}

/** `Monday to Friday`, where three or more values of a scale follow each other; undefined where they do not. */
function describeRun(
  { input, name }: FilterField,
  values: readonly FilterValue[],
  write: WriteValue,
): string | undefined {
  if (input.kind !== 'fixed' || !isScale(name) || values.length < 3) return undefined
  const numbers = values.filter((value) => typeof value === 'number').toSorted((one, other) => one - other)
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined || last === undefined || numbers.length < values.length) return undefined
  return last - first === numbers.length - 1 ? `${write(first)} to ${write(last)}` : undefined
}

/** A value of a field as a filter says it. */
export function describeValue(field: FilterField, value: FilterValue, { labels, timeZone }: Words): string {
  if (value === null) return 'no value'
  if (value === '') return 'an empty text'
  const text = String(value)
  const label = labels?.get(text)
  if (label !== undefined) return label
  const { input, kind, name } = field
  if (name === 'hangupCause') return formatHangupCause(Number(value))
  if (input.kind === 'fixed') return input.options.find((option) => option.value === value)?.label ?? text
  if (input.kind === 'phone' || name === 'number') return formatPhone(text)
  if (kind === 'instant') return Instant.safeParse(text).success ? formatDateTime(text, timeZone) : text
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (input.kind === 'duration' && typeof value === 'number') return formatDuration(value)
  return input.kind === 'number' && Decimal.safeParse(text).success ? formatNumber(Number(text)) : text
}
