import { sql, type Kysely } from 'kysely'

/** What a system said is read again once its source was mended, and forgotten with the calls that were made of it. */
const statements = [
  `ALTER TABLE quarantine ADD COLUMN form text NOT NULL DEFAULT 'call' CHECK (form IN ('call', 'row', 'body', 'events'))`,
  // What none of the columns tells of older rows: their reason does.
  `UPDATE quarantine SET form = 'body' WHERE code = 'unreadableWebhook'`,
  `ALTER TABLE source_call ADD COLUMN call_ids uuid[] NOT NULL DEFAULT '{}'`,
  // Null where nothing is to be made once more.
  'ALTER TABLE source_state ADD COLUMN again_after text',
  'CREATE INDEX source_call_made ON source_call USING gin (call_ids)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
