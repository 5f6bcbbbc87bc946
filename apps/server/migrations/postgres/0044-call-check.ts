import { sql, type Kysely } from 'kysely'

/**
 * How far the check of the stored calls is (one row), what it found, by customer and kind, and how many calls a customer
 * had at a change: it has no fewer later, but for those that were deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `CREATE TABLE call_check (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    customer_id text NOT NULL DEFAULT '',
    step integer NOT NULL DEFAULT 0,
    begun_at timestamptz,
    finished_at timestamptz
  )`,
  `INSERT INTO call_check DEFAULT VALUES`,
  `CREATE TABLE call_damage (
    customer_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('seenTwice', 'hidden', 'relations', 'missing')),
    step integer NOT NULL,
    count bigint NOT NULL CHECK (count > 0),
    found_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, kind, step)
  )`,
  `CREATE TABLE call_count (
    customer_id uuid PRIMARY KEY,
    count bigint NOT NULL,
    change_number bigint NOT NULL
  )`,
]
