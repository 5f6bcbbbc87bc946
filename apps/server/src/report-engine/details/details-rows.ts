import type { AskedField } from '@callboard/contract/field-names'
import { answerRowLimit, type Cell, type ReportColumn } from '@callboard/contract/reports'
import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import type { CallReading } from '../../db/calls/stored-calls.ts'
import { InstantValue, Integer, TextOrNull } from '../../db/calls/row-values.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import { Bindings } from '../sql/bindings.ts'
import type { CellNames } from '../summary/cell-names.ts'
import { countRows, detailsWhere } from './details.ts'
import type { ListPlan } from './details-plan.ts'
import { type Field, getField, type StoredKind } from '../sql/fields.ts'
import { listOffsets, listOrderSql } from './list-order.ts'
import { requireKept } from './rows-cursor.ts'
import { type Reading, readOnce } from '../summary/read-once.ts'
import { plainDecimal } from '../sql/exact-amount.ts'
import { fieldColumn } from '../summary/result-rows.ts'
import type { Page } from '../summary/run.ts'

export interface DetailsRows {
  columns: ReportColumn[]
  rows: Cell[][]
  rowCount: number
  /** The number of that which was read. */
  snapshot: number
}

interface Asking extends CallReading {
  /** Of the customers, by which they are sorted. */
  names: CellNames
  page: Page | undefined
  /** The number of that of earlier pages. */
  snapshot: number | undefined
}

/** The calls of a report as rows, a page of them or the first, with the count of all at the same snapshot. */
export async function readDetailsRows(
  scope: Scope,
  plan: ListPlan,
  { calls, snapshots, names, page, snapshot, signal }: Asking,
): Promise<DetailsRows> {
  return await snapshots.read({ signal, number: snapshot }, async (reading) => {
    requireKept(snapshot, reading.at.number)
    return await detailsRowsAt(scope, plan, { calls, snapshots, names, page, ...reading })
  })
}

/** The same as they are at a snapshot. */
export async function detailsRowsAt(
  scope: Scope,
  plan: ListPlan,
  { names, page, ...reading }: Reading & Pick<Asking, 'names' | 'page'>,
): Promise<DetailsRows> {
  const [count, rows] = await Promise.all([
    countRows(scope, plan, reading),
    readRows(scope, plan, { names, page, ...reading }),
  ])
  return {
    columns: plan.columns.map((name) => fieldColumn(name, getField(name, plan.customerFields))),
    rows,
    rowCount: Math.min(count, plan.limit ?? Infinity),
    snapshot: reading.at.number,
  }
}

async function readRows(
  scope: Scope,
  plan: ListPlan,
  { names, page, ...reading }: Reading & Pick<Asking, 'names' | 'page'>,
): Promise<Cell[][]> {
  const size = page?.size ?? answerRowLimit
  const offset = ((page?.number ?? 1) - 1) * size
  const limit = Math.min(size, (plan.limit ?? Infinity) - offset)
  if (limit <= 0) return []
  const offsets = listOffsets(plan.span)
  const select = plan.columns.map(
    (name, place) => `${getField(name, plan.customerFields).sql(offsets)} AS c${place}`,
  )
  const build = (at: Snapshot) => {
    const bindings = new Bindings()
    const where = detailsWhere(scope, plan, { bindings, at })
    const orderBy = (order: ListPlan['order']) =>
      `ORDER BY ${listOrderSql(order, { bindings, offsets, names, customerFields: plan.customerFields })}`
    const within =
      plan.limitedBy === undefined
        ? where
        : `${where} AND id IN (SELECT id FROM calls WHERE ${where} ${orderBy(plan.limitedBy)} LIMIT ${plan.limit})`
    const sql = [
      `SELECT ${[...select, 'currency AS of_amounts'].join(', ')} FROM calls`,
      `WHERE ${within} ${orderBy(plan.order)} LIMIT ${limit} OFFSET ${offset}`,
    ].join(' ')
    return { sql, params: bindings.params }
  }
  const rows = await readOnce({ span: plan.span, build, row: z.record(z.string(), z.unknown()) }, reading)
  return rows.map((row) =>
    plan.columns.map((name: AskedField, place) =>
      cellOf(getField(name, plan.customerFields), row[`c${place}`], row['of_amounts']),
    ),
  )
}

function cellOf({ kind, storedKind }: Field, value: unknown, currency: unknown): Cell {
  if (value === null) return null
  const cell = cells[storedKind].parse(value)
  if (kind !== 'amount') return cell
  return [{ currency: z.string().parse(currency), amount: plainDecimal(z.coerce.string().parse(value)) }]
}

const cells = {
  text: TextOrNull,
  uuid: z.string(),
  integer: Integer,
  decimal: z.coerce.number(),
  float: z.number(),
  boolean: z.union([z.boolean(), Integer.transform((value) => value === 1)]),
  instant: InstantValue,
  tags: z.array(z.string()).transform((tags) => (tags.length === 0 ? null : tags.join(', '))),
} as const satisfies Record<StoredKind, z.ZodType<Cell>>
