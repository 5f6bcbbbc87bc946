import { sql, type Kysely } from 'kysely'

/**
 * What waits for the storage, whether files are still what they were, and whose recordings were heard
 * (docs/decisions/0037-recordings-kept-and-heard.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `ALTER TABLE recording
    ADD COLUMN tried_at timestamptz,
    ADD COLUMN checked_at timestamptz,
    ADD COLUMN damage text`,
  'CREATE INDEX recording_by_check ON recording (checked_at NULLS FIRST)',
  'CREATE INDEX recording_damaged ON recording (id) WHERE damage IS NOT NULL',
  // Of recordings that are gone nobody knows any more: those uses stay.
  'ALTER TABLE recording_use ADD COLUMN customer_id uuid REFERENCES customer',
  `UPDATE recording_use SET customer_id = recording.customer_id
    FROM recording WHERE recording.id = recording_id`,
  'CREATE INDEX recording_use_by_customer ON recording_use (customer_id, at)',
]
