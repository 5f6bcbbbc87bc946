import { sql, type Kysely } from 'kysely'

/** Recordings of calls, what is in them, and who heard them (docs/decisions/0037-recordings-kept-and-heard.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `CREATE TABLE recording_file (
    key text PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE recording (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    call_id uuid NOT NULL,
    customer_id uuid NOT NULL REFERENCES customer,
    call_started_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    type text NOT NULL CHECK (type IN ('wav', 'mp3', 'opus', 'm4a')),
    bytes bigint NOT NULL,
    sha256 bytea NOT NULL,
    original_key text REFERENCES recording_file,
    redacted_key text REFERENCES recording_file,
    redacted_bytes bigint,
    redacted_sha256 bytea,
    duration double precision,
    channels integer,
    sample_rate integer,
    redaction_status text NOT NULL DEFAULT 'pending'
      CHECK (redaction_status IN ('none', 'pending', 'clean', 'redacted', 'failed')),
    error text,
    rules_version integer,
    is_speech_checked boolean NOT NULL DEFAULT false,
    revision integer NOT NULL DEFAULT 1,
    worked_until timestamptz,
    UNIQUE (call_id, sha256),
    CHECK (redaction_status NOT IN ('clean', 'redacted') OR redacted_key IS NOT NULL)
  )`,
  `CREATE INDEX recording_pending ON recording (created_at) WHERE redaction_status = 'pending'`,
  `CREATE INDEX recording_by_customer ON recording (customer_id, call_started_at)`,
  `CREATE INDEX recording_by_original ON recording (original_key)`,
  `CREATE INDEX recording_by_redacted ON recording (redacted_key)`,
  `CREATE TABLE recording_content (
    recording_id uuid PRIMARY KEY REFERENCES recording ON DELETE CASCADE,
    peaks jsonb NOT NULL DEFAULT '[]',
    key_tones jsonb NOT NULL DEFAULT '[]',
    transcript jsonb NOT NULL DEFAULT '[]',
    spans jsonb NOT NULL DEFAULT '[]',
    pauses jsonb NOT NULL DEFAULT '[]',
    redacted_peaks jsonb NOT NULL DEFAULT '[]',
    redacted_transcript jsonb NOT NULL DEFAULT '[]'
  )`,
  `CREATE TABLE recording_ticket (
    token_hash bytea PRIMARY KEY,
    session_id uuid NOT NULL,
    masked_user_id uuid REFERENCES app_user,
    recording_id uuid NOT NULL REFERENCES recording ON DELETE CASCADE,
    is_redacted boolean NOT NULL,
    is_download boolean NOT NULL,
    reason text,
    created_at timestamptz NOT NULL,
    first_used_at timestamptz
  )`,
  `CREATE INDEX recording_ticket_by_session ON recording_ticket (session_id, recording_id)`,
  // Kept when the recording is deleted: who listened to it is still known.
  `CREATE TABLE recording_use (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    recording_id uuid NOT NULL,
    user_id uuid NOT NULL REFERENCES app_user,
    masked_user_id uuid REFERENCES app_user,
    session_id uuid NOT NULL,
    is_redacted boolean NOT NULL,
    kind text NOT NULL CHECK (kind IN ('play', 'download', 'data')),
    reason text,
    address text NOT NULL,
    at timestamptz NOT NULL
  )`,
  `CREATE INDEX recording_use_by_recording ON recording_use (recording_id, at)`,
  `CREATE INDEX recording_use_by_user ON recording_use (user_id, at)`,
]
