import { sql, type Kysely } from 'kysely'

/** Who asked to be reminded of a missed caller is told when the time has come (docs/decisions/0069-call-back.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const [name, otherName] = ['Call back reminder', 'Call back reminder of a caller']

const statements = [
  `CREATE TABLE call_back_reminder (
    call_back_id uuid PRIMARY KEY REFERENCES call_back ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES app_user,
    due_at timestamptz NOT NULL,
    by_email boolean NOT NULL,
    notified_at timestamptz
  )`,
  `CREATE INDEX call_back_reminder_due ON call_back_reminder (due_at) WHERE notified_at IS NULL`,
  `CREATE INDEX call_back_reminder_notified ON call_back_reminder (notified_at)`,
  `CREATE INDEX call_back_reminder_of_user ON call_back_reminder (user_id)`,
  // Nobody is notified of a time that is over.
  `INSERT INTO call_back_reminder (call_back_id, user_id, due_at, by_email)
    SELECT id, acted_by, remind_at, true FROM call_back
    WHERE action = 'remind' AND remind_at > now() AND acted_by IS NOT NULL`,
  `INSERT INTO email_template (key, name, description)
    SELECT 'callBackReminder', name, 'To whoever asked to be reminded of a missed caller.'
      FROM (VALUES (1, '${name}'), (2, '${otherName}')) AS names (rank, name)
      WHERE NOT EXISTS (SELECT FROM email_template WHERE email_template.name = names.name)
      ORDER BY rank LIMIT 1`,
]
