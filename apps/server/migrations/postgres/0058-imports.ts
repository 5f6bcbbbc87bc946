import { sql, type Kysely } from 'kysely'

/** Files of sources, and what became of them (docs/decisions/0078-imports.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const unrecorded = [
  'state',
  'started_at',
  'ended_at',
  'bytes',
  'bytes_received',
  'path',
  'sha256',
  'context',
  'bytes_read',
  'rows',
  'created',
  'updated',
  'unchanged',
  'rejected',
  'rejections',
  'rows_per_second',
  'seconds_left',
  'warnings',
  'first_call_at',
  'last_call_at',
  'file_deleted_at',
].join(',')

const statements = [
  `CREATE TABLE import (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    source_id uuid NOT NULL REFERENCES source,
    name text NOT NULL,
    way text NOT NULL CHECK (way IN ('upload', 'command', 'folder')),
    state text NOT NULL
      CHECK (state IN ('uploading', 'running', 'done', 'stopped', 'failed', 'undoing', 'undone')),
    is_dry_run boolean NOT NULL DEFAULT false,
    user_id uuid REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    ended_at timestamptz,
    bytes bigint NOT NULL,
    bytes_received bigint NOT NULL DEFAULT 0,
    path text,
    sha256 bytea,
    context jsonb,
    bytes_read bigint NOT NULL DEFAULT 0,
    rows bigint NOT NULL DEFAULT 0,
    created bigint NOT NULL DEFAULT 0,
    updated bigint NOT NULL DEFAULT 0,
    unchanged bigint NOT NULL DEFAULT 0,
    rejected bigint NOT NULL DEFAULT 0,
    rejections jsonb NOT NULL DEFAULT '[]',
    rows_per_second integer,
    seconds_left integer,
    warnings jsonb NOT NULL DEFAULT '[]',
    first_call_at timestamptz,
    last_call_at timestamptz,
    is_stopping boolean NOT NULL DEFAULT false,
    file_deleted_at timestamptz,
    error text,
    undo jsonb,
    revision integer NOT NULL DEFAULT 1
  )`,
  `CREATE INDEX import_under_way ON import (state) WHERE state IN ('uploading', 'running', 'undoing')`,
  `CREATE INDEX import_kept ON import (ended_at) WHERE file_deleted_at IS NULL`,
  `CREATE INDEX import_same ON import (source_id, sha256)`,
  ...[
    { event: 'insert', tables: 'NEW TABLE AS new_rows' },
    { event: 'update', tables: 'OLD TABLE AS old_rows NEW TABLE AS new_rows' },
    { event: 'delete', tables: 'OLD TABLE AS old_rows' },
  ].map(
    ({ event, tables }) => `CREATE TRIGGER import_changes_${event}s
      AFTER ${event.toUpperCase()} ON import REFERENCING ${tables} FOR EACH STATEMENT
      EXECUTE FUNCTION record_${event}s('import', 'name', '', '${unrecorded}')`,
  ),
  // What an import brought is deleted whatever its age.
  `ALTER TABLE retention_deletion ALTER COLUMN days DROP NOT NULL`,
]
