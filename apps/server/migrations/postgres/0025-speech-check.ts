import { sql, type Kysely } from 'kysely'

/** Whether recordings of a customer wait for their transcript before all may hear them (docs/decisions/0037-recordings-kept-and-heard.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE customer ADD COLUMN requires_speech_check boolean NOT NULL DEFAULT false`.execute(db)
}
