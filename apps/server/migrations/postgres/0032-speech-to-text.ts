import { sql, type Kysely } from 'kysely'

/** Transcripts that are made by speech to text (docs/decisions/0040-speech-to-text.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `ALTER TABLE customer ADD COLUMN uses_speech_to_text boolean NOT NULL DEFAULT true`,
  `ALTER TABLE recording
    ADD COLUMN speech_state text NOT NULL DEFAULT 'none'
      CHECK (speech_state IN ('none', 'waiting', 'done', 'failed')),
    ADD COLUMN speech_error text,
    ADD COLUMN speech_attempts integer NOT NULL DEFAULT 0,
    ADD COLUMN speech_until timestamptz,
    ADD COLUMN speech_sent_to text,
    ADD COLUMN transcript_by text`,
  `CREATE INDEX recording_speech ON recording (created_at) WHERE speech_state = 'waiting'`,
]
