import { sql, type Kysely } from 'kysely'

/** Recordings that are still at whoever sent their calls (docs/decisions/0034-where-recordings-come-from.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `CREATE TABLE recording_fetch (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    call_id uuid NOT NULL,
    customer_id uuid NOT NULL REFERENCES customer,
    call_started_at timestamptz NOT NULL,
    url text NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'fetched', 'failed')),
    attempts integer NOT NULL DEFAULT 0,
    error text,
    at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (call_id, url)
  )`,
]
