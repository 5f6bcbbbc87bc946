import type { SortName } from '@callboard/contract/field-names'
import { Decimal } from '@callboard/contract/scalars'
import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { instantParam, Integer } from '../../db/calls/row-values.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import { Bindings, type BoundType } from '../sql/bindings.ts'
import { decodeCursor, encodeCursor, invalidCursor, listFingerprint } from './cursor.ts'
import { selectCall, storedCallFields } from '../summary/call-columns.ts'
import type { CallChoice } from '../sql/call-choice.ts'
import { keywordSql } from '../sql/keyword.ts'
import { type Reading, readOnce } from '../summary/read-once.ts'
import { scopeSql, snapshotSql } from '../sql/scope-sql.ts'
import { hourMs, sortKeyOf } from '../summary/sort-keys.ts'
import { type Sql, whereSql } from '../summary/sql.ts'

/** Which calls, without their order and columns. */
export interface CallSelection extends CallChoice {
  keyword: string | undefined
}

export interface DetailsPlan extends CallSelection {
  columns: readonly string[]
  sort: SortName
  desc: boolean
}

interface Asking extends StoredCalls {
  signal?: AbortSignal
}

export interface DetailsPage {
  rows: Record<string, unknown>[]
  nextCursor: string | null
  total: number | null
}

const dayMs = 24 * hourMs

/** The sorting key of the table, which finds a row without reading others. */
const rowKey = 'customer_id, toDate(started_at), location, started_at, id'

const Key = z.object({ sort_key: z.union([z.string(), z.number()]), sort_id: z.string() })

/**
 * One page of calls by keyset: equally fast at any depth, and no call is repeated or left out while others come in. The
 * cursor keeps the snapshot of the first page as long as its rows are kept.
 */
export async function readDetailsPage(
  scope: Scope,
  plan: DetailsPlan,
  {
    calls,
    snapshots,
    signal,
    cursor,
    ...asked
  }: Asking & { cursor: string | undefined; pageSize: number; withTotal: boolean },
): Promise<DetailsPage> {
  const start = cursor === undefined ? undefined : readCursor(cursor, plan)
  return await snapshots.read({ signal, number: start?.snapshot }, async (reading) =>
    pageAt(scope, plan, { calls, snapshots, ...reading, ...asked, start }),
  )
}

async function pageAt(
  scope: Scope,
  plan: DetailsPlan,
  {
    start,
    pageSize,
    withTotal,
    ...reading
  }: Reading & { start: Start | undefined; pageSize: number; withTotal: boolean },
): Promise<DetailsPage> {
  const [rows, total] = await Promise.all([
    readRows(scope, plan, { start, limit: pageSize + 1, ...reading }),
    withTotal ? countRows(scope, plan, reading) : null,
  ])
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  const hasMore = rows.length > pageSize && last !== undefined
  const next = last && {
    value: String(last.key.sort_key),
    id: last.key.sort_id,
    snapshot: reading.at.number,
    reachMs: reachOf(plan, page),
  }
  return {
    rows: page.map((row) => row.call),
    nextCursor: hasMore && next !== undefined ? writeCursor(plan, next) : null,
    total,
  }
}

