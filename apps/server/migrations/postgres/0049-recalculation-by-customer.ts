import { sql, type Kysely } from 'kysely'

/** Returned calls are worked out anew a customer at a time; one that is under way begins anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`UPDATE returned_recalculation SET customer_id = ''`.execute(db)
  await sql`ALTER TABLE returned_recalculation DROP COLUMN month`.execute(db)
}
