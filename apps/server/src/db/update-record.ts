import { sql, type Transaction, type Updateable } from 'kysely'
import { missedUpdate, type RevisedTable } from './missed-update.ts'
import type { Database } from './schema.ts'

/**
 * Changes a record that has a revision, which rises by one. Throws `notFound` where it is gone, and `revisionConflict`
 * when the revision that is given is another one by now.
 */
export async function updateRecord<T extends RevisedTable>(
  transaction: Transaction<Database>,
  table: T,
  { id, revision, values }: { id: string; revision: number | undefined; values: Updateable<Database[T]> },
): Promise<void> {
  const changes = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const condition = revision === undefined ? sql`true` : sql`revision = ${revision}`
  const { rows } = await sql`UPDATE ${sql.table(table)}
    SET ${sql.join([...changes, sql`revision = revision + 1`])}
    WHERE id = ${id} AND ${condition} RETURNING id`.execute(transaction)
  if (rows.length === 0) throw await missedUpdate(transaction, table, { id, revision })
}
