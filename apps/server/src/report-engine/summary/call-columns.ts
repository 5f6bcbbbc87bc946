import { fields } from '@callboard/contract/call-fields'
import {
  type FieldDeclaration,
  fieldOf,
  type FieldTable,
  isNullable,
  type NamesOf,
} from '@callboard/contract/field-declaration'
import { z } from 'zod'
import { attributeColumns } from '../../db/tables/attribute-columns.ts'
import type { SnakeCase } from '../../db/tables/column-names.ts'
import { InstantValue, Integer, TextOrNull } from '../../db/calls/row-values.ts'
import { constantColumn } from '../sql/constant-sql.ts'
import { columnOf, isFieldName, type StoredKind, storedKinds } from '../sql/fields.ts'

type WithoutColumn = NamesOf<typeof fields, { only: string } | { column: null }>
export type CallColumnName = SnakeCase<Exclude<keyof typeof fields, WithoutColumn>>

/** A field of a call that the table tells, and how its value is read. */
export interface CallColumn {
  name: string
  /** The column of the table, or what is computed from others. */
  column: string
  field: FieldDeclaration
  value: z.ZodType
}

/** The columns that hold a call. A field that is looked up elsewhere, only sent or only asked for has none. */
export function buildCallColumns(table: FieldTable): readonly CallColumn[] {
  return Object.entries(table)
    .filter(([, { only }]) => only === undefined)
    .map(([name, field]) => ({ name, column: readSql(name, field), field, value: valueSchema(field) }))
}

function readSql(name: string, field: FieldDeclaration): string {
  return field.column === null && isFieldName(name) ? constantColumn(name) : columnOf(name, field)
}

function valueSchema(field: FieldDeclaration): z.ZodType {
  if (storedKinds[field.kind] === 'text') return field.isKnown === true ? z.string() : TextOrNull
  const value = values[storedKinds[field.kind]](field)
  return isNullable(field) ? value.nullable() : value
}

const values = {
  text: () => z.string(),
  uuid: () => z.string(),
  integer: (field) => (field.kind === 'list' ? jsonList(field) : Integer),
  decimal: ({ kind }) =>
    kind === 'amount' ? z.union([z.string(), z.number()]).transform(String) : z.number(),
  float: () => z.number(),
  boolean: () => z.union([z.boolean(), z.int().transform((value) => value === 1)]),
  instant: () => InstantValue,
  tags: () => z.array(z.string()),
} as const satisfies Record<StoredKind, (field: FieldDeclaration) => z.ZodType>

function jsonList({ item = z.unknown() }: FieldDeclaration) {
  return z
    .string()
    .transform((json): unknown => (json === '' ? [] : JSON.parse(json)))
    .pipe(z.array(item))
}

/** Those of all slots, in their order: which attributes they are depends on the customer. */
const attributes: CallColumn = {
  name: 'attributes',
  column: `[${attributeColumns.join(', ')}]`,
  field: fieldOf('list')('Attributes', 'Values of the customer’s attributes.', { column: null }),
  value: z.array(z.string()),
}

export const callColumns: ReadonlyMap<string, CallColumn> = new Map(
  [...buildCallColumns(fields), attributes].map((column) => [column.name, column]),
)

export const storedCallFields: readonly string[] = [...callColumns.keys()]

/** Columns to select, each as its field, and the schema of such a row. */
export function selectCall(names: readonly string[], columns = callColumns) {
  const selected = names.flatMap((name) => columns.get(name) ?? [])
  const row = z
    .object(Object.fromEntries(selected.map(({ name, value }) => [`f_${name}`, value])))
    .transform((cells) => {
      // Prefixed, as an alias with the name of a column would replace that column in WHERE.
      return Object.fromEntries(names.map((name) => [name, cells[`f_${name}`]]))
    })
  return { select: selected.map(({ name, column }) => `${column} AS f_${name}`).join(', '), row }
}
