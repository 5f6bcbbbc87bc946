import { sql, type Kysely } from 'kysely'

/** Attributes of calls, which customers declare (docs/decisions/0082-attributes-of-calls.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `slot` is the column of the table of calls that holds the values.
  `CREATE TABLE attribute (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    customer_id uuid NOT NULL REFERENCES customer,
    slot integer NOT NULL CHECK (slot BETWEEN 1 AND 30),
    key text NOT NULL,
    name text NOT NULL,
    type text NOT NULL CHECK (type IN ('text', 'number', 'choice')),
    choices jsonb NOT NULL DEFAULT '[]',
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    revision integer NOT NULL DEFAULT 1,
    UNIQUE (customer_id, key),
    UNIQUE (customer_id, slot)
  )`,
  ...[
    ['inserts', 'INSERT', 'NEW TABLE AS new_rows'],
    ['updates', 'UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
    ['deletes', 'DELETE', 'OLD TABLE AS old_rows'],
  ].map(
    ([name, event, tables]) =>
      `CREATE TRIGGER attribute_changes_${name} AFTER ${event} ON attribute REFERENCING ${tables}
        FOR EACH STATEMENT EXECUTE FUNCTION record_${name}('attribute', 'name', '', 'slot')`,
  ),
]
