import { describeNone } from '@callboard/contract/field-names'
import type { Cell, ReportColumn } from '@callboard/contract/reports'
import type { Scope } from '../access/scope.ts'
import type { CallStore } from '../db/call-store.ts'
import type { Snapshot, Snapshots } from '../db/snapshots.ts'
import { streamLines } from '../db/stream-lines.ts'
import { answerCells } from './answer-cells.ts'
import { type CellNames, findNames, headersOf } from './cell-names.ts'
import { csvLine } from './csv.ts'
import { moneyTitles } from './details-csv.ts'
import type { Plan } from './plan.ts'
import { readRow, SummaryRow } from './result-rows.ts'
import { resolvePivot } from './pivot.ts'
import { isPagedHere, summaryAt, type SummaryResult } from './run.ts'
import { summarySql } from './sql.ts'
import { memoizedOffsets } from './zone-offsets.ts'

export interface SummaryExport {
  calls: CallStore
  snapshots: Snapshots
  names: CellNames
  signal?: AbortSignal
}

type LineOf = (cells: readonly Cell[], earlier: readonly Cell[] | null) => string

/** All rows of a summary report as CSV, with the earlier period beside each figure when the report compares. */
export async function* summaryCsv(
  scope: Scope,
  plan: Plan,
  { snapshots, ...exporting }: SummaryExport,
): AsyncGenerator<Uint8Array> {
  const { at, end } = await snapshots.open()
  try {
    yield* summaryCsvAt(scope, plan, { ...exporting, at })
  } finally {
    end()
  }
}

async function* summaryCsvAt(
  scope: Scope,
  asked: Plan,
  { calls, names, signal, at: snapshot }: Omit<SummaryExport, 'snapshots'> & { at: Snapshot },
): AsyncGenerator<Uint8Array> {
  // A short report is read as a whole, and so is one that is sorted here; another long one is streamed.
  const reading = { calls, signal, at: snapshot }
  const plan = await resolvePivot(scope, asked, reading)
  const page = isPagedHere(plan) ? { number: 1, size: Number.MAX_SAFE_INTEGER } : undefined
  const first = await summaryAt(scope, plan, { ...reading, page })
  const columns = first.columns.map((column, at) => csvColumn(column, { at, result: first, names }))
  yield Buffer.from(csvLine(columns.flatMap(({ titles }) => titles)))
  const lineOf: LineOf = (cells, earlier) =>
    csvLine(columns.flatMap(({ write }, at) => write(cells[at] ?? null, earlier?.[at] ?? null)))
  const linesOf = ({ rows, comparison }: SummaryResult) =>
    Buffer.from(rows.map((cells, at) => lineOf(cells, comparison?.rows[at] ?? null)).join(''))
  if (first.rowCount > first.rows.length && plan.comparison === undefined) {
    yield* streamedLines(scope, plan, { ...reading, whole: first.whole, lineOf })
    return
  }
  const size = first.rows.length
  for (let number = 2, next = first; next.rows.length > 0; number++) {
    yield linesOf(next)
    if ((number - 1) * size >= first.rowCount) break
    next = await summaryAt(scope, plan, { ...reading, page: { number, size } })
  }
  const { others, comparison } = first
  if (others === undefined) return
  const [, ...figures] = others.cells
  yield Buffer.from(lineOf(['Others', ...figures], comparison?.others ?? null))
}

interface CsvColumn {
  titles: string[]
  /** The cells under the titles. */
  write: (cell: Cell, earlier: Cell) => (string | number | boolean | null)[]
}

function csvColumn(
  column: ReportColumn,
  { at, result, names }: { at: number; result: SummaryResult; names: CellNames },
): CsvColumn {
  if (column.role === 'dimension') return dimensionColumn(column, names)
  const { titles: simple, write } = figureColumn(column, currenciesOf(result, at))
  const across = titleAcross(column, result.pivot, names)
  const titles = across === undefined ? simple : simple.map((title) => `${across}: ${title}`)
  const isAlone =
    column.view !== 'figure' ||
    result.columns.some(({ measure, view }) => measure === column.measure && view === 'earlier')
  if (result.comparison === undefined || isAlone) return { titles, write }
  return {
    titles: titles.flatMap((title) => [title, `${title}, earlier period`]),
    write: (cell, earlier) => {
      const before = write(earlier)
      return write(cell).flatMap((own, place) => [own, before[place] ?? null])
    },
  }
}

