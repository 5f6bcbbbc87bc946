import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/** What an edit by people makes of the columns of calls, until one statement has applied it. Empty between two of them. */
export const annotationChanges: ClickhouseMigration = {
  name: '0008-annotation-changes',
  statements: [
    `CREATE TABLE IF NOT EXISTS annotation_change (
      id UUID,
      tags Array(String),
      note String,
      lead_status String,
      score Nullable(UInt8),
      value Nullable(Decimal(18, 4)),
      cost Nullable(Decimal(18, 4)),
      currency String
    )
    ENGINE = MergeTree
    ORDER BY id`,
  ],
}
