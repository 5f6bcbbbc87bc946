import { sql, type Transaction, type Updateable } from 'kysely'
import { missedUpdate, type RevisedTable } from './missed-update.ts'
import type { Database } from './schema.ts'

/**
 * Changes a record and raises its revision by one; values that are undefined stay as they are. Throws `notFound` when
 * the record is gone, and `revisionConflict` when the given revision is no longer the current one.
 */
export async function updateRecord<T extends RevisedTable>(
  transaction: Transaction<Database>,
  table: T,
  { id, revision, values }: { id: string; revision: number | undefined; values: Updateable<Database[T]> },
): Promise<void> {
  const changes = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const condition = revision === undefined ? sql`true` : sql`revision = ${revision}`
  const { rows } = await sql`UPDATE ${sql.table(table)}
    SET ${sql.join([...changes, sql`revision = revision + 1`])}
    WHERE id = ${id} AND ${condition} RETURNING id`.execute(transaction)
  if (rows.length === 0) throw await missedUpdate(transaction, table, { id, revision })
}
