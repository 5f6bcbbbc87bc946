import { sql, type Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** Until the end of the transaction nobody else changes an entity: two moves at once could make a circle. */
export async function lockEntities(transaction: Transaction<Database>): Promise<void> {
  await sql`LOCK TABLE entity IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)
}
