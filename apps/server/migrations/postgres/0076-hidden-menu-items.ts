import { sql, type Kysely } from 'kysely'

/**
 * From which roles items of a menu are hidden: ids of items, each with ids of roles. Beside the items and not in them, as a
 * process of the version before answers no item with a field that it does not know.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE menu ADD COLUMN hidden_from jsonb NOT NULL DEFAULT '{}'`.execute(db)
}
