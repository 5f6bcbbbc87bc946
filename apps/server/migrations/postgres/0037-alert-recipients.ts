import { sql, type Kysely } from 'kysely'

/**
 * Recipients of alerts take themselves off, alerts look at entity groups, posts have a form that chat systems read, and the mails of
 * alerts have templates (docs/decisions/0041-alerts.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `ALTER TABLE alert_person ADD COLUMN id uuid NOT NULL DEFAULT uuidv7() UNIQUE, ADD COLUMN unsubscribed_at timestamptz`,
  `ALTER TABLE alert ADD COLUMN webhook_form text NOT NULL DEFAULT 'json' CHECK (webhook_form IN ('json', 'text', 'teams'))`,
  // Nobody changes an alert by this, so there is no change record of it.
  `ALTER TABLE alert DISABLE TRIGGER USER`,
  `UPDATE alert SET condition = condition || '{"entityGroups": []}'`,
  `ALTER TABLE alert ENABLE TRIGGER USER`,
  `UPDATE alert_episode SET condition = condition || '{"entityGroups": []}'`,
  ...[
    ['alertBegan', 'Alert', 'To whom an alert tells that it is on; also its test.'],
    ['alertEnded', 'Alert over', 'To whom an alert tells that it is over.'],
  ].map(
    ([key, name, description]) =>
      `INSERT INTO email_template (key, name, description)
        SELECT '${key}', name, '${description}'
          FROM (VALUES (1, '${name}'), (2, '${name} of a figure')) AS names (rank, name)
          WHERE NOT EXISTS (SELECT FROM email_template WHERE email_template.name = names.name)
          ORDER BY rank LIMIT 1`,
  ),
]
