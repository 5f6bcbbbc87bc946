import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'

/**
 * A correction of calls of all times inserts a small part into each month, and every read pays for each part. Two of about
 * one size are merged, not only five; large parts are left alone as before.
 */
export const smallParts: ClickhouseMigration = {
  name: '0007-small-parts',
  statements: [`ALTER TABLE calls MODIFY SETTING merge_selector_base = 2`],
}
