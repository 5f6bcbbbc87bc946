import { sql, type Kysely } from 'kysely'

const statements = [
  // Where the process that writes calls is reached by the others, and how it knows that a request came from one of them.
  'ALTER TABLE call_writer ADD COLUMN address text, ADD COLUMN secret text',
  // When the next mail may be begun by any of the processes, where so many a minute are allowed.
  `CREATE TABLE mail_pace (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    next_at timestamptz NOT NULL
  )`,
  'INSERT INTO mail_pace (next_at) VALUES (now())',
]

/** What only one process does is passed on to it (docs/decisions/0094-any-process-accepts.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
