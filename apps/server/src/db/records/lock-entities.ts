import { sql } from 'kysely'
import type { Transaction } from '../tables/schema.ts'

/** Lets nobody else change entities until the transaction ends, as two concurrent moves could form a circle. */
export async function lockEntities(transaction: Transaction): Promise<void> {
  await sql`LOCK TABLE entity IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)
}
