import { sql, type Kysely } from 'kysely'

/** Which spoken numbers a customer does not want to be heard, and masks that tell no lengths (docs/decisions/0053-spoken-numbers.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `ALTER TABLE customer
    ADD COLUMN redacted_numbers text NOT NULL DEFAULT 'sensitive'
      CHECK (redacted_numbers IN ('cards', 'sensitive', 'all')),
    ADD COLUMN redacts_birth_dates boolean NOT NULL DEFAULT false,
    ADD COLUMN redacts_licences boolean NOT NULL DEFAULT false`,
  // Where the original is gone, nothing else can be masked again.
  `UPDATE recording_content
    SET redacted_transcript = regexp_replace(redacted_transcript::text, '•+([ ,./-]+•+)*', '•••', 'g')::jsonb
    WHERE redacted_transcript::text LIKE '%•%'`,
]
