import { sql, type Kysely } from 'kysely'

/** What is noted of users by name, in their own row so that one call is one record of a change; users of a customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `ALTER TABLE app_user ADD COLUMN properties jsonb NOT NULL DEFAULT '{}'`,
  `CREATE INDEX app_user_by_customer ON app_user (customer_id)`,
]
