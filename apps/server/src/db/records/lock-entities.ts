import { sql, type Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

/** Lets nobody else change entities until the transaction ends, as two concurrent moves could form a circle. */
export async function lockEntities(transaction: Transaction<Database>): Promise<void> {
  await sql`LOCK TABLE entity IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)
}
