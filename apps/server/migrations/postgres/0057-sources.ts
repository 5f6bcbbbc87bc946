import { sql, type Kysely } from 'kysely'

/** Phone systems whose calls come in, what they said of calls, and what came of it (docs/decisions/0080-sources.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `CREATE TABLE source (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    customer_id uuid NOT NULL REFERENCES customer,
    kind text NOT NULL,
    name text NOT NULL,
    source_system text NOT NULL,
    time_zone text NOT NULL,
    country text,
    own_numbers text[] NOT NULL DEFAULT '{}',
    status_words jsonb NOT NULL DEFAULT '[]',
    settings jsonb NOT NULL DEFAULT '{}',
    secrets jsonb NOT NULL DEFAULT '{}',
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    revision integer NOT NULL DEFAULT 1,
    UNIQUE (customer_id, name),
    UNIQUE (customer_id, source_system)
  )`,
  ...[
    { event: 'insert', tables: 'NEW TABLE AS new_rows' },
    { event: 'update', tables: 'OLD TABLE AS old_rows NEW TABLE AS new_rows' },
    { event: 'delete', tables: 'OLD TABLE AS old_rows' },
  ].map(
    ({ event, tables }) => `CREATE TRIGGER source_changes_${event}s
      AFTER ${event.toUpperCase()} ON source REFERENCING ${tables} FOR EACH STATEMENT
      EXECUTE FUNCTION record_${event}s('source', 'name', 'secrets', '')`,
  ),
  // What changes without anybody changing the source.
  `CREATE TABLE source_state (
    source_id uuid PRIMARY KEY REFERENCES source ON DELETE CASCADE,
    received_at timestamptz,
    newest_call_at timestamptz,
    problem text,
    problem_at timestamptz,
    cursor jsonb,
    fetched_at timestamptz,
    next_fetch_at timestamptz,
    fetch_failures integer NOT NULL DEFAULT 0,
    fetching_until timestamptz
  )`,
  `CREATE TABLE source_day (
    source_id uuid NOT NULL REFERENCES source ON DELETE CASCADE,
    day date NOT NULL,
    created integer NOT NULL,
    updated integer NOT NULL,
    unchanged integer NOT NULL,
    rejected integer NOT NULL,
    PRIMARY KEY (source_id, day)
  )`,
  // Of each call what its system said. The number of events tells whether one came while the call was made of them.
  `CREATE TABLE source_call (
    source_id uuid NOT NULL REFERENCES source ON DELETE CASCADE,
    call_key text NOT NULL,
    events integer NOT NULL,
    is_pending boolean NOT NULL,
    try_after timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (source_id, call_key)
  )`,
  `CREATE INDEX source_call_pending ON source_call (try_after) WHERE is_pending`,
  `CREATE INDEX source_call_changed ON source_call (changed_at)`,
  // The bodies are JSON as texts, as jsonb takes no zero characters.
  `CREATE TABLE source_event (
    source_id uuid NOT NULL,
    call_key text NOT NULL,
    event_key text NOT NULL,
    body text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (source_id, call_key, event_key),
    FOREIGN KEY (source_id, call_key) REFERENCES source_call ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
  )`,
  `ALTER TABLE api_key ADD COLUMN source_id uuid REFERENCES source`,
]
