import { fields } from '@callboard/contract/call-fields'
import type { Filter } from '@callboard/contract/calls'
import {
  type FieldDeclaration,
  type FieldKind,
  isNullable,
  operatorsOfKind,
} from '@callboard/contract/field-declaration'
import type { FilterOperator } from '@callboard/contract/fields'

type Value = Filter['values'][number]

const texts = [
  'Radio',
  'true',
  'false',
  'null',
  '12',
  '12.50',
  '~true',
  '~null',
  '~~',
  'a,b',
  'a:b',
  '%zz',
  'ü 7',
]
const numbers = [0, 1, 60, 3725]

const samples: Readonly<Record<FieldKind, readonly Value[]>> = {
  text: texts,
  phone: ['+12125550147', '+442079460958', 'anonymous'],
  entity: texts,
  code: ['94107', '02134', 'US-CA'],
  choice: texts,
  currency: ['USD', 'CAD'],
  uuid: ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002'],
  boolean: [true, false],
  integer: numbers,
  duration: numbers,
  number: [-12.5, 0, 40.75],
  amount: ['12.5', '1250.75', '-3'],
  instant: ['2026-11-22T14:00:00.000Z', '2026-11-01T06:30:00.000Z'],
  tags: texts,
  list: numbers,
}

/** Filters on every field that a question may name, with each of its operators. */
export function everyFilter(): Filter[] {
  const table: Readonly<Record<string, FieldDeclaration>> = fields
  return Object.entries(table)
    .filter(([, { only }]) => only !== 'sent' && only !== 'read')
    .flatMap(([field, declaration]) =>
      operatorsOfKind[declaration.kind].flatMap((op: FilterOperator) =>
        valueLists(op, declaration).map((values) => ({ field, op, values })),
      ),
    )
}

function valueLists(op: FilterOperator, field: FieldDeclaration): Value[][] {
  const values: readonly Value[] = field.values ?? samples[field.kind]
  const withNull = isNullable(field) ? [...values, null] : [...values]
  switch (op) {
    case 'isNull':
    case 'notNull':
      return isNullable(field) ? [[]] : []
    case 'in':
    case 'notIn':
      return [withNull.slice(0, 1), withNull.slice(-2), withNull.slice(0, 3)]
    case 'eq':
    case 'ne':
      return withNull.map((value) => [value])
    default:
      return values.map((value) => [value])
  }
}
