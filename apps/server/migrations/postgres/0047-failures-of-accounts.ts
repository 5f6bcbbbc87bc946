import { sql, type Kysely } from 'kysely'

/**
 * A failed sign-in counts for the name that was typed and for its account: after a restart too, a locked name is refused
 * before anybody looks up whether it is somebody's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sign_in_failure ADD COLUMN account_id uuid`.execute(db)
}
