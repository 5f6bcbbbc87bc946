import { sql, type Kysely } from 'kysely'

/** The template of the mails of subscriptions, whose text is in the code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `INSERT INTO email_template (key, name, description)
        SELECT 'report', name, 'To the recipients of a subscription: the report, with its chart and its first rows.'
          FROM (VALUES (1, 'Report'), (2, 'Report by subscription')) AS names (rank, name)
          WHERE NOT EXISTS (SELECT FROM email_template WHERE email_template.name = names.name)
          ORDER BY rank LIMIT 1`,
    )
    .execute(db)
}
