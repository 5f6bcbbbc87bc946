import { sql, type Kysely } from 'kysely'

const statements = [
  // How often something was done for somebody within a minute, by all processes together.
  `CREATE TABLE request_count (
    subject text PRIMARY KEY,
    began_at timestamptz NOT NULL,
    count integer NOT NULL
  )`,
  'CREATE INDEX request_count_by_beginning ON request_count (began_at)',
  // Where and since when a post of an alert is under way: null while it waits.
  'ALTER TABLE alert_post ADD COLUMN posting_to text, ADD COLUMN posting_since timestamptz',
  'CREATE INDEX alert_post_under_way ON alert_post (posting_to) WHERE posting_to IS NOT NULL',
  // The process that posts to a webhook, and until when it has that to itself.
  `CREATE TABLE webhook_lane (
    webhook_id uuid PRIMARY KEY REFERENCES webhook ON DELETE CASCADE,
    holder uuid NOT NULL,
    held_until timestamptz NOT NULL
  )`,
]

/** What a process counted for itself is counted for all of them (docs/decisions/0094-any-process-accepts.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
