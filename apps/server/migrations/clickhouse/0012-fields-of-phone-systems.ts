import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/** What telephone systems and advertising networks tell of a call beyond what every call has. */
export const fieldsOfPhoneSystems: ClickhouseMigration = {
  name: '0012-fields-of-phone-systems',
  statements: [
    `ALTER TABLE calls
      ADD COLUMN IF NOT EXISTS content LowCardinality(String) AFTER keyword,
      ADD COLUMN IF NOT EXISTS device LowCardinality(String) AFTER content,
      ADD COLUMN IF NOT EXISTS fbclid String AFTER gclid,
      ADD COLUMN IF NOT EXISTS msclkid String AFTER fbclid,
      ADD COLUMN IF NOT EXISTS forwarded_from LowCardinality(String) AFTER caller_name,
      ADD COLUMN IF NOT EXISTS stir_verdict LowCardinality(String) AFTER forwarded_from,
      ADD COLUMN IF NOT EXISTS hangup_reason LowCardinality(String) AFTER hangup_cause,
      ADD COLUMN IF NOT EXISTS keys_dialled String AFTER agent,
      ADD COLUMN IF NOT EXISTS sip_call_id String CODEC(ZSTD(3)) AFTER external_call_id,
      ADD COLUMN IF NOT EXISTS codec LowCardinality(String) AFTER route_trace,
      ADD COLUMN IF NOT EXISTS mos Nullable(Float64) AFTER codec,
      ADD COLUMN IF NOT EXISTS jitter Nullable(Float64) AFTER mos,
      ADD COLUMN IF NOT EXISTS packet_loss Nullable(Float64) AFTER jitter`,
  ],
}
