import { sql, type Kysely } from 'kysely'

/** Who sends a mail: what was left by a process that is no more is found by its silence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `ALTER TABLE mail ADD COLUMN worker uuid, ADD COLUMN beat_at timestamptz`,
  // In the order in which they are sent: people wait for a link, not for a report.
  `CREATE INDEX mail_waiting ON mail ((delivery_id IS NOT NULL), not_before NULLS FIRST, id) WHERE status = 'waiting'`,
  `CREATE INDEX mail_by_recipient ON mail (lower(recipient), id)`,
  `CREATE INDEX mail_sending ON mail (beat_at) WHERE status = 'sending'`,
]
