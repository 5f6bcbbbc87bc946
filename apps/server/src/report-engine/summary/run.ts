import { fewMore, maxCategories } from '@callboard/contract/charts/charted-answer'
import { formatCount } from '@callboard/contract/format'
import type { MeasureColumn } from '@callboard/contract/report-columns'
import { filterOthers } from '@callboard/contract/report-drill'
import { answerRowLimit, type Cell, type ReportColumn } from '@callboard/contract/reports'
import type { Scope } from '../../access/rows/scope.ts'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { AppError } from '../../lib/app-error.ts'
import { answerCells, earlierCells } from './answer-cells.ts'
import { isSortedByChange, sortByAnswer } from './answer-order.ts'
import { isScalar, type Scalar } from '../sql/filters.ts'
import { requireFitting } from './answer-size.ts'
import { isOverTime } from './over-time.ts'
import { resolvePivot } from './pivot.ts'
import type { Plan } from '../plan/plan.ts'
import { allRows, allRowsOf, type BothPeriods, readBoth, readWhole } from './read-periods.ts'
import type { Reading } from './read-once.ts'
import { columnsOf, dimensionColumn } from './result-rows.ts'
import type { RowWindow } from './sql.ts'

export interface SummaryResult {
  columns: ReportColumn[]
  rows: Cell[][]
  totals: Cell[] | null
  /** The figures of all calls, of which `answerCells` tells the shares. */
  whole: readonly Cell[]
  wholeEarlier: readonly Cell[]
  rowCount: number
  /** All that there are, if the limit leaves some out and no row tells of these. */
  allRowCount: number | undefined
  /** The dimension of the pivot. */
  pivot: ReportColumn | undefined
  /** What the limit leaves out, if the report tells it and there is any. */
  others: { cells: Cell[]; except: Scalar[] } | undefined
  comparison: { rows: (Cell[] | null)[]; totals: Cell[] | null; others: Cell[] | undefined } | undefined
  /** What the chart draws, where that is not the rows. */
  series?: SeriesResult | undefined
}

export interface SeriesResult extends Pick<SummaryResult, 'columns' | 'rows' | 'rowCount'> {
  figure: MeasureColumn
  pivot: ReportColumn
  /** Of all series together, in the earlier period. */
  earlier?: (number | null)[]
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
  }: StoredCalls & { page: Page | undefined; signal: AbortSignal | undefined },
): Promise<SummaryResult> {
  return await snapshots.read({ signal }, async ({ at, signal: ended }) => {
    const reading = { calls, snapshots, at, signal: ended }
    const resolved = await resolvePivot(scope, plan, reading)
    if (!isPagedHere(resolved))
      await requireFitting(scope, resolved, { rows: windowOf(page), field: 'page.size', reading })
    const [result, series] = await Promise.all([
      summaryAt(scope, resolved, { page, ...reading }),
      readSeries(scope, plan, reading),
    ])
    return { ...result, series }
  })
}

/** What the chart of a plan draws, where that is not its rows. */
export async function readSeries(
  scope: Scope,
  { series }: Plan,
  reading: Reading,
): Promise<SeriesResult | undefined> {
  if (series === undefined) return undefined
  const plan = await resolvePivot(scope, series.plan, reading)
  const size = isOverTime(plan) ? answerRowLimit : maxCategories + fewMore
  const page = { number: 1, size }
  const [{ columns, rows, rowCount, pivot }, whole] = await Promise.all([
    summaryAt(scope, plan, { page, ...reading }),
    series.whole && summaryAt(scope, series.whole, { page, ...reading }),
  ])
  const earlier = whole && earlierOf(rows, whole)
  return pivot && { figure: series.figure, columns, rows, rowCount, pivot, ...(earlier && { earlier }) }
}

/** Of each row of series what the whole had in the earlier period at the same time. */
function earlierOf(
  rows: readonly Cell[][],
  { rows: times, comparison }: SummaryResult,
): (number | null)[] | undefined {
  if (comparison === undefined) return undefined
  const byTime = new Map(times.map(([time], index) => [time, comparison.rows[index]?.at(1)]))
  return rows.map(([time]) => {
    const figure = time === undefined ? undefined : byTime.get(time)
    return typeof figure === 'number' ? figure : null
  })
}

function windowOf(page: Page | undefined) {
  const size = page?.size ?? answerRowLimit
  return { offset: ((page?.number ?? 1) - 1) * size, limit: size, isCounted: page !== undefined }
}

/** Its rows, totals and comparison as they are at a snapshot. The values of its pivot are known. */
export async function summaryAt(
  scope: Scope,
  plan: Plan,
  { page, ...reading }: Reading & { page: Page | undefined },
): Promise<SummaryResult> {
  const window = windowOf(page)
  if (!isPagedHere(plan)) {
    const isCounted = window.isCounted || plan.limit !== undefined
    return answerOf(plan, await readBoth(scope, plan, { window: { ...window, isCounted }, ...reading }))
  }
  const all = await readAll(scope, plan, reading)
  const cut = cutAt(all, plan.limit)
  const others =
    plan.withOthers && cut.rowCount < all.rowCount ? await readOthers(scope, { plan, cut, reading }) : cut
  const { shownOrder } = plan
  return pageOf(shownOrder === undefined ? others : sorted({ ...plan, sort: shownOrder }, others), window)
}

