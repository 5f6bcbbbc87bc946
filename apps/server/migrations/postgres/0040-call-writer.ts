import { sql, type Kysely } from 'kysely'

/**
 * Which process writes calls, its journal, and what it tells the others of calls that can be read now
 * (docs/decisions/0045-one-writer.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Not a column of the row, so that epochs rise even when somebody deletes it.
  'CREATE SEQUENCE call_writer_epoch',
  // The epoch is the key, so that whoever takes the lease over waits for transactions that rest on the one before, and
  // whoever renews it does not.
  `CREATE TABLE call_writer (
    epoch bigint PRIMARY KEY,
    is_only boolean NOT NULL DEFAULT true UNIQUE CHECK (is_only),
    holder uuid NOT NULL,
    name text NOT NULL,
    taken_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  )`,
  `CREATE TABLE call_journal (
    name text PRIMARY KEY,
    kind text NOT NULL,
    version bigint NOT NULL,
    content bytea NOT NULL,
    notes text
  )`,
  // Megabytes that live for seconds: to compress them costs more than it saves.
  'ALTER TABLE call_journal ALTER COLUMN content SET STORAGE EXTERNAL, ALTER COLUMN notes SET STORAGE EXTERNAL',
  `CREATE TABLE call_news (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    calls jsonb NOT NULL
  )`,
]
