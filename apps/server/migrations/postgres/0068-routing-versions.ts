import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // How a rotation group or a time-of-day rule routed calls, from when on; in the order of time.
  await sql`ALTER TABLE entity ADD COLUMN routing jsonb NOT NULL DEFAULT '[]'`.execute(db)
}
