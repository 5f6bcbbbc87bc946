import type { Filter } from '@callboard/contract/calls'
import type { Span } from '@callboard/contract/period'
import { answerRowLimit, type Cell, type ReportColumn } from '@callboard/contract/reports'
import type { Scope } from '../access/scope.ts'
import type { CallStore } from '../db/call-store.ts'
import { columnsOf, emptyMeasures, measureCells, readRow, SummaryRow, type ReadRow } from './result-rows.ts'
import type { Plan } from './plan.ts'
import { hasTotalsInside, summarySql, totalsSql, type RowWindow } from './sql.ts'
import { bucketsOf, estimateBuckets, estimatePlace } from './time-buckets.ts'

export interface SummaryResult {
  columns: ReportColumn[]
  rows: Cell[][]
  totals: Cell[] | null
  rowCount: number
  comparison: { rows: (Cell[] | null)[]; totals: Cell[] | null } | undefined
}

export interface Page {
  number: number
  size: number
}

interface Reading {
  calls: CallStore
  signal: AbortSignal | undefined
}

/** Runs a summary report over the rows of a scope. */
export async function runSummary(
  scope: Scope,
  plan: Plan,
  { page, ...reading }: Reading & { page: Page | undefined },
): Promise<SummaryResult> {
  const size = page?.size ?? answerRowLimit
  const window = { offset: ((page?.number ?? 1) - 1) * size, limit: size, isCounted: page !== undefined }
  const { span, comparison } = plan
  const [current, earlier] = await Promise.all([
    readPeriod(scope, plan, { span, window, ...reading }),
    comparison === undefined ? undefined : readEarlier(scope, plan, { span: comparison.span, ...reading }),
  ])
  const matching = await matchingEarlier(scope, plan, { current, earlier, ...reading })
  return {
    columns: columnsOf(plan),
    rows: current.rows,
    totals: current.totals,
    rowCount: current.rowCount,
    comparison:
      comparison === undefined || earlier === undefined
        ? undefined
        : {
            rows: align(plan, { current, earlier: matching ?? earlier, earlierSpan: comparison.span }),
            totals: earlier.totals,
          },
  }
}

interface PeriodResult {
  rows: Cell[][]
  totals: Cell[] | null
  rowCount: number
}

async function readPeriod(
  scope: Scope,
  plan: Plan,
  { span, window, calls, signal }: Reading & { span: Span; window: RowWindow },
): Promise<PeriodResult> {
  const read = async (sql: { sql: string; params: object }) =>
    await calls.query({ ...sql, params: { ...sql.params }, row: SummaryRow, ...(signal && { signal }) })
  const needsTotals = plan.dimensions.length > 0 && (!hasTotalsInside(plan) || window.offset > 0)
  const [rows, totalRows] = await Promise.all([
    read(summarySql(scope, plan, { span, window })),
    needsTotals ? read(totalsSql(scope, plan, span)) : [],
  ])
  const found = rows.map((row) => readRow(plan, row))
  const inside = found.find((row) => row.isTotal)
  const ordinary = found.filter((row) => !row.isTotal)
  // Rare: most answers hold all rows.
  if (!window.isCounted && ordinary.length > (window.limit ?? Infinity))
    return await readPeriod(scope, plan, { span, window: { ...window, isCounted: true }, calls, signal })
  const [separate] = totalRows
  const totals =
    separate === undefined ? inside?.cells.slice(plan.dimensions.length) : measureCells(plan, separate)
  const filled = fillTime(plan, { span, rows: ordinary, window })
  return {
    rows: filled ?? ordinary.map((row) => row.cells),
    totals:
      plan.dimensions.length === 0
        ? null
        : [...plan.dimensions.map(() => null), ...(totals ?? emptyMeasures(plan))],
    rowCount: filled?.length ?? Math.min(found[0]?.rowCount ?? ordinary.length, plan.limit ?? Infinity),
  }
}

function isScalar(cell: Cell): cell is Filter['values'][number] {
  return !Array.isArray(cell)
}

