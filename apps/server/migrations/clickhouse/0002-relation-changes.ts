import type { ClickhouseMigration } from '#server/db/clickhouse-migrations.ts'

/**
 * What is about to change in the relations of calls, while one statement writes it into them: lists of thousands of ids
 * as parameters cost the engine five times as long as a table of them. Empty between two such statements.
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
