import type { AskedField } from '@callboard/contract/field-names'
import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import { instantParam, Integer } from '../../db/calls/row-values.ts'
import { Bindings } from '../sql/bindings.ts'
import { type CallSelection, countRows, detailsWhere } from './details.ts'
import type { Reading } from '../summary/read-once.ts'
import { hourMs, isSortName, sortKeyOf } from '../summary/sort-keys.ts'

/** The engine keeps the rows that it sorts in memory: about 300 bytes each, twice that while sorting. */
export const sortBatchSize = 50_000

/** What a list is sorted by. */
export interface ListOrder {
  field: AskedField
  desc: boolean
}

/** A part of a list: a range of buckets of its first sort key, `to` exclusive; undefined is unbounded. */
export interface ExportWindow {
  from: number | undefined
  to: number | undefined
  rowCount: number
}

const Bucket = z.object({ bucket: Integer, n: Integer })

/**
 * Counts a list and splits it, in its order, into parts of about as many rows as are sorted at once. Together they are the
 * whole list. Calls in one bucket stay in one part, however many they are; a list by a text, and one with a limit, is one
 * part, for which the engine puts what it sorts into files when it is much.
 */
export async function planWindows(
  scope: Scope,
  plan: CallSelection & { order: readonly ListOrder[]; limit: number | undefined },
  { rowBatchSize, ...reading }: Reading & { rowBatchSize: number },
): Promise<{ windows: ExportWindow[]; rowCount: number }> {
  const [first] = plan.order
  if (first === undefined || !isSortName(first.field) || plan.limit !== undefined) {
    const found = await countRows(scope, plan, reading)
    const rowCount = Math.min(found, plan.limit ?? Infinity)
    return { windows: [{ from: undefined, to: undefined, rowCount }], rowCount }
  }
  const { calls, at, signal } = reading
  const bindings = new Bindings()
  const counts = await calls.query({
    sql: [
      `SELECT ${sortKeyOf(first.field, first.desc).bucketSql} AS bucket, count() AS n FROM calls`,
      `WHERE ${detailsWhere(scope, plan, { bindings, at })} GROUP BY bucket ORDER BY bucket`,
    ].join(' '),
    params: bindings.params,
    row: Bucket,
    limits: { resultRows: 1_000_000 },
    signal,
  })
  const windows: ExportWindow[] = []
  let from: number | undefined
  let rows = 0
  for (const { bucket, n } of counts) {
    if (rows > 0 && rows + n > rowBatchSize) {
      windows.push({ from, to: bucket, rowCount: rows })
      from = bucket
      rows = 0
    }
    rows += n
  }
  windows.push({ from, to: undefined, rowCount: rows })
  return {
    windows: first.desc ? windows.toReversed() : windows,
    rowCount: counts.reduce((sum, { n }) => sum + n, 0),
  }
}

/** The conditions that hold for the rows of a part. */
export function windowSql(
  [first]: readonly ListOrder[],
  { from, to }: Pick<ExportWindow, 'from' | 'to'>,
  bindings: Bindings,
): string[] {
  if (first === undefined || !isSortName(first.field)) return []
  const { field, desc } = first
  const compared = (sign: '>=' | '<', bucket: number) =>
    // A condition on the time itself skips parts of the table.
    field === 'startedAt'
      ? `started_at ${sign} ${bindings.bind(instantParam(new Date(bucket * hourMs)), "DateTime64(3, 'UTC')")}`
      : `${sortKeyOf(field, desc).bucketSql} ${sign} ${bindings.bind(bucket, 'Int64')}`
  return [
    ...(from === undefined ? [] : [compared('>=', from)]),
    ...(to === undefined ? [] : [compared('<', to)]),
  ]
}
