import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/**
 * With two, every two inserts of a call or so had a part of up to 5 MB, all columns of tens of thousands of calls, written
 * anew: half a core at nine calls a second (docs/decisions/0017-snapshots.md).
 */
export const callsThatTrickle: ClickhouseMigration = {
  name: '0017-calls-that-trickle',
  statements: [`ALTER TABLE calls MODIFY SETTING merge_selector_base = 3`],
}
