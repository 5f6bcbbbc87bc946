import { sql, type Kysely } from 'kysely'

/** A mail that a process was at when it ended may have arrived only if its end had been handed over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `ALTER TABLE mail ADD COLUMN is_handed_over boolean NOT NULL DEFAULT false`,
  // Nobody knows of those that are being sent now.
  `UPDATE mail SET is_handed_over = true WHERE status = 'sending'`,
]
