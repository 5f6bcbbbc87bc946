import { sql, type Kysely } from 'kysely'

const statements = [
  // A caller of a customer who calls from several numbers, as somebody has said.
  `CREATE TABLE linked_caller (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    customer_id uuid NOT NULL REFERENCES customer ON DELETE CASCADE,
    numbers text[] NOT NULL CHECK (cardinality(numbers) > 1),
    name text GENERATED ALWAYS AS (numbers[1]) STORED,
    revision integer NOT NULL DEFAULT 1
  )`,
  'CREATE INDEX linked_caller_by_number ON linked_caller USING gin (numbers)',
  'CREATE INDEX linked_caller_by_customer ON linked_caller (customer_id)',
  ...[
    ['inserts', 'INSERT', 'NEW TABLE AS new_rows'],
    ['updates', 'UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
    ['deletes', 'DELETE', 'OLD TABLE AS old_rows'],
  ].map(
    ([name, event, tables]) =>
      `CREATE TRIGGER linked_caller_changes_${name} AFTER ${event} ON linked_caller REFERENCING ${tables}
        FOR EACH STATEMENT EXECUTE FUNCTION record_${name}('linkedCaller', 'name', '', 'name')`,
  ),
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
