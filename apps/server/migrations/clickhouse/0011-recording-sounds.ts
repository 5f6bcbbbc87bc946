import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/** Which sound the portal has of a call, beside the list of its recordings, and written together with it. */
export const recordingSounds: ClickhouseMigration = {
  name: '0011-recording-sounds',
  statements: [
    `ALTER TABLE calls ADD COLUMN IF NOT EXISTS sounds Array(LowCardinality(String)) AFTER recordings`,
    `ALTER TABLE recording_change ADD COLUMN IF NOT EXISTS sounds Array(LowCardinality(String))`,
  ],
}
