import { sql, type Kysely } from 'kysely'

const statements = [
  // What became of the calls of imports whose files are in a bucket, where nothing can grow.
  `CREATE TABLE import_ledger_part (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    import_id uuid NOT NULL REFERENCES import ON DELETE CASCADE,
    content bytea NOT NULL
  )`,
  // Hashes, of which there is nothing to compress.
  'ALTER TABLE import_ledger_part ALTER COLUMN content SET STORAGE EXTERNAL',
  'CREATE INDEX import_ledger_part_by_import ON import_ledger_part (import_id, id)',
]

/** Uploaded files of calls may be in a bucket (docs/decisions/0095-one-place-for-files.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