async function readEarlier(
  scope: Scope,
  plan: Plan,
  reading: Reading & { span: Span },
): Promise<PeriodResult> {
  const window = { offset: 0, limit: answerRowLimit, isCounted: false }
  return await readPeriod(scope, { ...plan, limit: undefined, sort: [] }, { ...reading, window })
}

/** If the earlier period has more rows than were read: its rows for the values on the current page. */
async function matchingEarlier(
  scope: Scope,
  plan: Plan,
  { current, earlier, ...reading }: Reading & { current: PeriodResult; earlier: PeriodResult | undefined },
): Promise<PeriodResult | undefined> {
  const at = plan.dimensions.findIndex((dimension) => dimension.field !== 'time')
  const dimension = plan.dimensions[at]
  if (plan.comparison === undefined || earlier === undefined || dimension === undefined) return undefined
  if (earlier.rowCount <= earlier.rows.length) return undefined
  const values = [...new Set(current.rows.map((cells) => cells[at] ?? null))].filter(isScalar)
  const filter: Filter = { field: dimension.field, op: 'in', values }
  const narrowed = { ...plan, limit: undefined, sort: [], filters: [...plan.filters, filter] }
  const window = { offset: 0, limit: undefined, isCounted: false }
  return await readPeriod(scope, narrowed, { span: plan.comparison.span, window, ...reading })
}

/** A report by time alone shows every bucket, even without calls. */
function fillTime(
  plan: Plan,
  { span, rows, window }: { span: Span; rows: readonly ReadRow[]; window: RowWindow },
): Cell[][] | undefined {
  const [dimension, more] = plan.dimensions
  if (dimension?.field !== 'time' || more !== undefined || plan.sort.length > 0 || plan.limit !== undefined) {
    return undefined
  }
  if (estimateBuckets(span, dimension.grain) > answerRowLimit) return undefined
  const buckets = bucketsOf(span, dimension.grain, plan.weekStartsOn)
  if (window.offset > 0 || buckets.length > (window.limit ?? Infinity)) return undefined
  const byBucket = new Map(rows.map(({ cells }) => [cells[0], cells]))
  return buckets.map((bucket) => byBucket.get(bucket) ?? [bucket, ...emptyMeasures(plan)])
}

/**
 * The earlier figures of each row. Buckets of time are matched by their place (the third day with the third), all
 * other dimensions by their values.
 */
function align(
  plan: Plan,
  { current, earlier, earlierSpan }: { current: PeriodResult; earlier: PeriodResult; earlierSpan: Span },
): (Cell[] | null)[] {
  const width = plan.dimensions.length
  const timeAt = plan.dimensions.findIndex((dimension) => dimension.field === 'time')
  const currentPlace = placesIn(plan, plan.span)
  const earlierPlace = placesIn(plan, earlierSpan)
  const keyOf = (cells: Cell[], placeOf: (cell: Cell) => Cell) =>
    JSON.stringify(cells.slice(0, width).map((cell, at) => (at === timeAt ? placeOf(cell) : cell)))
  const byKey = new Map(earlier.rows.map((cells) => [keyOf(cells, earlierPlace), cells]))
  return current.rows.map((cells) => byKey.get(keyOf(cells, currentPlace)) ?? null)
}

/** Returns the place of a time bucket in its span; estimated if there are more buckets than an answer holds. */
function placesIn(plan: Plan, span: Span): (cell: Cell) => Cell {
  const time = plan.dimensions.find((dimension) => dimension.field === 'time')
  if (time?.field !== 'time') return (cell) => cell
  if (estimateBuckets(span, time.grain) > answerRowLimit) {
    return (cell) => (typeof cell === 'string' ? estimatePlace(cell, span, time.grain) : cell)
  }
  const places = new Map<Cell, number>(
    bucketsOf(span, time.grain, plan.weekStartsOn).map((bucket, place) => [bucket, place]),
  )
  return (cell) => places.get(cell) ?? cell
}
