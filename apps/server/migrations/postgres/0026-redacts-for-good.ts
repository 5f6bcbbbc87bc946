import { sql, type Kysely } from 'kysely'

/** Whether originals of a customer are destroyed once they are redacted (docs/decisions/0037-recordings-kept-and-heard.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE customer ADD COLUMN redacts_for_good boolean NOT NULL DEFAULT false`.execute(db)
}
