import { sql, type Kysely } from 'kysely'

/** Which of several ClickHouse servers has the published change, and is read (docs/decisions/0100-clickhouse-replicated.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE call_snapshot ADD COLUMN server text`.execute(db)
}
