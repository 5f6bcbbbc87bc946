import type { CallStore } from '../../db/call-store.ts'
import { instantParam } from '../../db/row-values.ts'
import { lightweight } from './snapshot-store.ts'
import { type StagingTable, withStaged } from './staged-store.ts'
import type { ChangeToWrite } from './undoable-changes.ts'

export interface ColumnsToChange {
  /** A table with the number of the change, the id of the call, and these columns. */
  table: Exclude<StagingTable, 'relation_change'>
  columns: readonly string[]
  changed: readonly { id: string; customerId: string; startedAt: string }[]
  /** A file with a line of JSON for each of them. */
  path: string
}

/** Brings a row with the new columns for each call that it takes out; a call without its new row stays as it is. */
export async function changeColumns(
  calls: CallStore,
  { number, queryId }: ChangeToWrite,
  { table, columns, changed, path }: ColumnsToChange,
): Promise<void> {
  const times = changed.map(({ startedAt }) => startedAt).toSorted()
  const these = `customer_id IN {customers:Array(UUID)}
    AND started_at BETWEEN {from:DateTime64(3, 'UTC')} AND {to:DateTime64(3, 'UTC')}
    AND id IN {ids:Array(UUID)}`
  const old = `${these} AND seen_to = 0 AND seen_from < {number:UInt64}`
  const params = {
    number,
    customers: [...new Set(changed.map(({ customerId }) => customerId))],
    from: instantParam(times[0] ?? ''),
    to: instantParam(times.at(-1) ?? ''),
    ids: changed.map(({ id }) => id),
  }
  await withStaged(calls, { table, number, path, format: 'JSONEachRow' }, async () => {
    await calls.command({
      sql: `INSERT INTO calls
        SELECT old.* REPLACE (${columns.map((column) => `edited.${column} AS ${column}`).join(', ')},
          {number:UInt64} AS seen_from)
        FROM (SELECT * FROM calls WHERE ${old}) AS old
        ANY INNER JOIN (SELECT * FROM ${table} WHERE number = {number:UInt64}) AS edited ON edited.id = old.id
        WHERE old.seen_to = 0`,
      params,
      queryId,
      settings: { max_partitions_per_insert_block: 0 },
    })
    await calls.command({
      sql: `UPDATE calls SET seen_to = {number:UInt64}
        WHERE ${old} AND id IN (SELECT id FROM calls WHERE ${these} AND seen_from = {number:UInt64})`,
      params,
      queryId,
      settings: lightweight,
    })
  })
}
