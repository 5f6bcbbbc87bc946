import { sql, type Kysely } from 'kysely'

/** Named properties of users, in the row of the user so that one request is one change record; users by customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `ALTER TABLE app_user ADD COLUMN properties jsonb NOT NULL DEFAULT '{}'`,
  `CREATE INDEX app_user_by_customer ON app_user (customer_id)`,
]
