import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/** Finds a call by the id of its source, without reading all calls. */
export const externalIdIndex: ClickhouseMigration = {
  name: '0003-external-id-index',
  statements: [
    `ALTER TABLE calls ADD INDEX IF NOT EXISTS external_call_id_bloom external_call_id TYPE bloom_filter(0.01) GRANULARITY 1`,
    `ALTER TABLE calls MATERIALIZE INDEX external_call_id_bloom`,
  ],
}
