import { sql, type Kysely } from 'kysely'

/** How the connection of a source to its switch is (docs/decisions/0090-switch-connections.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE source_state
    ADD COLUMN connection_state text CHECK (connection_state IN ('connecting', 'connected', 'waiting')),
    ADD COLUMN connection_since timestamptz`.execute(db)
}
