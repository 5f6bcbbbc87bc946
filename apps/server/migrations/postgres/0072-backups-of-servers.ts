import { sql, type Kysely } from 'kysely'

const statements = [
  // Of all processes of a portal whose databases are on servers: whose backups a place holds, and what became of the last one.
  `CREATE TABLE backup_state (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    portal_id uuid NOT NULL DEFAULT gen_random_uuid(),
    last jsonb NOT NULL DEFAULT '{}'
  )`,
  'INSERT INTO backup_state DEFAULT VALUES',
]

/** Databases on servers are backed up by the portal, too (docs/decisions/0097-backups-of-servers.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
