import { sql, type Kysely } from 'kysely'

/** A rejected row that names only what changes of its call is retried as such: by itself it would clear all else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE quarantine ADD COLUMN is_merge boolean NOT NULL DEFAULT false`.execute(db)
}
