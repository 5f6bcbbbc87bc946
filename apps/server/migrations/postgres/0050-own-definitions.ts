import { sql, type Kysely } from 'kysely'

/** What a saved report shows is a report of the library, or a definition of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE saved_report
    ALTER COLUMN report_id DROP NOT NULL,
    ADD COLUMN definition jsonb,
    ADD COLUMN parameter_uses jsonb,
    ADD CONSTRAINT saved_report_shows_one CHECK (num_nonnulls(report_id, definition) = 1),
    ADD CONSTRAINT saved_report_definition_is_whole CHECK ((definition IS NULL) = (parameter_uses IS NULL))`.execute(
    db,
  )
}
