import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * A report that names no export types allows all that there are, also those of later versions. The reports that came with
 * the portal do, unless somebody changed them.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const actor = { userId: null, userName: 'system' }
  await sql`SELECT set_config('callboard.actor', ${JSON.stringify(actor)}, true)`.execute(db)
  await sql`ALTER TABLE report ALTER COLUMN export_types DROP NOT NULL, ALTER COLUMN export_types DROP DEFAULT`.execute(
    db,
  )
  await sql`UPDATE report SET export_types = NULL WHERE revision = 1 AND export_types = '{csv}'`.execute(db)
}
