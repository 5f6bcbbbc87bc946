import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/**
 * The table of calls. Measurements and design are in docs/decisions/0003-calls-table.md.
 *
 * An empty text means "no value": withheld number, unknown city, no campaign. Null is used only for numbers, instants
 * and ids, where any value would be wrong: an unknown duration is not 0 seconds. Durations are whole seconds,
 * `route_trace` and `recordings` are JSON arrays.
 *
 * Do not add a projection: lightweight deletes fail on a table that has one.
 */
export const calls: ClickhouseMigration = {
  name: '0001-calls',
  statements: [
    `CREATE TABLE IF NOT EXISTS calls (
      id UUID,
      customer_id UUID,
      source_system LowCardinality(String),
      external_call_id String CODEC(ZSTD(3)),
      parent_call_id Nullable(UUID),
      revision Nullable(UInt64),
      version UInt64 COMMENT 'Number of the batch that wrote the row, rising',
      content_hash UInt64 COMMENT 'Of what the source sent',
      received_at DateTime64(3, 'UTC'),

      direction LowCardinality(String),
      status LowCardinality(String),
      answered_by LowCardinality(String),
      hangup_by LowCardinality(String),
      hangup_cause Nullable(UInt16) COMMENT 'Q.850',

      tracking_number LowCardinality(String),
      caller_number String COMMENT 'Empty when withheld',
      target_number LowCardinality(String),
      caller_name String,

      started_at DateTime64(3, 'UTC'),
      answered_at Nullable(DateTime64(3, 'UTC')),
      ended_at Nullable(DateTime64(3, 'UTC')),
      duration Nullable(UInt32),
      ring_duration Nullable(UInt32),
      ivr_duration Nullable(UInt32),
      hold_duration Nullable(UInt32),
      queue_duration Nullable(UInt32),
      talk_duration Nullable(UInt32),
      billable_duration Nullable(UInt32),

      city LowCardinality(String),
      state LowCardinality(String) COMMENT 'US-CA',
      county LowCardinality(String) COMMENT 'FIPS',
      zipcode LowCardinality(String),
      postalcode LowCardinality(String),
      country LowCardinality(String),
      npanxx LowCardinality(String),
      dma LowCardinality(String),
      metro LowCardinality(String),
      latitude Nullable(Float64),
      longitude Nullable(Float64),
      caller_time_zone LowCardinality(String),
      geo_precision LowCardinality(String) DEFAULT 'none',
      geo_source LowCardinality(String),
      first_time Nullable(Bool),
      prior_calls Nullable(UInt32),

      network LowCardinality(String),
      number LowCardinality(String) COMMENT 'Code of the tracking number, E.164',
      location LowCardinality(String),
      historicalroute LowCardinality(String),
      tod LowCardinality(String),
      rotationgroup LowCardinality(String),
      agent LowCardinality(String),
      route_trace String DEFAULT '[]' CODEC(ZSTD(3)),

      source LowCardinality(String),
      medium LowCardinality(String),
      campaign LowCardinality(String),
      keyword LowCardinality(String),
      landing_page String CODEC(ZSTD(3)),
      referrer String CODEC(ZSTD(3)),
      gclid String,

      cost Nullable(Decimal(18, 4)),
      value Nullable(Decimal(18, 4)),
      currency LowCardinality(String),
      returned_at Nullable(DateTime64(3, 'UTC')),

      tags Array(LowCardinality(String)),
      note String CODEC(ZSTD(3)),
      lead_status LowCardinality(String),
      score Nullable(UInt8),

      recordings String DEFAULT '[]' CODEC(ZSTD(3)),
      legal_hold Bool,

      INDEX started_at_range started_at TYPE minmax GRANULARITY 1,
      INDEX id_bloom id TYPE bloom_filter(0.01) GRANULARITY 1,
      INDEX caller_number_bloom caller_number TYPE bloom_filter(0.01) GRANULARITY 1
    )
    ENGINE = MergeTree
    PARTITION BY toYYYYMM(started_at)
    ORDER BY (customer_id, toDate(started_at), location, started_at, id)
    SETTINGS
      enable_block_number_column = 1,
      enable_block_offset_column = 1,
      non_replicated_deduplication_window = 10000`,
  ],
}
