import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/** Finds the outbound calls to a number, which may return its missed ones, without reading all calls. */
export const targetNumberIndex: ClickhouseMigration = {
  name: '0006-target-number-index',
  statements: [
    `ALTER TABLE calls ADD INDEX IF NOT EXISTS target_number_bloom target_number TYPE bloom_filter(0.01) GRANULARITY 1`,
    `ALTER TABLE calls MATERIALIZE INDEX target_number_bloom`,
  ],
}
