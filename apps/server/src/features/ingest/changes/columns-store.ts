import type { CallStore, QueryParams } from '../../../db/calls/call-store.ts'
import { instantParam } from '../../../db/calls/row-values.ts'
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

/** Brings a row with the new columns for each call that it takes out. */
export async function changeColumns(
  calls: CallStore,
  change: ChangeToWrite,
  { table, columns, changed, path }: ColumnsToChange,
): Promise<void> {
  const file = { table, number: change.number, path, format: 'JSONEachRow' } as const
  await withStaged(calls, file, async () => {
    await replaceRows(calls, change, {
      changed,
      columns: columns.map((column) => `edited.${column} AS ${column}`).join(', '),
      join: `ANY INNER JOIN (SELECT * FROM ${table} WHERE number = {number:UInt64}) AS edited ON edited.id = old.id`,
    })
  })
}

export interface RowsToReplace {
  changed: readonly { id: string; customerId: string; startedAt: string }[]
  /** What is other than in `old`, the row before. */
  columns: string
  join?: string
  params?: QueryParams
}

/** Brings a changed copy of the row of each call, and takes the row out; a row without its copy stays as it is. */
export async function replaceRows(
  calls: CallStore,
  { number, queryId }: ChangeToWrite,
  { changed, columns, join = '', params: own }: RowsToReplace,
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
  await calls.command({
    sql: `INSERT INTO calls
      SELECT old.* REPLACE (${columns}, {number:UInt64} AS seen_from)
      FROM (SELECT * FROM calls WHERE ${old}) AS old ${join}
      WHERE old.seen_to = 0`,
    params: { ...params, ...own },
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
}
