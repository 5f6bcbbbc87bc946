import { sql, type Kysely } from 'kysely'

/** Alerts: over whose calls they are judged, and when they were on (docs/decisions/0041-alerts.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `recipients` names them for change tracking; who they are is in their own table.
  `CREATE TABLE alert (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    user_id uuid NOT NULL REFERENCES app_user,
    name text NOT NULL,
    condition jsonb NOT NULL,
    recipients jsonb NOT NULL DEFAULT '[]',
    is_active boolean NOT NULL DEFAULT true,
    paused_reason text,
    is_deleted boolean NOT NULL DEFAULT false,
    next_check_at timestamptz NOT NULL DEFAULT now(),
    checked_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    revision integer NOT NULL DEFAULT 1
  )`,
  `CREATE INDEX alert_by_user ON alert (user_id) WHERE NOT is_deleted`,
  `CREATE INDEX alert_due ON alert (next_check_at) WHERE is_active AND NOT is_deleted`,
  ...[
    ['inserts', 'INSERT', 'NEW TABLE AS new_rows'],
    ['updates', 'UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
    ['deletes', 'DELETE', 'OLD TABLE AS old_rows'],
  ].map(
    ([name, event, tables]) =>
      `CREATE TRIGGER alert_changes_${name} AFTER ${event} ON alert REFERENCING ${tables}
        FOR EACH STATEMENT EXECUTE FUNCTION record_${name}('alert', 'name', '', 'next_check_at,checked_at')`,
  ),
  `CREATE TABLE alert_person (
    alert_id uuid NOT NULL REFERENCES alert,
    user_id uuid NOT NULL REFERENCES app_user,
    is_recipient boolean NOT NULL,
    last_figure double precision,
    reason text,
    PRIMARY KEY (alert_id, user_id)
  )`,
  `CREATE INDEX alert_person_by_user ON alert_person (user_id)`,
  `CREATE TABLE alert_episode (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    alert_id uuid NOT NULL REFERENCES alert,
    user_id uuid NOT NULL REFERENCES app_user,
    condition jsonb NOT NULL,
    began_at timestamptz NOT NULL,
    began_figure double precision,
    ended_at timestamptz,
    ended_figure double precision,
    end_reason text,
    is_told boolean NOT NULL
  )`,
  // Nobody is told twice that the same alert began.
  `CREATE UNIQUE INDEX alert_episode_open ON alert_episode (alert_id, user_id) WHERE ended_at IS NULL`,
  `CREATE INDEX alert_episode_by_alert ON alert_episode (alert_id, id)`,
]
