import { sql, type Kysely } from 'kysely'

/** Recordings of earlier rules are worked on again (docs/decisions/0037-recordings-kept-and-heard.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE recording ADD COLUMN rules_failed integer`.execute(db)
  await sql`CREATE INDEX recording_rules ON recording (coalesce(rules_version, 0), call_started_at)`.execute(
    db,
  )
  await sql`CREATE TABLE recording_rework (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    is_stopped boolean NOT NULL
  )`.execute(db)
  await sql`INSERT INTO recording_rework (is_stopped) VALUES (false)`.execute(db)
}
