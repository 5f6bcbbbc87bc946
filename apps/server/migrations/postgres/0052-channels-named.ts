import { sql, type Kysely } from 'kysely'

/** Who is heard on which channel of stereo recordings (docs/decisions/0072-recordings-named-and-found.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `ALTER TABLE customer ADD COLUMN channel_order text NOT NULL DEFAULT 'unknown'
    CHECK (channel_order IN ('unknown', 'agentLeft', 'agentRight', 'dialingLeft', 'dialingRight'))`,
  `ALTER TABLE recording ADD COLUMN agent_channel text CHECK (agent_channel IN ('left', 'right'))`,
]
