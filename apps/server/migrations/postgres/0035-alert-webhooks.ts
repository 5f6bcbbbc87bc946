import { sql, type Kysely } from 'kysely'

/** What alerts post to other systems, and what came of it (docs/decisions/0041-alerts.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `ALTER TABLE alert ADD COLUMN webhook_url text, ADD COLUMN webhook_secret text,
    ADD CHECK ((webhook_url IS NULL) = (webhook_secret IS NULL))`,
  // The address is a secret as well: that of a chat system lets whoever knows it write there.
  ...[
    ['inserts', 'INSERT', 'NEW TABLE AS new_rows'],
    ['updates', 'UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
    ['deletes', 'DELETE', 'OLD TABLE AS old_rows'],
  ].flatMap(([name, event, tables]) => [
    `DROP TRIGGER alert_changes_${name} ON alert`,
    `CREATE TRIGGER alert_changes_${name} AFTER ${event} ON alert REFERENCING ${tables}
      FOR EACH STATEMENT EXECUTE FUNCTION record_${name}('alert', 'name', 'webhook_url,webhook_secret', 'next_check_at,checked_at')`,
  ]),
  `CREATE TABLE alert_post (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    alert_id uuid NOT NULL REFERENCES alert,
    episode_id uuid REFERENCES alert_episode,
    event text NOT NULL CHECK (event IN ('began', 'ended', 'test')),
    body text NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
    tries integer NOT NULL DEFAULT 0,
    not_before timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (episode_id, event)
  )`,
  `CREATE INDEX alert_post_waiting ON alert_post (not_before) WHERE state = 'waiting'`,
  `CREATE INDEX alert_post_by_alert ON alert_post (alert_id)`,
  `CREATE TABLE alert_post_try (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    post_id uuid NOT NULL REFERENCES alert_post,
    at timestamptz NOT NULL DEFAULT now(),
    status integer,
    answer text,
    error text
  )`,
  `CREATE INDEX alert_post_try_by_post ON alert_post_try (post_id)`,
]
