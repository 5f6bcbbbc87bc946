import { randomUUID } from 'node:crypto'
import type { CallStore } from '../../db/call-store.ts'
import { instantParam } from '../../db/row-values.ts'
import { lightweight } from './snapshot-store.ts'
import type { ChangeToWrite } from './undoable-changes.ts'

export interface ColumnsToChange {
  /** A table with these columns and the id of the call, empty between two changes. */
  table: 'annotation_change' | 'recording_change'
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
  // Rows of an interrupted run.
  await calls.command({ sql: `TRUNCATE TABLE ${table}` })
  await calls.insertFile({ table, path, format: 'JSONEachRow', deduplicationToken: randomUUID() })
  await replaceRows(calls, change, {
    changed,
    columns: columns.map((column) => `edited.${column} AS ${column}`).join(', '),
    join: `ANY INNER JOIN ${table} AS edited ON edited.id = old.id`,
  })
  await calls.command({ sql: `TRUNCATE TABLE ${table}` })
}

export interface RowsToReplace {
  changed: readonly { id: string; customerId: string; startedAt: string }[]
  /** What is other than in `old`, the row before. */
  columns: string
  join?: string
  params?: Readonly<Record<string, unknown>>
}

/** Brings a changed copy of the row of each call, and takes the row out. */
export async function replaceRows(
  calls: CallStore,
  { number, queryId }: ChangeToWrite,
  { changed, columns, join = '', params: own }: RowsToReplace,
): Promise<void> {
  const times = changed.map(({ startedAt }) => startedAt).toSorted()
  const rows = `customer_id IN {customers:Array(UUID)}
    AND started_at BETWEEN {from:DateTime64(3, 'UTC')} AND {to:DateTime64(3, 'UTC')}
    AND id IN {ids:Array(UUID)} AND seen_to = 0 AND seen_from < {number:UInt64}`
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
      FROM (SELECT * FROM calls WHERE ${rows}) AS old ${join}`,
    params: { ...params, ...own },
    queryId,
    settings: { max_partitions_per_insert_block: 0 },
  })
  await calls.command({
    sql: `UPDATE calls SET seen_to = {number:UInt64} WHERE ${rows}`,
    params,
    queryId,
    settings: lightweight,
  })
}
