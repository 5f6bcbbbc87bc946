import type { Filter } from '@callboard/contract/calls'
import { answerRowLimit, type Cell, type ReportColumn } from '@callboard/contract/reports'
import type { Scope } from '../access/scope.ts'
import type { CallStore } from '../db/call-store.ts'
import type { ReadingAt, Snapshots } from '../db/snapshots.ts'
import { alignEarlier, earlierHourOffsets } from './earlier-rows.ts'
import { isOverTime, rowsOverTime } from './over-time.ts'
import { columnsOf, emptyMeasures, measureCells, readRow, type ReadRow, SummaryRow } from './result-rows.ts'
import type { Comparison, Plan } from './plan.ts'
import { hasTotalsInside, type SpanToRead, summarySql, totalsSql, type RowWindow } from './sql.ts'
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
  { window, ...reading }: Reading & SpanToRead & { window: RowWindow },
): Promise<PeriodResult> {
  if (!isOverTime(plan)) return await readGroups(scope, plan, { window, ...reading })
  const found = await readRows(scope, allRowsOf(plan), { window: allRows, ...reading })
  const rows = rowsOverTime(plan, reading.span, found.rows)
  return {
    rows: rows.slice(window.offset, window.offset + (window.limit ?? rows.length)),
    totals: found.totals,
    rowCount: rows.length,
  }
}

async function readGroups(
  scope: Scope,
  plan: Plan,
  { window, ...reading }: Reading & SpanToRead & { window: RowWindow },
): Promise<PeriodResult> {
  const { rows, totals } = await readRows(scope, plan, { window, ...reading })
  // Rare: most answers hold all rows.
  if (!window.isCounted && rows.length > (window.limit ?? Infinity))
    return await readGroups(scope, plan, { window: { ...window, isCounted: true }, ...reading })
  return {
    rows: rows.map(({ cells }) => cells),
    totals,
    rowCount: Math.min(rows[0]?.rowCount ?? rows.length, plan.limit ?? Infinity),
  }
}

/** The rows of groups that have calls, and the totals of all calls. */
async function readRows(
  scope: Scope,
  plan: Plan,
  { span, hourOffsets, window, calls, signal, at }: Reading & SpanToRead & { window: RowWindow },
): Promise<{ rows: ReadRow[]; totals: Cell[] | null }> {
  const read = async (sql: { sql: string; params: object }) =>
    await calls.query({ ...sql, params: { ...sql.params }, row: SummaryRow, ...(signal && { signal }) })
  const needsTotals = plan.dimensions.length > 0 && (!hasTotalsInside(plan) || window.offset > 0)
  const [found, [separate]] = await Promise.all([
    read(summarySql(scope, plan, { span, hourOffsets, window, at })),
    needsTotals ? read(totalsSql(scope, plan, { span, at })) : [],
  ])
  const offsets = memoizedOffsets(span)
  const rows = found.map((row) => readRow(plan, row, offsets))
  const inside = rows.find((row) => row.isTotal)
  const totals =
    separate === undefined ? inside?.cells.slice(plan.dimensions.length) : measureCells(plan, separate)
  return {
    rows: rows.filter((row) => !row.isTotal),
    totals:
      plan.dimensions.length === 0
        ? null
        : [...plan.dimensions.map(() => null), ...(totals ?? emptyMeasures(plan))],
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
  const window = isOverTime(plan) ? allRows : { ...allRows, limit: answerRowLimit }
  return await readPeriod(scope, allRowsOf(plan), {
    span: comparison.span,
    hourOffsets: earlierHourOffsets(plan),
    window,
    ...reading,
  })
}

const allRows: RowWindow = { offset: 0, limit: undefined, isCounted: false }

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
  return await readPeriod(scope, narrowed, {
    span: plan.comparison.span,
    hourOffsets: earlierHourOffsets(plan),
    window: allRows,
    ...reading,
  })
}
