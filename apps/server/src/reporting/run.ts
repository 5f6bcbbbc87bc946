import type { Filter } from '@callboard/contract/calls'
import type { Span } from '@callboard/contract/period'
import { answerRowLimit, type Cell, type ReportColumn } from '@callboard/contract/reports'
import type { Scope } from '../access/scope.ts'
import type { CallStore } from '../db/call-store.ts'
import type { ReadingAt, Snapshots } from '../db/snapshots.ts'
import { alignEarlier, earlierHourOffsets, isByClock } from './earlier-rows.ts'
import { columnsOf, emptyMeasures, measureCells, readRow, SummaryRow, type ReadRow } from './result-rows.ts'
import type { Comparison, Plan } from './plan.ts'
import { hasTotalsInside, type SpanToRead, summarySql, totalsSql, type RowWindow } from './sql.ts'
import { bucketsOf, estimateBuckets } from './time-buckets.ts'
import { memoizedOffsets } from './zone-offsets.ts'

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

interface Reading extends Pick<ReadingAt, 'at'> {
  calls: CallStore
  signal: AbortSignal | undefined
}

/** Runs a summary report over the rows of a scope. */
export async function runSummary(
  scope: Scope,
  plan: Plan,
  {
    calls,
    snapshots,
    page,
    signal,
  }: { calls: CallStore; snapshots: Snapshots; page: Page | undefined; signal: AbortSignal | undefined },
): Promise<SummaryResult> {
  return await snapshots.read({ signal }, async (reading) =>
    summaryAt(scope, plan, { calls, page, ...reading }),
  )
}

/** Its rows, totals and comparison as they are at a snapshot. */
export async function summaryAt(
  scope: Scope,
  plan: Plan,
  { page, ...reading }: Reading & { page: Page | undefined },
): Promise<SummaryResult> {
  const size = page?.size ?? answerRowLimit
  const window = { offset: ((page?.number ?? 1) - 1) * size, limit: size, isCounted: page !== undefined }
  const { span, comparison } = plan
  const [current, earlier] = await Promise.all([
    readPeriod(scope, plan, { span, window, ...reading }),
    comparison === undefined ? undefined : readEarlier(scope, plan, { comparison, ...reading }),
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
            rows: alignEarlier(plan, {
              comparison,
              current: current.rows,
              earlier: (matching ?? earlier).rows,
            }),
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
  { span, hourOffsets, window, calls, signal, at }: Reading & SpanToRead & { window: RowWindow },
): Promise<PeriodResult> {
  const read = async (sql: { sql: string; params: object }) =>
    await calls.query({ ...sql, params: { ...sql.params }, row: SummaryRow, ...(signal && { signal }) })
  const needsTotals = plan.dimensions.length > 0 && (!hasTotalsInside(plan) || window.offset > 0)
  const [rows, totalRows] = await Promise.all([
    read(summarySql(scope, plan, { span, hourOffsets, window, at })),
    needsTotals ? read(totalsSql(scope, plan, { span, at })) : [],
  ])
  const offsets = memoizedOffsets(span)
  const found = rows.map((row) => readRow(plan, row, offsets))
  const inside = found.find((row) => row.isTotal)
  const ordinary = found.filter((row) => !row.isTotal)
  // Rare: most answers hold all rows.
  if (!window.isCounted && ordinary.length > (window.limit ?? Infinity))
    return await readPeriod(scope, plan, {
      span,
      hourOffsets,
      window: { ...window, isCounted: true },
      calls,
      signal,
      at,
    })
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
  { comparison, ...reading }: Reading & { comparison: Comparison },
): Promise<PeriodResult> {
  const window = { offset: 0, limit: answerRowLimit, isCounted: false }
  return await readPeriod(scope, allRowsOf(plan), {
    span: comparison.span,
    hourOffsets: earlierHourOffsets(plan),
    window,
    ...reading,
  })
}

function allRowsOf(plan: Plan): Plan {
  return { ...plan, limit: undefined, sort: [] }
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
  const narrowed = { ...allRowsOf(plan), filters: [...plan.filters, filter] }
  const window = { offset: 0, limit: undefined, isCounted: false }
  return await readPeriod(scope, narrowed, {
    span: plan.comparison.span,
    hourOffsets: earlierHourOffsets(plan),
    window,
    ...reading,
  })
}

/**
 * A report by time alone shows every bucket, even without calls. If hours are compared by the clock, an hour that clocks
 * left out has a row as well, without figures: else those of the earlier day had no place.
 */
function fillTime(
  plan: Plan,
  { span, rows, window }: { span: Span; rows: readonly ReadRow[]; window: RowWindow },
): Cell[][] | undefined {
  const [dimension, more] = plan.dimensions
  if (dimension?.field !== 'time' || more !== undefined || plan.sort.length > 0 || plan.limit !== undefined) {
    return undefined
  }
  if (estimateBuckets(span, dimension.grain) > answerRowLimit) return undefined
  const withSkipped = span === plan.span && plan.comparison !== undefined && isByClock(plan.comparison)
  const buckets = bucketsOf(span, dimension.grain, { weekStartsOn: plan.weekStartsOn, withSkipped })
  if (window.offset > 0 || buckets.length > (window.limit ?? Infinity)) return undefined
  const byBucket = new Map(rows.map(({ cells }) => [cells[0], cells]))
  const filled = buckets.map(({ label, isSkipped }) => {
    const cells = byBucket.get(label)
    byBucket.delete(label)
    return cells ?? [label, ...(isSkipped ? plan.measures.map(() => null) : emptyMeasures(plan))]
  })
  const [unexpected] = byBucket.keys()
  if (unexpected === undefined) return filled
  throw new Error(
    `There are calls in ${JSON.stringify(unexpected)}, which is no ${dimension.grain} of the period.`,
  )
}
