import { sql, type Kysely } from 'kysely'

/**
 * What is left to do of recordings is found without reading the table: those of earlier rules and those that failed by new
 * ones (docs/decisions/0037-recordings-kept-and-heard.md), and those that are still to be fetched.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `DROP INDEX recording_rules`,
  `CREATE INDEX recording_rules ON recording (coalesce(rules_version, 0), call_started_at)
    WHERE original_key IS NOT NULL AND redaction_status IN ('clean', 'redacted', 'failed')`,
  `CREATE INDEX recording_rules_failed ON recording (rules_failed) WHERE rules_failed IS NOT NULL`,
  `CREATE INDEX recording_fetch_waiting ON recording_fetch (at) WHERE state = 'waiting'`,
]
