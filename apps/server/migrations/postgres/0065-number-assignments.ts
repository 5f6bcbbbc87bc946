import { sql, type Kysely } from 'kysely'

/** What tracking numbers stand for, from when to when (docs/decisions/0088-number-assignments.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // That no two of a number overlap is checked while its timeline is locked.
  `CREATE TABLE number_assignment (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    entity_id uuid NOT NULL REFERENCES entity,
    customer_id uuid NOT NULL REFERENCES customer,
    number text NOT NULL,
    from_at timestamptz,
    until_at timestamptz,
    source text,
    medium text,
    campaign text,
    keyword text,
    location text,
    rotationgroup text,
    network text,
    target_number text,
    monthly_cost numeric(18, 4),
    note text,
    created_at timestamptz NOT NULL DEFAULT now(),
    revision integer NOT NULL DEFAULT 1,
    CHECK (from_at < until_at)
  )`,
  'CREATE INDEX number_assignment_by_entity ON number_assignment (entity_id)',
  'CREATE INDEX number_assignment_by_customer ON number_assignment (customer_id, number)',
  // `done_revision`: with which all calls of the number have what it stood for, by the change of calls with that number.
  `CREATE TABLE number_timeline (
    entity_id uuid PRIMARY KEY REFERENCES entity,
    customer_id uuid NOT NULL REFERENCES customer,
    number text NOT NULL,
    revision integer NOT NULL DEFAULT 0,
    done_revision integer NOT NULL DEFAULT 0,
    change_number bigint
  )`,
  'CREATE INDEX number_timeline_to_do ON number_timeline (customer_id) WHERE done_revision < revision',
  'CREATE INDEX number_timeline_by_change ON number_timeline (change_number)',
  // The assignments of all numbers that were changed, before and after: what it takes to undo the change.
  `CREATE TABLE number_change (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    customer_id uuid NOT NULL REFERENCES customer,
    made_at timestamptz NOT NULL DEFAULT now(),
    made_by uuid REFERENCES app_user ON DELETE SET NULL,
    numbers integer NOT NULL,
    calls bigint NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    undone_by_id uuid REFERENCES number_change
  )`,
  'CREATE INDEX number_change_by_customer ON number_change (customer_id, id)',
  'ALTER TABLE source ADD COLUMN is_number_first boolean NOT NULL DEFAULT false',
  ...[
    ['inserts', 'INSERT', 'NEW TABLE AS new_rows'],
    ['updates', 'UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
    ['deletes', 'DELETE', 'OLD TABLE AS old_rows'],
  ].map(
    ([name, event, tables]) =>
      `CREATE TRIGGER number_assignment_changes_${name} AFTER ${event} ON number_assignment REFERENCING ${tables}
        FOR EACH STATEMENT EXECUTE FUNCTION record_${name}('numberAssignment', 'number', '', 'number')`,
  ),
]
