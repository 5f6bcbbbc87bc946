import { sql, type Kysely } from 'kysely'

/**
 * Speech to text that waits for the transcripts of sources, is not believed when it writes nothing, and is given older recordings
 * (docs/decisions/0040-speech-to-text.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `ALTER TABLE recording
    DROP CONSTRAINT recording_speech_state_check,
    ADD CHECK (speech_state IN ('none', 'waiting', 'done', 'incomplete', 'failed')),
    ADD COLUMN speech_not_before timestamptz`,
  // Which of their channels were silent is not known.
  `UPDATE recording SET speech_state = 'incomplete', is_speech_checked = false
    FROM recording_content WHERE recording_id = id AND speech_state = 'done' AND redacted_transcript = '[]'`,
  `CREATE INDEX recording_unsent ON recording (call_started_at)
    WHERE speech_state = 'none' AND NOT is_speech_checked AND original_key IS NOT NULL
      AND redaction_status IN ('clean', 'redacted')`,
  `ALTER TABLE recording_rework
    ADD COLUMN sends_to_speech boolean NOT NULL DEFAULT false,
    ADD COLUMN speech_errors integer NOT NULL DEFAULT 0,
    ADD COLUMN speech_stopped_by text`,
  // What is pending is put into the index by whoever makes it too long: four megabytes of it would hold up everybody.
  ...['original', 'masked'].map(
    (version) => `ALTER INDEX recording_content_${version}_words SET (gin_pending_list_limit = 128)`,
  ),
]
