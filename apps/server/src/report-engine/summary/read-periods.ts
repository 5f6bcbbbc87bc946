import type { Filter } from '@callboard/contract/calls'
import { answerRowLimit, type Cell } from '@callboard/contract/reports'
import type { Scope } from '../../access/rows/scope.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import { earlierParts } from './earlier-parts.ts'
import { alignEarlier, type EarlierRow, earlierHourOffsets } from './earlier-rows.ts'
import { emptyFigures } from './figures.ts'
import { isScalar } from '../sql/filters.ts'
import { fillTime, isOverTime } from './over-time.ts'
import type { Comparison, Plan } from '../plan/plan.ts'
import { type Reading, readOnce } from './read-once.ts'
import { measureCells, readRow, type ReadRow, SummaryRow } from './result-rows.ts'
import { hasTotalsInside, type RowWindow, type SpanToRead, type Sql, summarySql, totalsSql } from './sql.ts'
import { memoizedOffsets } from '../sql/zone-offsets.ts'

/** Dimensions, then the figure of each measure of the plan. */
export interface PeriodRows {
  rows: Cell[][]
  totals: Cell[] | null
  /** All rows, whatever the window. */
  rowCount: number
  /** Also those beyond the limit of the plan, where they were counted. */
  allRowCount?: number | undefined
}

export interface BothPeriods {
  current: PeriodRows
  earlier: { rows: EarlierRow[]; totals: Cell[] | null; rowCount: number } | undefined
}

/** The rows of a window, and what they were in the earlier period if there is one to compare with. */
export async function readBoth(
  scope: Scope,
  plan: Plan,
  { window, ...reading }: Reading & { window: RowWindow },
): Promise<BothPeriods> {
  const { span, comparison } = plan
  const [current, earlier] = await Promise.all([
    readPeriod(scope, plan, { span, window, ...reading }),
    comparison && readEarlier(scope, plan, { comparison, maxRows: window.limit, ...reading }),
  ])
  if (comparison === undefined || earlier === undefined) return { current, earlier: undefined }
  const matching = await matchingEarlier(scope, plan, { current, earlier, ...reading })
  const rows = alignEarlier(plan, { comparison, current: current.rows, earlier: (matching ?? earlier).rows })
  return { current, earlier: { ...earlier, rows } }
}

/** A report by time alone gives every bucket, in order. */
async function readPeriod(
  scope: Scope,
  plan: Plan,
  { window, ...reading }: Reading & SpanToRead & { window: RowWindow },
): Promise<PeriodRows> {
  if (!isOverTime(plan)) return await readGroups(scope, plan, { window, ...reading })
  const found = await readRows(scope, allRowsOf(plan), { window: allRows, ...reading })
  const rows = fillTime(plan, reading, found.rows)
  return { rows, totals: found.totals, rowCount: rows.length }
}

export async function readGroups(
  scope: Scope,
  plan: Plan,
  { window, ...reading }: Reading & SpanToRead & { window: RowWindow },
): Promise<PeriodRows> {
  const { rows, totals } = await readRows(scope, plan, { window, ...reading })
  // Rare: most answers hold all rows.
  if (!window.isCounted && rows.length > (window.limit ?? Infinity))
    return await readGroups(scope, plan, { window: { ...window, isCounted: true }, ...reading })
  // Each row has the count, and beyond the last one there is none.
  if (rows.length === 0 && window.offset > 0) {
    const first = { offset: 0, limit: 1, isCounted: true }
    return { ...(await readGroups(scope, plan, { window: first, ...reading })), rows: [], totals }
  }
  return {
    rows: rows.map(({ cells }) => cells),
    totals,
    rowCount: Math.min(rows[0]?.rowCount ?? rows.length, plan.limit ?? Infinity),
    allRowCount: rows[0]?.rowCount,
  }
}

