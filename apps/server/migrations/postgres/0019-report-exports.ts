import { sql, type Kysely } from 'kysely'

/** Exports that are written in the background: they wait, run and are kept by these rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `CREATE TABLE report_export (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    user_id uuid NOT NULL REFERENCES app_user,
    name text NOT NULL,
    format text NOT NULL,
    asked jsonb NOT NULL,
    state text NOT NULL DEFAULT 'waiting'
      CHECK (state IN ('waiting', 'running', 'ready', 'failed', 'stopped', 'expired')),
    error text,
    rows_done bigint NOT NULL DEFAULT 0,
    row_count bigint,
    bytes bigint NOT NULL DEFAULT 0,
    snapshot bigint,
    scope_fingerprint text,
    file_name text,
    file_key text,
    attempts integer NOT NULL DEFAULT 0,
    worker uuid,
    beat_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    expires_at timestamptz
  )`,
  `CREATE INDEX report_export_by_user ON report_export (user_id)`,
]
