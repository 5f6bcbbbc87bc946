import { answerRowLimit, type Cell, type ReportColumn } from '@callboard/contract/reports'
import type { Scope } from '../access/scope.ts'
import type { CallStore } from '../db/call-store.ts'
import type { Snapshots } from '../db/snapshots.ts'
import { AppError } from '../lib/app-error.ts'
import { answerCells, earlierCells } from './answer-cells.ts'
import { isSortedByChange, sortByAnswer } from './answer-order.ts'
import { isOverTime } from './over-time.ts'
import type { Plan } from './plan.ts'
import { allRowsOf, type BothPeriods, readBoth, type Reading } from './read-periods.ts'
import { columnsOf } from './result-rows.ts'
import type { RowWindow } from './sql.ts'

export interface SummaryResult {
  columns: ReportColumn[]
  rows: Cell[][]
  totals: Cell[] | null
  /** The figures of all calls, of which `answerCells` tells the shares. */
  whole: readonly Cell[]
  rowCount: number
  comparison: { rows: (Cell[] | null)[]; totals: Cell[] | null } | undefined
}

export interface Page {
  number: number
  size: number
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
  if (!isSortedHere(plan)) return answerOf(plan, await readBoth(scope, plan, { window, ...reading }))
  const both = await readBoth(scope, allRowsOf(plan), { window: mostRows, ...reading })
  if (Math.max(both.current.rowCount, both.earlier?.rowCount ?? 0) > mostRows.limit) throw tooManyToSort()
  return sortedPage(plan, answerOf(plan, both), window)
}

/** Of each period, where all rows are read to sort them. */
const mostRows = { offset: 0, limit: 100_000, isCounted: false } as const satisfies RowWindow

/** Whether the rows are sorted, cut and paged here and not by the engine, which knows neither empty buckets nor both periods. */
export function isSortedHere(plan: Plan): boolean {
  return isOverTime(plan) || isSortedByChange(plan)
}

function tooManyToSort(): AppError {
  const most = mostRows.limit.toLocaleString('en-US')
  return new AppError(
    'invalid',
    `More than ${most} rows cannot be sorted by an earlier figure or a change.`,
    {
      field: 'definition.sort',
    },
  )
}

function answerOf(plan: Plan, { current, earlier }: BothPeriods): SummaryResult {
  const { totals } = current
  const whole = totals ?? current.rows[0] ?? []
  const wholeEarlier = earlier?.totals ?? earlier?.rows[0]?.cells ?? []
  return {
    columns: columnsOf(plan),
    rows: current.rows.map((cells, at) =>
      answerCells(plan, { cells, earlier: earlier?.rows[at]?.compared ?? null }, whole),
    ),
    totals: totals && answerCells(plan, { cells: totals, earlier: earlier?.totals ?? null }, whole),
    whole,
    rowCount: current.rowCount,
    comparison: earlier && {
      rows: earlier.rows.map(({ cells }) => cells && earlierCells(plan, cells, wholeEarlier)),
      totals: earlier.totals && earlierCells(plan, earlier.totals, wholeEarlier),
    },
  }
}

function sortedPage(plan: Plan, result: SummaryResult, { offset, limit }: RowWindow): SummaryResult {
  const { comparison } = result
  const rows = result.rows.map((answer, at) => ({ answer, earlier: comparison?.rows[at] ?? null }))
  const sorted = sortByAnswer(plan, rows).slice(0, plan.limit)
  const shown = sorted.slice(offset, offset + (limit ?? sorted.length))
  return {
    ...result,
    rows: shown.map(({ answer }) => answer),
    rowCount: sorted.length,
    comparison: comparison && { ...comparison, rows: shown.map(({ earlier }) => earlier) },
  }
}