/** All rows in their order: those of a limit, and if others are told one more. */
async function readAll(scope: Scope, plan: Plan, reading: Reading): Promise<SummaryResult> {
  if (!isSortedHere(plan)) {
    const { limit: wanted = 0 } = plan
    const limit = Math.min(wanted, maxRows.limit) + 1
    const window = { ...allRows, isCounted: !plan.withOthers }
    const all = answerOf(plan, await readBoth(scope, { ...plan, limit }, { window, ...reading }))
    if (wanted > maxRows.limit && all.rowCount > maxRows.limit)
      throw tooManyToSort('in another order', 'sort')
    return all
  }
  await requireFitting(scope, allRowsOf(plan), { rows: maxRows, field: 'definition.measures', reading })
  const both = await readBoth(scope, allRowsOf(plan), { window: maxRows, ...reading })
  if (Math.max(both.current.rowCount, both.earlier?.rowCount ?? 0) > maxRows.limit)
    throw tooManyToSort('by an earlier figure or a change', 'definition.sort')
  return sorted(plan, answerOf(plan, both))
}

/** The answer with what the rows that it was cut to leave out. */
async function readOthers(
  scope: Scope,
  { plan, cut, reading }: { plan: Plan; cut: SummaryResult; reading: Reading },
): Promise<SummaryResult> {
  const [dimension] = plan.dimensions
  if (dimension === undefined) return cut
  const except = cut.rows.map(([value = null]) => value).filter(isScalar)
  const filters = [...plan.filters, filterOthers(dimension.field, except)]
  const { current, earlier } = await readWhole(scope, { ...plan, filters }, reading)
  const cells = [null, ...current]
  const before = earlier && [null, ...earlier]
  const { comparison } = cut
  return {
    ...cut,
    allRowCount: undefined,
    others: { cells: answerCells(plan, cut.whole)({ cells, earlier: before }), except },
    comparison: comparison && {
      ...comparison,
      others: before === null ? undefined : earlierCells(plan, cut.wholeEarlier)(before),
    },
  }
}

/** Of each period, where all rows are read to sort them. */
const maxRows = { offset: 0, limit: 100_000, isCounted: false } as const satisfies RowWindow

/** Whether all rows are read at once, and so are a file in one piece. */
export function isPagedHere(plan: Plan): boolean {
  return plan.withOthers || plan.shownOrder !== undefined || isSortedHere(plan)
}

/** Whether the rows are sorted here and not by the engine, which knows neither empty buckets nor both periods. */
function isSortedHere(plan: Plan): boolean {
  return isOverTime(plan) || isSortedByChange(plan)
}

function tooManyToSort(how: string, field: string): AppError {
  const maxCount = formatCount(maxRows.limit)
  return new AppError('invalid', `More than ${maxCount} rows cannot be sorted ${how}.`, { field })
}

function answerOf(plan: Plan, { current, earlier }: BothPeriods): SummaryResult {
  const { totals } = current
  const whole = totals ?? current.rows[0] ?? []
  const wholeEarlier = earlier?.totals ?? earlier?.rows[0]?.cells ?? []
  const cellsOf = answerCells(plan, whole)
  const earlierCellsOf = earlierCells(plan, wholeEarlier)
  return {
    columns: columnsOf(plan),
    rows: current.rows.map((cells, at) => cellsOf({ cells, earlier: earlier?.rows[at]?.compared ?? null })),
    totals: totals && cellsOf({ cells: totals, earlier: earlier?.totals ?? null }),
    whole,
    wholeEarlier,
    rowCount: current.rowCount,
    allRowCount: countBeyond(current.rowCount, current.allRowCount),
    pivot: plan.pivot && dimensionColumn(plan.pivot.dimension, plan.customerFields),
    others: undefined,
    comparison: earlier && {
      rows: earlier.rows.map(({ cells }) => cells && earlierCellsOf(cells)),
      totals: earlier.totals && earlierCellsOf(earlier.totals),
      others: undefined,
    },
  }
}

function sorted(plan: Plan, result: SummaryResult): SummaryResult {
  const rows = result.rows.map((answer, at) => ({ answer, earlier: result.comparison?.rows[at] ?? null }))
  return withRows(result, sortByAnswer(plan, rows))
}

interface AnswerRow {
  answer: Cell[]
  earlier: Cell[] | null
}

function withRows(result: SummaryResult, rows: readonly AnswerRow[]): SummaryResult {
  const { comparison } = result
  return {
    ...result,
    rows: rows.map(({ answer }) => answer),
    comparison: comparison && { ...comparison, rows: rows.map(({ earlier }) => earlier) },
  }
}

/** Its first rows. */
function cutAt(result: SummaryResult, limit: number | undefined): SummaryResult {
  const first = pageOf(result, { offset: 0, limit })
  const rowCount = first.rows.length
  return { ...first, rowCount, allRowCount: countBeyond(rowCount, result.allRowCount ?? result.rowCount) }
}

function countBeyond(rowCount: number, all: number | undefined): number | undefined {
  return all === undefined || all <= rowCount ? undefined : all
}

/** Some of its rows, which are all there. */
function pageOf(
  result: SummaryResult,
  { offset, limit = Infinity }: Pick<RowWindow, 'offset' | 'limit'>,
): SummaryResult {
  const { rows, comparison } = result
  return {
    ...result,
    rows: rows.slice(offset, offset + limit),
    comparison: comparison && { ...comparison, rows: comparison.rows.slice(offset, offset + limit) },
  }
}
