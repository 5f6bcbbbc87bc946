import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/**
 * The attributes that customers declare: each has the column of its slot, as the record of the attribute says. Which form
 * is fast was measured (docs/decisions/0082-attributes-of-calls.md).
 */
export const attributes: ClickhouseMigration = {
  name: '0014-attributes',
  statements: [
    `ALTER TABLE calls ${Array.from(
      { length: 30 },
      (_, at) => `ADD COLUMN IF NOT EXISTS attribute_${at + 1} LowCardinality(String)`,
    ).join(', ')}`,
  ],
}
