import { sql, type Kysely } from 'kysely'

/** How far the mailbox was looked at in which mails that come back arrive (docs/decisions/0043-bounce-mailbox.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // One row, which processes take in turn.
  `CREATE TABLE bounce_mailbox (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    mailbox text,
    uid_validity text,
    last_uid bigint NOT NULL DEFAULT 0,
    next_look_at timestamptz NOT NULL DEFAULT now(),
    failures integer NOT NULL DEFAULT 0,
    last_error text,
    failing_since timestamptz
  )`,
  'INSERT INTO bounce_mailbox DEFAULT VALUES',
]
