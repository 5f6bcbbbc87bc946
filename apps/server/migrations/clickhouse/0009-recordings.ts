import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

const durations = `arrayFilter(one -> isNotNull(one),
  arrayMap(one -> JSONExtract(one, 'duration', 'Nullable(UInt32)'), JSONExtractArrayRaw(recordings)))`

/**
 * What questions ask of a call's recordings, as columns that the engine fills from their list: their states of redaction,
 * each once, and how long they are together, null where that is not known. `recording_change` holds what the lists become
 * by a change, until one statement has applied it.
 */
export const recordings: ClickhouseMigration = {
  name: '0009-recordings',
  statements: [
    `ALTER TABLE calls ADD COLUMN IF NOT EXISTS recording_states Array(LowCardinality(String)) MATERIALIZED
      arrayDistinct(arrayMap(one -> JSONExtractString(one, 'redactionStatus'), JSONExtractArrayRaw(recordings)))
      AFTER recordings`,
    `ALTER TABLE calls ADD COLUMN IF NOT EXISTS recording_duration Nullable(UInt32) MATERIALIZED
      if(empty(${durations}), NULL, arraySum(one -> assumeNotNull(one), ${durations})) AFTER recording_states`,
    `ALTER TABLE calls MATERIALIZE COLUMN recording_states, MATERIALIZE COLUMN recording_duration`,
    `CREATE TABLE IF NOT EXISTS recording_change (
      id UUID,
      recordings String
    )
    ENGINE = MergeTree
    ORDER BY id`,
  ],
}
