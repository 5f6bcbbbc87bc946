import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/** What a source has sent where the columns of a call say something else (docs/decisions/0077-merge.md). */
export const sentFields: ClickhouseMigration = {
  name: '0013-sent-fields',
  statements: [
    `ALTER TABLE calls ADD COLUMN IF NOT EXISTS sent String
      COMMENT 'JSON by field, null where nothing was sent, empty when the call is older' CODEC(ZSTD(3))
      AFTER content_hash`,
  ],
}
