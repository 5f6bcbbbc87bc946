import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/**
 * A number for each caller, by which callers are counted exactly and as fast as an estimate over the texts: a number in
 * E.164 is its digits, any other text a hash with the highest bit set, which no number in E.164 has; 0 is withheld.
 *
 * The engine fills the column, of new calls as they come in, of older ones in the background; until then it works the
 * number out while reading.
 */
export const callerKey: ClickhouseMigration = {
  name: '0004-caller-key',
  statements: [
    `ALTER TABLE calls ADD COLUMN IF NOT EXISTS caller_key UInt64 MATERIALIZED multiIf(
      caller_number = '', 0,
      match(caller_number, '^[+][1-9][0-9]{1,14}$'), toUInt64OrZero(substring(caller_number, 2)),
      bitOr(sipHash64(caller_number), bitShiftLeft(toUInt64(1), 63))
    ) AFTER caller_number`,
    `ALTER TABLE calls MATERIALIZE COLUMN caller_key`,
  ],
}
