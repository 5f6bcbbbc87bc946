import { sql, type Kysely } from 'kysely'

/** The number of the newest change of calls that may be seen: one row, for all processes on a ClickHouse server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE call_snapshot (published bigint NOT NULL)`.execute(db)
  await sql`INSERT INTO call_snapshot VALUES (0)`.execute(db)
}
