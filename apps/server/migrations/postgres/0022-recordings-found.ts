import { sql, type Kysely } from 'kysely'

/**
 * What the table of calls has not been told of recordings, the words of their transcripts, and what people write at
 * moments of them (docs/decisions/0035-recordings-in-the-call-list.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Signs that the parser would take for part of a number, an address or a file, and those of typography, divide words. */
const signs = String.raw`[-_/.,@+:''\u2000-\u206f]+`

/** Some four hours of talk. The index takes no more than a megabyte of one text. */
const mostCharacters = 200_000

const statements = [
  `CREATE TABLE recording_untold (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    recording_id uuid NOT NULL,
    call_id uuid NOT NULL,
    customer_id uuid NOT NULL
  )`,
  `CREATE FUNCTION note_untold_recording() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      changed recording := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    BEGIN
      INSERT INTO recording_untold (recording_id, call_id, customer_id)
        VALUES (changed.id, changed.call_id, changed.customer_id);
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER recording_untold_new AFTER INSERT OR DELETE ON recording
    FOR EACH ROW EXECUTE FUNCTION note_untold_recording()`,
  `CREATE TRIGGER recording_untold_change AFTER UPDATE ON recording FOR EACH ROW
    WHEN ((OLD.redaction_status, OLD.duration, OLD.channels) IS DISTINCT FROM
      (NEW.redaction_status, NEW.duration, NEW.channels))
    EXECUTE FUNCTION note_untold_recording()`,
  `CREATE FUNCTION words_of_turns(turns jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT to_tsvector('simple', regexp_replace(
        left(coalesce(string_agg(turn->>'text', ' ' ORDER BY place), ''), ${mostCharacters}), '${signs}', ' ', 'g'))
      FROM jsonb_array_elements(turns) WITH ORDINALITY AS spoken(turn, place) $$`,
  `ALTER TABLE recording_content
    ADD COLUMN original_words tsvector GENERATED ALWAYS AS (words_of_turns(transcript)) STORED,
    ADD COLUMN masked_words tsvector GENERATED ALWAYS AS (words_of_turns(redacted_transcript)) STORED`,
  `CREATE INDEX recording_content_original_words ON recording_content USING gin (original_words)`,
  `CREATE INDEX recording_content_masked_words ON recording_content USING gin (masked_words)`,
  `CREATE TABLE recording_comment (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    recording_id uuid NOT NULL REFERENCES recording ON DELETE CASCADE,
    at double precision NOT NULL,
    text text NOT NULL,
    name text GENERATED ALWAYS AS (left(text, 80)) STORED,
    user_id uuid NOT NULL REFERENCES app_user,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX recording_comment_by_recording ON recording_comment (recording_id, at)`,
  ...[
    { event: 'insert', tables: 'NEW TABLE AS new_rows' },
    { event: 'update', tables: 'OLD TABLE AS old_rows NEW TABLE AS new_rows' },
    { event: 'delete', tables: 'OLD TABLE AS old_rows' },
  ].map(
    ({ event, tables }) => `CREATE TRIGGER recording_comment_changes_${event}s
      AFTER ${event.toUpperCase()} ON recording_comment REFERENCING ${tables} FOR EACH STATEMENT
      EXECUTE FUNCTION record_${event}s('recordingComment', 'name', '', 'name,user_id')`,
  ),
]