/** What stands over the columns of a value of the pivot. */
function titleAcross(
  { pivot: across }: ReportColumn,
  pivot: ReportColumn | undefined,
  names: CellNames,
): string | undefined {
  if (across === undefined || pivot === undefined) return undefined
  if ('isOthers' in across) return 'Others'
  const { name, label } = pivot
  const { value } = across
  if (value === null) return describeNone(name, label)
  if (typeof value !== 'string') return `${label} ${String(value)}`
  if (name === 'customer') return names.customers.get(value)?.name ?? value
  return findNames(name, names)?.get(value) ?? value
}

function dimensionColumn({ name, label }: ReportColumn, names: CellNames): CsvColumn {
  const titles = headersOf(name, label, names)
  if (name === 'customer') {
    return {
      titles,
      write: (cell) => {
        const customer = typeof cell === 'string' ? names.customers.get(cell) : undefined
        return [customer?.code ?? null, customer?.name ?? null]
      },
    }
  }
  const named = findNames(name, names)
  if (named === undefined) return { titles, write: (cell) => [plain(cell)] }
  return {
    titles,
    write: (cell) => [plain(cell), typeof cell === 'string' ? (named.get(cell) ?? null) : null],
  }
}

function figureColumn({ label, type, unit }: ReportColumn, currencies: readonly string[]) {
  if (type === 'money') {
    return {
      titles: moneyTitles(label, currencies),
      write: (cell: Cell) => writeAmounts(cell, currencies),
    }
  }
  const decimals = type === 'duration' ? 1 : 4
  return {
    titles: [unit === undefined ? label : `${label} (${unit})`],
    write: (cell: Cell) => [typeof cell === 'number' ? Number(cell.toFixed(decimals)) : plain(cell)],
  }
}

function plain(cell: Cell): string | number | boolean | null {
  return Array.isArray(cell) ? null : cell
}

/** All currencies of a column: those of the totals, or of the only row. */
function currenciesOf({ rows, totals, comparison }: SummaryResult, at: number): string[] {
  const cells = totals === null ? [rows[0], comparison?.rows[0]] : [totals, comparison?.totals]
  const amounts = cells.map((row) => row?.[at]).filter((cell) => Array.isArray(cell))
  return [...new Set(amounts.flat().map(({ currency }) => currency))].toSorted()
}

function writeAmounts(cell: Cell, currencies: readonly string[]): (string | null)[] {
  const amounts = new Map(Array.isArray(cell) ? cell.map(({ currency, amount }) => [currency, amount]) : [])
  return currencies.length === 0 ? [null] : currencies.map((currency) => amounts.get(currency) ?? null)
}

async function* streamedLines(
  scope: Scope,
  plan: Plan,
  {
    calls,
    signal,
    at,
    whole,
    lineOf,
  }: {
    calls: CallStore
    signal: AbortSignal | undefined
    at: Snapshot
    whole: readonly Cell[]
    lineOf: LineOf
  },
): AsyncGenerator<Uint8Array> {
  const sql = summarySql(scope, plan, {
    span: plan.span,
    window: { offset: 0, limit: undefined, isCounted: false },
    at,
  })
  const offsets = memoizedOffsets(plan.span)
  const stream = calls.stream({ ...sql, format: 'JSONEachRow', ...(signal && { signal }) })
  let lines: string[] = []
  for await (const json of streamLines(stream)) {
    const row = readRow(plan, SummaryRow.parse(JSON.parse(json)), offsets)
    if (!row.isTotal) lines.push(lineOf(answerCells(plan, { cells: row.cells, earlier: null }, whole), null))
    if (lines.length < linesAtOnce) continue
    yield Buffer.from(lines.join(''))
    lines = []
  }
  yield Buffer.from(lines.join(''))
}

const linesAtOnce = 1000
