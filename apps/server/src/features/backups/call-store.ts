import { z } from 'zod'
import type { CallStore } from '../../db/calls/call-store.ts'
import { Integer } from '../../db/calls/row-values.ts'
import { seenSql } from '../../db/calls/snapshots.ts'
import type { Manifest } from './manifest.ts'

/** What it says of which change brought a call, when that is forgotten. */
const settled = 'toUInt64(0)'

/**
 * How many calls there are at a snapshot, and what they are: with the number of the change that brought each, unless they are
 * kept as rows, which have none.
 */
export async function selectCallsOf(
  calls: CallStore,
  number: number,
  { areRows = false } = {},
): Promise<Manifest['calls']> {
  const seenFrom = areRows ? settled : 'seen_from'
  const [row] = await calls.query({
    sql: `SELECT count() AS count, toString(groupBitXor(sipHash64(id, content_hash, started_at, ${seenFrom}))) AS hash
      FROM calls WHERE ${seenSql}`,
    params: { seen: number },
    row: z.object({ count: Integer, hash: z.string() }),
    limits: { resultRows: 1, executionSeconds: 600 },
  })
  return { number, count: row?.count ?? 0, hash: row?.hash ?? '0' }
}

const Column = z.object({ name: z.string() })
const Month = z.object({ month: Integer })

/** Of the table of calls, but those that are computed. */
export async function listCallColumns(calls: CallStore): Promise<string[]> {
  const columns = await calls.query({
    sql: `SELECT name FROM system.columns
      WHERE database = currentDatabase() AND table = 'calls' AND default_kind NOT IN ('MATERIALIZED', 'ALIAS', 'EPHEMERAL')
      ORDER BY position`,
    row: Column,
  })
  return columns.map(({ name }) => name)
}

/** Months, as 202611, of the calls at a snapshot. */
export async function listCallMonths(calls: CallStore, number: number): Promise<number[]> {
  const months = await calls.query({
    sql: `SELECT DISTINCT toYYYYMM(started_at) AS month FROM calls WHERE ${seenSql} ORDER BY month`,
    params: { seen: number },
    row: Month,
    limits: { executionSeconds: 600 },
  })
  return months.map(({ month }) => month)
}

/** The calls of a month at a snapshot as TSV, in the order of the table, as if no change had ever been made. */
export function streamCalls(
  calls: CallStore,
  { number, month, columns }: { number: number; month: number; columns: readonly string[] },
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const values = columns.map((name) => (name === 'seen_from' || name === 'seen_to' ? settled : name))
  return calls.stream({
    sql: `SELECT ${values.join(', ')} FROM calls WHERE toYYYYMM(started_at) = {month:UInt32} AND ${seenSql}
      ORDER BY customer_id, toDate(started_at), location, started_at, id`,
    params: { seen: number, month },
    format: 'TSV',
    signal,
    limits: { executionSeconds: 3600 },
  })
}

/** Whether there is a table in the store of calls. */
export async function hasCallTables(calls: CallStore): Promise<boolean> {
  const tables = await calls.query({
    sql: 'SELECT name FROM system.tables WHERE database = currentDatabase() LIMIT 1',
    row: Column,
  })
  return tables.length > 0
}
