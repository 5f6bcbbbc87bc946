import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/** What the number of a call stood for when it started, and which columns say so (docs/decisions/0088-number-assignments.md). */
export const numberAssignments: ClickhouseMigration = {
  name: '0015-number-assignments',
  statements: [
    `ALTER TABLE calls
      ADD COLUMN IF NOT EXISTS attributed_by LowCardinality(String)
        DEFAULT if(source != '' OR medium != '' OR campaign != '' OR keyword != '', 'source', 'none'),
      ADD COLUMN IF NOT EXISTS from_number Array(LowCardinality(String)),
      ADD COLUMN IF NOT EXISTS number_assignment_id Nullable(UUID)`,
  ],
}
