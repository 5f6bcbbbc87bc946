import { sql, type Kysely } from 'kysely'

/** What people have said of missed callers (docs/decisions/0069-call-back.md): a row for each number of a customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const unrecorded = ['name', 'acted_by', 'acted_at', 'closed_to_before', 'changed_at']

const statements = [
  `CREATE TABLE call_back (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    customer_id uuid NOT NULL REFERENCES customer ON DELETE CASCADE,
    number text NOT NULL CHECK (number <> ''),
    name text GENERATED ALWAYS AS (number) STORED,
    taken_by uuid REFERENCES app_user,
    taken_until timestamptz,
    action text CHECK (action IN ('calledBack', 'notNeeded', 'remind', 'reopen')),
    note text,
    acted_by uuid REFERENCES app_user,
    acted_at timestamptz,
    closed_to timestamptz,
    closed_to_before timestamptz,
    remind_at timestamptz,
    later_to timestamptz,
    changed_at timestamptz NOT NULL DEFAULT now(),
    revision integer NOT NULL DEFAULT 1,
    UNIQUE (customer_id, number),
    CONSTRAINT call_back_is_taken_until CHECK ((taken_by IS NULL) = (taken_until IS NULL)),
    CONSTRAINT call_back_waits_for_reminder CHECK ((remind_at IS NULL) = (later_to IS NULL))
  )`,
  // The newest are asked for twice a second while somebody follows the list.
  `CREATE INDEX call_back_by_change ON call_back (changed_at)`,
  ...[
    { event: 'insert', tables: 'NEW TABLE AS new_rows' },
    { event: 'update', tables: 'OLD TABLE AS old_rows NEW TABLE AS new_rows' },
    { event: 'delete', tables: 'OLD TABLE AS old_rows' },
  ].map(
    ({ event, tables }) => `CREATE TRIGGER call_back_changes_${event}s
      AFTER ${event.toUpperCase()} ON call_back REFERENCING ${tables} FOR EACH STATEMENT
      EXECUTE FUNCTION record_${event}s('callBack', 'name', '', '${unrecorded.join(',')}')`,
  ),
]
