import { sql, type Kysely } from 'kysely'

/** Recordings that came before the calls that they are of: of each the file, and by what the sender knows the call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `CREATE TABLE early_recording (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    call_id uuid NOT NULL,
    customer_id uuid NOT NULL REFERENCES customer,
    source_system text NOT NULL,
    external_call_id text NOT NULL,
    original_key text NOT NULL UNIQUE,
    type text NOT NULL CHECK (type IN ('wav', 'mp3', 'opus', 'm4a')),
    bytes bigint NOT NULL,
    sha256 bytea NOT NULL,
    agent_channel text,
    at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (call_id, sha256)
  )`,
]
