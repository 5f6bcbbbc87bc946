import { sql, type Kysely } from 'kysely'

/** How rows of a source’s files and webhooks become calls, in versions (docs/decisions/0079-mappings.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE source_mapping (
    source_id uuid NOT NULL REFERENCES source ON DELETE CASCADE,
    version integer NOT NULL,
    mapping jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by uuid REFERENCES app_user ON DELETE SET NULL,
    PRIMARY KEY (source_id, version)
  )`.execute(db)
}