interface Start {
  value: string
  id: string
  /** Of the pages before. */
  snapshot: number
  /** Within this time after the last call the next page most likely lies. */
  reachMs: number
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

/** Four times what the page took, as calls come unevenly. */
function reachOf({ sort }: DetailsPlan, page: readonly Row[]): number {
  const [first, last] = [page[0], page.at(-1)]
  if (sort !== 'startedAt' || first === undefined || last === undefined) return 0
  return Math.max(4 * Math.abs(startMs(first.key.sort_key) - startMs(last.key.sort_key)), hourMs)
}

function startMs(stored: string | number): number {
  return Date.parse(`${String(stored).replace(' ', 'T')}Z`)
}

async function readRows(
  scope: Scope,
  plan: DetailsPlan,
  { start, limit, ...reading }: Reading & { start: Start | undefined; limit: number },
) {
  const { row } = selectCall(plan.columns)
  const read = async (near: Near | undefined) => {
    const build = (at: Snapshot) => pageSql(scope, plan, { start, limit, near, at })
    return await readOnce({ span: plan.span, build, row: z.record(z.string(), z.unknown()) }, reading)
  }
  const near = nearOf(plan, start, reading.at)
  const nearest = near === undefined ? [] : await read(near)
  const found = nearest.length === limit ? nearest : await read(undefined)
  return found.map((cells) => ({ call: row.parse(cells), key: Key.parse(cells) }))
}

/** A part of the period, at the place where a page begins. */
interface Near {
  fromMs: number
  toMs: number
}

/**
 * Where a page by time most likely lies: what is further away is in no other order, and would be read for nothing. Undefined
 * where that saves little.
 */
function nearOf(
  { span, sort, desc }: DetailsPlan,
  start: Start | undefined,
  { newestStartMs }: Snapshot,
): Near | undefined {
  if (sort !== 'startedAt') return undefined
  const fromMs = span.from.epochMilliseconds
  const toMs = Math.min(span.to.epochMilliseconds, newestStartMs + 1)
  const edgeMs = start === undefined ? (desc ? toMs : fromMs) : startMs(start.value)
  const reachMs = start?.reachMs ?? dayMs
  const leftMs = desc ? edgeMs - fromMs : toMs - edgeMs
  if (2 * reachMs > leftMs) return undefined
  return desc ? { fromMs: edgeMs - reachMs, toMs } : { fromMs, toMs: edgeMs + reachMs }
}

function pageSql(
  scope: Scope,
  plan: DetailsPlan,
  {
    start,
    limit,
    near,
    at,
  }: { start: Start | undefined; limit: number; near: Near | undefined; at: Snapshot },
): Sql {
  const bindings = new Bindings()
  const { sql: key, type } = sortKeyOf(plan.sort, plan.desc)
  const conditions = [detailsWhere(scope, plan, { bindings, at })]
  if (start !== undefined) {
    const value = bindings.bind(type === 'Int64' ? Number(start.value) : start.value, type)
    const id = bindings.bind(start.id, 'UUID')
    const beyond = plan.desc ? '<' : '>'
    // The first condition skips whole parts of the table, the second is exact.
    conditions.push(`${key} ${beyond}= ${value}`, `(${key}, id) ${beyond} (${value}, ${id})`)
  }
  if (near !== undefined) {
    const [from, to] = [near.fromMs, near.toMs].map((ms) =>
      bindings.bind(instantParam(new Date(ms)), "DateTime64(3, 'UTC')"),
    )
    conditions.push(`started_at >= ${from}`, `started_at < ${to}`)
  }
  const { select } = selectCall(plan.columns)
  const order = plan.desc ? 'DESC' : 'ASC'
  const orderBy = `ORDER BY ${key} ${order}, id ${order} LIMIT ${limit}`
  // The keys of the page first, then its rows: only for these are all columns read.
  const page = `SELECT ${rowKey} FROM calls WHERE ${conditions.join(' AND ')} ${orderBy}`
  // A correction may have the key of the row that it replaces.
  const seen = snapshotSql(at, bindings)
  const rows = `(${rowKey}) IN (${page})${seen === undefined ? '' : ` AND ${seen}`}`
  return {
    sql: `SELECT ${select}, ${key} AS sort_key, id AS sort_id FROM calls WHERE ${rows} ${orderBy}`,
    params: bindings.params,
  }
}

export async function countRows(scope: Scope, plan: CallSelection, reading: Reading): Promise<number> {
  const build = (at: Snapshot) => {
    const bindings = new Bindings()
    const where = detailsWhere(scope, plan, { bindings, at })
    return { sql: `SELECT count() AS n FROM calls WHERE ${where}`, params: bindings.params }
  }
  const [row] = await readOnce({ span: plan.span, build, row: z.object({ n: Integer }) }, reading)
  return row?.n ?? 0
}

export function detailsWhere(
  scope: Scope,
  plan: CallSelection,
  { bindings, at }: { bindings: Bindings; at: Snapshot },
): string {
  const where = whereSql(scope, { plan, span: plan.span, bindings, at })
  return plan.keyword === undefined ? where : `${where} AND ${keywordSql(plan.keyword, bindings)}`
}

/** A call by its id, when it is in the scope. */
export async function findCall(
  scope: Scope,
  id: string,
  { calls, snapshots, signal }: Asking,
): Promise<Record<string, unknown> | undefined> {
  const { select, row } = selectCall(storedCallFields)
  const [found] = await snapshots.read({ signal }, async (reading) => {
    const bindings = new Bindings()
    const where = `id = ${bindings.bind(id, 'UUID')} AND ${scopeSql(scope, reading.at, bindings)}`
    const sql = `SELECT ${select} FROM calls WHERE ${where} LIMIT 1`
    return await calls.query({ sql, params: bindings.params, row, signal: reading.signal })
  })
  return found
}

const Cursor = z.tuple([z.string(), z.guid(), z.string(), z.int().nonnegative(), z.int().nonnegative()])

/** A cursor only continues the list it comes from. */
function writeCursor(plan: DetailsPlan, { value, id, snapshot, reachMs }: Start): string {
  return encodeCursor([value, id, fingerprint(plan), snapshot, reachMs])
}

function readCursor(cursor: string, plan: DetailsPlan): Start {
  const [value, id, list, snapshot, reachMs] = decodeCursor(cursor, Cursor)
  if (list !== fingerprint(plan) || !isKey[sortKeyOf(plan.sort, plan.desc).type](value)) throw invalidCursor()
  return { value, id, snapshot, reachMs }
}

const isKey = {
  "DateTime64(3, 'UTC')": isStoredInstant,
  Int64: (text) => /^-?\d{1,15}$/.test(text),
  'Decimal(18, 4)': (text) => Decimal.safeParse(text).success,
} as const satisfies Partial<Record<BoundType, (text: string) => boolean>>

function isStoredInstant(text: string): boolean {
  const instant = `${text.replace(' ', 'T')}Z`
  return !Number.isNaN(Date.parse(instant)) && instantParam(instant) === text
}

function fingerprint({ filters, keyword, sort, desc }: DetailsPlan): string {
  return listFingerprint([filters, keyword, sort, desc])
}
