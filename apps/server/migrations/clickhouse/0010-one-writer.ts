import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/**
 * On a server, who writes calls records its epoch first: a statement of an earlier writer fails that arrives later.
 * What a change is to make of calls is a partition of its own, which no other change reads or deletes.
 */
export const oneWriter: ClickhouseMigration = {
  name: '0010-one-writer',
  statements: [
    `CREATE TABLE IF NOT EXISTS writer_epoch (epoch UInt64) ENGINE = MergeTree ORDER BY epoch`,
    `DROP TABLE IF EXISTS relation_change`,
    `CREATE TABLE relation_change (
      number UInt64,
      id UUID,
      version UInt64,
      prior_calls Nullable(UInt32),
      returned_at Nullable(DateTime64(3, 'UTC'))
    )
    ENGINE = MergeTree PARTITION BY number ORDER BY id`,
    `DROP TABLE IF EXISTS annotation_change`,
    `CREATE TABLE annotation_change (
      number UInt64,
      id UUID,
      tags Array(String),
      note String,
      lead_status String,
      score Nullable(UInt8),
      value Nullable(Decimal(18, 4)),
      cost Nullable(Decimal(18, 4)),
      currency String
    )
    ENGINE = MergeTree PARTITION BY number ORDER BY id`,
    `DROP TABLE IF EXISTS recording_change`,
    `CREATE TABLE recording_change (
      number UInt64,
      id UUID,
      recordings String
    )
    ENGINE = MergeTree PARTITION BY number ORDER BY id`,
  ],
}
