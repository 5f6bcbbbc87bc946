import { Filter } from './calls.ts'
import { type FieldDeclaration, type FieldKind, isNullable } from './field-declaration.ts'
import { findField } from './field-names.ts'

type FilterValue = Filter['values'][number]

/**
 * A filter as an address has it: `field:op:value,value`, each value percent-encoded. What kind of value it is follows from
 * the field; `~null` is "no value". Filters that mean the same are written the same.
 */
export function formatFilter(filter: Filter): string {
  const { field, op, values } = canonicalFilter(filter)
  const parts = [encodeURIComponent(field), op]
  if (values.length > 0) parts.push(values.map((value) => formatValue(value, field)).join(','))
  return parts.join(':')
}

/** The canonical filter of a text, also of the older writing `~true` and `~12.5`; undefined if it cannot be read. */
export function parseFilter(text: string): Filter | undefined {
  const [field = '', op, values, ...rest] = text.split(':')
  const read = Filter.safeParse({
    field: decode(field),
    op,
    values: values === undefined ? [] : values.split(',').map(parseValue),
  })
  return read.success && field !== '' && rest.length === 0 ? canonicalFilter(read.data) : undefined
}

/** The same filter in the one form that it has here: values of the field's kind, each once, and the plainest operator. */
export function canonicalFilter({ field: name, op, values }: Filter): Filter {
  const field = findField(name)
  const known = field === undefined ? values : values.map((value) => valueOfKind(value, field.kind))
  const isNegated = op === 'ne' || op === 'notIn'
  const isOneOf = op === 'in' || op === 'notIn' || ((op === 'eq' || op === 'ne') && known.length === 1)
  if (!isOneOf || known.length === 0) return { field: name, op, values: known }
  const some = [...new Set(known)]
  const others = isNegated && field?.kind === 'boolean' ? otherFlags(some, field) : []
  if (others.length > 0) return oneOf(name, others, false)
  return oneOf(name, some, isNegated)
}

function oneOf(field: string, values: FilterValue[], isNegated: boolean): Filter {
  if (values.length > 1) return { field, op: isNegated ? 'notIn' : 'in', values }
  if (values[0] === null) return { field, op: isNegated ? 'notNull' : 'isNull', values: [] }
  return { field, op: isNegated ? 'ne' : 'eq', values }
}

/** What a yes or no is if it is none of these; empty if one of them is neither. */
function otherFlags(values: readonly FilterValue[], field: FieldDeclaration): FilterValue[] {
  const all = isNullable(field) ? [true, false, null] : [true, false]
  return values.every((value) => all.some((one) => one === value))
    ? all.filter((one) => !values.includes(one))
    : []
}

function valueOfKind(value: FilterValue, kind: FieldKind): FilterValue {
  if (value === null) return null
  const text = String(value)
  switch (kind) {
    case 'boolean':
      if (text === 'true') return true
      return text === 'false' ? false : value
    case 'integer':
    case 'duration':
    case 'number':
    case 'list':
      return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : value
    default:
      return text
  }
}

function formatValue(value: FilterValue, field: string): string {
  if (value === null || (typeof value !== 'string' && findField(field) === undefined)) return `~${value}`
  return encodeURIComponent(value).replace(/^~/, '%7E')
}

/** Undefined if no writing has such a text. */
function parseValue(text: string): FilterValue | undefined {
  if (!text.startsWith('~')) return decode(text)
  const plain = text.slice(1)
  if (plain === 'null') return null
  if (plain === 'true' || plain === 'false') return plain === 'true'
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
