import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/**
 * Which change brought a row, and which one took it out: what a read at a snapshot goes by (docs/decisions/0017-snapshots.md).
 * Nearly all rows have 0 in both, which the engine hardly stores and reads fast.
 */
export const snapshots: ClickhouseMigration = {
  name: '0005-snapshots',
  statements: [
    `ALTER TABLE calls ADD COLUMN IF NOT EXISTS seen_from UInt64
      COMMENT 'Number of the change that brought the row, 0 when it is older than any snapshot'`,
    `ALTER TABLE calls ADD COLUMN IF NOT EXISTS seen_to UInt64
      COMMENT 'Number of the change that took the row out, 0 when none did'`,
  ],
}