/** The rows of groups that have calls, and the totals of all calls. */
async function readRows(
  scope: Scope,
  plan: Plan,
  { window, calls, snapshots, at: snapshot, signal, ...period }: Reading & SpanToRead & { window: RowWindow },
): Promise<{ rows: ReadRow[]; totals: Cell[] | null }> {
  const reading = { calls, snapshots, at: snapshot, signal }
  const read = async (build: (at: Snapshot) => Sql) =>
    await readOnce({ span: period.span, build, row: SummaryRow }, reading)
  const needsTotals = plan.dimensions.length > 0 && (!hasTotalsInside(plan) || window.offset > 0)
  const [found, [separate]] = await Promise.all([
    read((at) => summarySql(scope, plan, { ...period, window, at })),
    needsTotals ? read((at) => totalsSql(scope, plan, { ...period, at })) : [],
  ])
  const offsets = memoizedOffsets(period.span)
  const rows = found.map((row) => readRow(plan, row, offsets))
  const inside = rows.find((row) => row.isTotal)
  const totals =
    separate === undefined ? inside?.cells.slice(plan.dimensions.length) : measureCells(plan, separate)
  return {
    rows: rows.filter((row) => !row.isTotal),
    totals:
      plan.dimensions.length === 0
        ? null
        : [...plan.dimensions.map(() => null), ...(totals ?? emptyFigures(plan))],
  }
}

/** The figures of all calls of both periods together, of which a plan without dimensions makes one row. */
export async function readWhole(
  scope: Scope,
  plan: Plan,
  reading: Reading,
): Promise<{ current: Cell[]; earlier: Cell[] | null }> {
  const { current, earlier } = await readBoth(
    scope,
    { ...allRowsOf(plan), dimensions: [] },
    { window: allRows, ...reading },
  )
  return { current: current.rows[0] ?? [], earlier: earlier?.rows[0]?.cells ?? null }
}

async function readEarlier(
  scope: Scope,
  plan: Plan,
  {
    comparison,
    maxRows = answerRowLimit,
    ...reading
  }: Reading & { comparison: Comparison; maxRows: number | undefined },
): Promise<PeriodRows> {
  return await readPeriod(scope, allRowsOf(plan), {
    ...earlierToRead(plan, comparison),
    window: { ...allRows, limit: Math.max(maxRows, answerRowLimit) },
    ...reading,
  })
}

function earlierToRead(plan: Plan, { span }: Comparison): SpanToRead {
  return { span, isEarlier: true, hourOffsets: earlierHourOffsets(plan), parts: earlierParts(timesOf(plan)) }
}

/** Those of rows or of columns across. */
function timesOf(plan: Plan): Plan {
  return plan.pivot?.dimension.field === 'time' ? { ...plan, dimensions: [plan.pivot.dimension] } : plan
}

export const allRows: RowWindow = { offset: 0, limit: undefined, isCounted: false }

export function allRowsOf(plan: Plan): Plan {
  return { ...plan, limit: undefined, sort: [] }
}

/** If the earlier period has more rows than were read: its rows for the values on the current page. */
async function matchingEarlier(
  scope: Scope,
  plan: Plan,
  { current, earlier, ...reading }: Reading & { current: PeriodRows; earlier: PeriodRows },
): Promise<PeriodRows | undefined> {
  const at = plan.dimensions.findIndex((dimension) => dimension.field !== 'time')
  const dimension = plan.dimensions[at]
  if (plan.comparison === undefined || dimension === undefined) return undefined
  if (earlier.rowCount <= earlier.rows.length) return undefined
  const values = [...new Set(current.rows.map((cells) => cells[at] ?? null))].filter(isScalar)
  const filter: Filter = { field: dimension.field, op: 'in', values }
  const narrowed = { ...allRowsOf(plan), filters: [...plan.filters, filter] }
  return await readPeriod(scope, narrowed, {
    ...earlierToRead(plan, plan.comparison),
    window: allRows,
    ...reading,
  })
}
