import type { AskedField } from '@callboard/contract/field-names'
import type { Filter } from '@callboard/contract/calls'
import { Instant } from '@callboard/contract/scalars'
import { instantParam } from '../../db/calls/row-values.ts'
import { type Field, getField, isFieldName, isNothingSql } from './fields.ts'

/**
 * A filter of our own code as SQL with its values in the text, for the measures. What a user asks for is bound, by
 * `filterSql`.
 */
export function constantSql({ field: name, op, values }: Filter): string {
  if (!isFieldName(name)) throw new Error(`There is no field ${name}.`)
  const field = getField(name)
  const column = constantColumn(name)
  const constants = values.map(constantOf)
  switch (op) {
    case 'eq':
      return `${column} = ${constants.join()}`
    case 'ne':
      return `${column} != ${constants.join()}`
    case 'in':
      return `${column} IN (${constants.join(', ')})`
    case 'ge':
      return `${column} >= ${constants.join()}`
    case 'le':
      return `${column} <= ${constants.join()}`
    case 'lt':
      return `${column} < ${constants.join()}`
    case 'isNull':
      return isNothingSql(field, column)
    case 'notNull':
      return `NOT ${isNothingSql(field, column)}`
    default:
      throw new Error(`No constant filter of this code asks for ${op}.`)
  }
}

/** A field whose values are the same in every time zone. */
export function constantColumn(name: AskedField): string {
  return constantSqlOf(getField(name))
}

export function constantSqlOf(field: Field): string {
  return field.sql(() => {
    throw new Error(`What ${field.label} is depends on the time zone.`)
  })
}

/** An instant of the table of calls. */
export function instantConstant(instant: string): string {
  return `toDateTime64('${instantParam(Instant.parse(instant))}', 3, 'UTC')`
}

function constantOf(value: Filter['values'][number]): string {
  if (Instant.safeParse(value).success) return instantConstant(String(value))
  if (typeof value === 'string' && /^[\w-]+$/.test(value)) return `'${value}'`
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value)
  throw new Error(`${JSON.stringify(value)} is no constant of this code.`)
}
