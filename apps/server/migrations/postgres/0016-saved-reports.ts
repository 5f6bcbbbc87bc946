import { sql, type Kysely } from 'kysely'

/** Reports are saved with values, marked as favourites, and known by when somebody ran them last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...savedReports, ...ofUsers]) await sql.raw(statement).execute(db)
}

const savedReports = [
  `CREATE TABLE saved_report (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    report_id uuid NOT NULL REFERENCES report,
    user_id uuid NOT NULL REFERENCES app_user,
    name text NOT NULL,
    parameters jsonb NOT NULL,
    view jsonb NOT NULL DEFAULT '{}',
    shared_with_group_id uuid REFERENCES report_group,
    is_deleted boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    revision integer NOT NULL DEFAULT 1
  )`,
  `CREATE INDEX saved_report_by_user ON saved_report (user_id)`,
  `CREATE INDEX saved_report_by_report ON saved_report (report_id)`,
  `CREATE INDEX saved_report_by_group ON saved_report (shared_with_group_id)
    WHERE shared_with_group_id IS NOT NULL`,
  ...[
    ['inserts', 'INSERT', 'NEW TABLE AS new_rows'],
    ['updates', 'UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
    ['deletes', 'DELETE', 'OLD TABLE AS old_rows'],
  ].map(
    ([name, event, tables]) =>
      `CREATE TRIGGER saved_report_changes_${name} AFTER ${event} ON saved_report REFERENCING ${tables}
        FOR EACH STATEMENT EXECUTE FUNCTION record_${name}('savedReport', 'name', '', 'updated_at')`,
  ),
]

// An item is a report or a saved report; neither is ever deleted for good.
const ofUsers = [
  `CREATE TABLE report_favourite (
    user_id uuid NOT NULL REFERENCES app_user,
    item_id uuid NOT NULL,
    PRIMARY KEY (user_id, item_id)
  )`,
  `CREATE TABLE report_last_run (
    user_id uuid NOT NULL REFERENCES app_user,
    item_id uuid NOT NULL,
    ran_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, item_id)
  )`,
]
