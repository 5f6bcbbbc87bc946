import { sql, type Kysely } from 'kysely'

/** Users choose what their dashboard shows, and roles have one for their users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Without a layout once its user went back to the default: the revision keeps rising.
  `CREATE TABLE user_dashboard (
    user_id uuid PRIMARY KEY REFERENCES app_user,
    layout jsonb,
    revision integer NOT NULL DEFAULT 0
  )`,
  `ALTER TABLE role ADD COLUMN dashboard jsonb`,
]
