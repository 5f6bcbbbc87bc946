import { sql, type Kysely } from 'kysely'

/** The quarantine is read by when its rows came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX quarantine_received ON quarantine (received_at, id)`.execute(db)
}
