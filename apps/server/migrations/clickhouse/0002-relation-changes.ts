import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/**
 * Pending changes of the relations of calls, which one statement applies to the calls. Lists of thousands of ids as
 * parameters take the engine five times as long as a table. Empty between two such statements.
 */
export const relationChanges: ClickhouseMigration = {
  name: '0002-relation-changes',
  statements: [
    `CREATE TABLE IF NOT EXISTS relation_change (
      id UUID,
      version UInt64,
      prior_calls Nullable(UInt32),
      returned_at Nullable(DateTime64(3, 'UTC'))
    )
    ENGINE = MergeTree
    ORDER BY id`,
  ],
}
