import type { ErrorItem } from '@callboard/contract/errors'
import { fieldWords } from '@callboard/contract/record-fields'
import type { RecordType } from '@callboard/contract/record-types'
import { sql } from 'kysely'
import { AppError, notFound } from '../../lib/app-error.ts'
import { fieldOfColumn } from '../tables/column-names.ts'
import { recordTables } from '../tables/record-tables.ts'
import type { Transaction } from '../tables/schema.ts'

/**
 * Why an update changed nothing: `notFound` when the record is gone, else `revisionConflict` with an item for each field
 * that was changed since the given revision, by whom and to what, the last change first.
 */
export async function revisionConflict(
  transaction: Transaction,
  type: RecordType,
  { id, revision = 0 }: { id: string; revision: number | undefined },
): Promise<AppError> {
  const { table } = recordTables[type]
  const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} WHERE id = ${id}`.execute(transaction)
  if (rows.length === 0) return notFound()
  const since = await transaction
    .selectFrom('change_record')
    .where('table_type', '=', type)
    .where('record_id', '=', id)
    .where('revision', '>', revision)
    .select(['user_name', 'changes'])
    .orderBy('sequence', 'desc')
    .limit(maxShown)
    .execute()
  const items = since.flatMap(({ user_name: who, changes }) =>
    changes.map((change) => conflictItem(type, who, change)),
  )
  return new AppError('revisionConflict', 'Someone else changed this in the meantime.', {
    field: 'revision',
    ...(items.length > 0 && { items }),
  })
}

function conflictItem(
  type: RecordType,
  who: string,
  { field: column, from, to }: { field: string; from: unknown; to: unknown },
): ErrorItem {
  const field = fieldOfColumn(column)
  // Lists and parts of a record say nothing to people as they are stored.
  const values = isSayable(from) && isSayable(to) ? ` from ${shown(from)} to ${shown(to)}` : ''
  return {
    code: 'revisionConflict',
    description: `${who} changed ${fieldWords(type, field)}${values} in the meantime.`,
    field,
  }
}

function isSayable(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}

const maxShown = 20
const maxShownLength = 80

function shown(value: unknown): string {
  if (value === null) return 'nothing'
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
}
