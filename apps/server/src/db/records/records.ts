import { capitalised, withArticle } from '@callboard/contract/format-names'
import type { DeclaredType } from '@callboard/contract/record-declaration'
import { findRecordType, type RecordType, recordTypes } from '@callboard/contract/record-types'
import { type Insertable, sql, type Updateable } from 'kysely'
import { z } from 'zod'
import { AppError, notFound } from '../../lib/app-error.ts'
import { isUniqueViolation } from '../../lib/unique-violation.ts'
import { type CamelCase, columnOfField, fieldOfColumn } from '../tables/column-names.ts'
import { type ColumnsOf, recordTables } from '../tables/record-tables.ts'
import { revisionConflict } from './revision-conflict.ts'
import type { Transaction } from '../tables/schema.ts'

/** Values by the names that their columns have in the API. */
type Fields<Columns> = { [Column in keyof Columns as CamelCase<Column & string>]: Columns[Column] }

export type NewRecord<T extends RecordType> = Fields<Insertable<ColumnsOf<T>>>
export type RecordChanges<T extends RecordType> = Fields<Updateable<ColumnsOf<T>>>

/** Answers the id of the new record. Throws `nameTaken`, and `invalid` where a record that it names is not there. */
export async function insertRecord<T extends RecordType>(
  transaction: Transaction,
  type: T,
  values: NewRecord<T>,
): Promise<string> {
  const given = columnsOf(values)
  const statement = sql<{ id: string }>`INSERT INTO ${tableOf(type)}
    (${sql.join(given.map(({ column }) => column))}) VALUES (${sql.join(given.map(({ value }) => value))})
    RETURNING id`
  const { rows } = await refusedWhere(type, values, async () => await statement.execute(transaction))
  const [row] = rows
  if (row === undefined) throw new Error('an insert answered no row')
  return row.id
}

/**
 * Changes a record and raises its revision by one; values that are undefined stay as they are. Throws `nameTaken`,
 * `invalid`, `notFound`, and `revisionConflict` when the given revision is no longer the current one.
 */
export async function updateRecord<T extends RecordType>(
  transaction: Transaction,
  type: T,
  { id, revision, values }: { id: string; revision?: number | undefined; values: RecordChanges<T> },
): Promise<void> {
  const changes = columnsOf(values).map(({ column, value }) => sql`${column} = ${value}`)
  const isCurrent = revision === undefined ? sql`true` : sql`revision = ${revision}`
  const statement = sql`UPDATE ${tableOf(type)} SET ${sql.join([...changes, sql`revision = revision + 1`])}
    WHERE id = ${id} AND ${isCurrent} RETURNING id`
  const { rows } = await refusedWhere(type, values, async () => await statement.execute(transaction))
  if (rows.length === 0) throw await revisionConflict(transaction, type, { id, revision })
}

/** Throws `notFound`. */
export async function deleteRecord(transaction: Transaction, type: RecordType, id: string): Promise<void> {
  const statement = sql`DELETE FROM ${tableOf(type)} WHERE id = ${id} RETURNING id`
  const { rows } = await statement.execute(transaction)
  if (rows.length === 0) throw notFound()
}

/** Runs a write, and throws what the table's own constraints say of it. */
async function refusedWhere<T>(type: RecordType, values: object, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    throw nameTaken(type, values, cause) ?? unknownReference(type, cause) ?? cause
  }
}

const DatabaseError = z.object({ code: z.string(), detail: z.string().optional() })
const foreignKeyViolation = '23503'

/** Where another record has the name. */
function nameTaken(type: RecordType, values: object, cause: unknown): AppError | undefined {
  const { label, unique }: DeclaredType = recordTypes[type]
  if (!isUniqueViolation(cause) || unique === undefined) return undefined
  const { field, within } = unique
  const another = capitalised(withArticle(label)) + (within === undefined ? '' : ` of ${within}`)
  const name = String(new Map<string, unknown>(Object.entries(values)).get(field))
  return new AppError('nameTaken', `${another} already has the ${field} ${name}.`, { field, cause })
}

/** Where the record that a field names is not there. */
function unknownReference(type: RecordType, cause: unknown): AppError | undefined {
  const { code, detail = '' } = DatabaseError.safeParse(cause).data ?? {}
  const [, column] = /^Key \((\w+)\)=/.exec(detail) ?? []
  if (code !== foreignKeyViolation || column === undefined) return undefined
  const field = fieldOfColumn(column)
  const { references = {} }: DeclaredType = recordTypes[type]
  const wanted = findRecordType(references[field] ?? '')
  if (wanted === undefined) return undefined
  const description = `There is no such ${recordTypes[wanted].label.toLowerCase()}.`
  return new AppError('invalid', description, { field, cause })
}

function tableOf(type: RecordType) {
  return sql.table(recordTables[type].table)
}

function columnsOf(values: object) {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]: [string, unknown]) => ({ column: sql.ref(columnOfField(field)), value }))
}
