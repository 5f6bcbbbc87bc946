import type { Filter } from '@callboard/contract/calls'
import type { FilterOperator } from '@callboard/contract/fields'
import { formatCount, formatDuration, formatNumber } from '#web/lib/format.ts'
import { formatPhone } from '#web/lib/phone.ts'
import { type FilterField, filterFieldOf } from '#web/features/calls/filter-fields.ts'

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
  startsWith: 'starts with',
  isNull: 'has no value',
  notNull: 'has a value',
} as const satisfies Record<FilterOperator, string>

type FilterValue = Filter['values'][number]

const shownValues = 3

/** `Status is Missed or Abandoned`; names of ids come from `labels`, by value. */
export function describeFilter(filter: Filter, labels: ReadonlyMap<string, string> = new Map()): string {
  const field = filterFieldOf(filter.field)
  if (field.input.kind === 'flag' && filter.op === 'eq') {
    return `${field.label}: ${filter.values[0] === true ? 'yes' : 'no'}`
  }
  const start = `${field.label} ${operatorWords[filter.op]}`
  if (filter.op === 'isNull' || filter.op === 'notNull') return start
  const written = filter.values.slice(0, shownValues).map((value) => describeValue(field, value, labels))
  const more = filter.values.length - written.length
  if (more > 0) written.push(`${formatCount(more)} more`)
  return `${start} ${written.join(' or ')}`
}

function describeValue(field: FilterField, value: FilterValue, labels: ReadonlyMap<string, string>): string {
  if (value === null) return 'no value'
  const label = labels.get(String(value))
  if (label !== undefined) return label
  const { input } = field
  if (input.kind === 'fixed')
    return input.options.find((option) => option.value === value)?.label ?? String(value)
  if (input.kind === 'phone' && typeof value === 'string') return formatPhone(value)
  if (input.kind === 'duration' && typeof value === 'number') return formatDuration(value)
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === '' ? 'an empty text' : value
}
