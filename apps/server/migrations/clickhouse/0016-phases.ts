import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/** Where a call in progress is, and whether one was closed without an end. */
export const phases: ClickhouseMigration = {
  name: '0016-phases',
  statements: [
    `ALTER TABLE calls
      ADD COLUMN IF NOT EXISTS phase LowCardinality(String),
      ADD COLUMN IF NOT EXISTS phase_since Nullable(DateTime64(3, 'UTC')),
      ADD COLUMN IF NOT EXISTS end_unknown Bool`,
  ],
}
