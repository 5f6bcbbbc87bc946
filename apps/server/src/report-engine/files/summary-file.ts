import { acrossOf, totalAcross } from '@callboard/contract/answer-columns'
import type { ResolvedPeriod } from '@callboard/contract/bucket-span'
import { hasCodes, writeBucket, writeDimension } from '@callboard/contract/dimension-words'
import { type FileFormat, isForReading } from '@callboard/contract/export-types'
import { describeNone } from '@callboard/contract/field-names'
import type { Cell, ReportColumn, ReportDefinition } from '@callboard/contract/reports'
import type { Scope } from '../../access/rows/scope.ts'
import { streamLines } from '../../db/calls/stream-lines.ts'
import { answerCells } from '../summary/answer-cells.ts'
import { type CellNames, findNames, headersOf } from '../summary/cell-names.ts'
import { isoInstant } from '../plan/period.ts'
import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../summary/read-once.ts'
import { readRow, SummaryRow } from '../summary/result-rows.ts'
import { resolvePivot } from '../summary/pivot.ts'
import { allRows } from '../summary/read-periods.ts'
import { isPagedHere, readSeries, summaryAt, type SummaryResult } from '../summary/run.ts'
import { summarySql } from '../summary/sql.ts'
import { memoizedOffsets } from '../sql/zone-offsets.ts'
import { describeFile, type FileAbout, shortConditions } from './formats/about-file.ts'
import { buildFileChart } from './formats/file-chart.ts'
import {
  type FileColumn,
  type FileKind,
  type FileRow,
  type FileValue,
  moneyColumns,
  uniqueKeys,
} from './formats/file-column.ts'
import { openAtSnapshot, type OpenedFile } from './opened-file.ts'
import type { FileReading } from './prepared-file.ts'
import { fileWriters } from './formats/file-writers.ts'

export interface SummaryFile extends FileReading {
  format: FileFormat
  /** Of the report, for people. */
  name: string
  /** Of everything in the scope, also of the fields of filters. */
  names: CellNames
  about: FileAbout
  chart: ReportDefinition['chart']
}

type RowOf = (cells: readonly Cell[], earlier: readonly Cell[] | null) => FileRow

/** All rows of a summary report as a file, with the earlier period beside each figure when the report compares. */
export async function openSummaryFile(
  scope: Scope,
  asked: Plan,
  { snapshots, at: given, ...file }: SummaryFile,
): Promise<OpenedFile> {
  const { format, name, calls, signal, names, threads, onRows, about, chart } = file
  const conditions = shortConditions(asked, { ...about, names })
  const subject = { format, name, span: asked.span, conditions }
  return await openAtSnapshot({ snapshots, at: given }, subject, async (at) => {
    // A short report is read as a whole, and so is one that is sorted here; another long one is streamed.
    const reading = { calls, snapshots, at, signal }
    const plan = await resolvePivot(scope, asked, reading)
    const page = isPagedHere(plan) ? { number: 1, size: Number.MAX_SAFE_INTEGER } : undefined
    const first = await summaryAt(scope, plan, { ...reading, page })
    const written = first.columns.map((column, place) =>
      writtenColumn(column, { ...plan, at: place, result: first, names, period: periodOf(plan) }),
    )
    const rowOf: RowOf = (cells, earlier) =>
      written.flatMap(({ write }, place) => write(cells[place] ?? null, earlier?.[place] ?? null))
    const table = {
      columns: uniqueKeys(written.flatMap(({ columns }) => columns)),
      zone: plan.span.from.timeZoneId,
      name,
      about: describeFile(plan, {
        ...about,
        names,
        rowCount: first.rowCount,
        allRowCount: first.allRowCount,
      }),
      totals: first.totals === null ? undefined : rowOf(first.totals, first.comparison?.totals ?? null),
      signal,
      chart: isForReading(format)
        ? buildFileChart(chart, { ...first, series: await readSeries(scope, plan, reading) }, { plan, names })
        : undefined,
    }
    const rows =
      first.rowCount > first.rows.length && plan.comparison === undefined
        ? streamedRows(scope, plan, { ...reading, whole: first.whole, rowOf, threads })
        : pagedRows(scope, plan, { ...reading, first, rowOf })
    return { rowCount: first.rowCount, bytes: fileWriters[format].rows(table, counted(rows, onRows)) }
  })
}

function periodOf({ span: { from, to } }: Plan): ResolvedPeriod {
  return { from: isoInstant(from), to: isoInstant(to), timeZone: from.timeZoneId }
}

async function* counted(
  batches: AsyncIterable<FileRow[]>,
  onRows: FileReading['onRows'],
): AsyncGenerator<FileRow[]> {
  let rowsDone = 0
  for await (const rows of batches) {
    yield rows
    rowsDone += rows.length
    onRows?.(rowsDone)
  }
}

async function* pagedRows(
  scope: Scope,
  plan: Plan,
  { first, rowOf, ...reading }: Reading & { first: SummaryResult; rowOf: RowOf },
): AsyncGenerator<FileRow[]> {
  const size = first.rows.length
  for (let number = 2, next = first; next.rows.length > 0; number++) {
    yield next.rows.map((cells, at) => rowOf(cells, next.comparison?.rows[at] ?? null))
    if ((number - 1) * size >= first.rowCount) break
    next = await summaryAt(scope, plan, { ...reading, page: { number, size } })
  }
  const { others, comparison } = first
  if (others === undefined) return
  const [, ...figures] = others.cells
  yield [rowOf([othersWord, ...figures], comparison?.others ?? null)]
}

interface WrittenColumn {
  columns: FileColumn[]
  /** The values in these columns. */
  write: (cell: Cell, earlier: Cell) => FileValue[]
}

function writtenColumn(
  column: ReportColumn,
  {
    at,
    result,
    names,
    period,
    customerFields,
  }: Pick<Plan, 'customerFields'> & {
    at: number
    result: SummaryResult
    names: CellNames
    period: ResolvedPeriod
  },
): WrittenColumn {
  if (column.role === 'dimension') return dimensionColumn(column, { names, period, customerFields })
  const { columns: simple, write } = figureColumn(column, currenciesOf(result, at))
  const across = titleAcross(column, result.pivot, names)
  const columns =
    across === undefined ? simple : simple.map((own) => ({ ...own, label: `${across}: ${own.label}` }))
  const isAlone =
    column.view !== 'figure' ||
    result.columns.some(({ measure, view }) => measure === column.measure && view === 'earlier')
  if (result.comparison === undefined || isAlone) return { columns, write }
  return {
    columns: columns.flatMap((own) => [
      own,
      { ...own, key: `${own.key}:earlier`, label: `${own.label}, earlier period` },
    ]),
    write: (cell, earlier) => {
      const before = write(earlier)
      return write(cell).flatMap((own, place) => [own, before[place] ?? null])
    },
  }
}

/** What stands over the columns of a value of the pivot, and over those of whole rows beside them. */
function titleAcross(
  column: ReportColumn,
  pivot: ReportColumn | undefined,
  names: CellNames,
): string | undefined {
  if (pivot === undefined) return undefined
  const { pivot: across } = column
  const value = across !== undefined && 'value' in across ? across.value : null
  const name = typeof value === 'string' ? findName(pivot.name, value, names) : undefined
  return name ?? acrossOf({ pivot, labels: {} }, column) ?? totalAcross
}

/** Of a customer or an entity. */
function findName(field: string, value: string, names: CellNames): string | undefined {
  return field === 'customer' ? names.customers.get(value)?.name : findNames(field, names)?.get(value)
}

function dimensionColumn(
  column: ReportColumn,
  {
    names,
    period,
    customerFields,
  }: Pick<Plan, 'customerFields'> & { names: CellNames; period: ResolvedPeriod },
): WrittenColumn {
  const { name, label, type, grain } = column
  const [first = label, second] = headersOf(name, label, names)
  if (name === 'customer') {
    return {
      columns: [
        { key: 'customerCode', label: first, kind: 'text' },
        { key: 'customerName', label: second ?? label, kind: 'text' },
      ],
      write: (cell) => {
        const customer = typeof cell === 'string' ? names.customers.get(cell) : undefined
        return customer === undefined
          ? [cell === null ? null : plain(cell), null]
          : [customer.code, customer.name]
      },
    }
  }
  const own: FileColumn = {
    key: customerFields.get(name)?.fileKey ?? name,
    label: first,
    kind: grain === 'hour' ? 'hour' : fileKinds[type],
    words: (value) => dimensionWords(value, column, period),
    hasCodes: hasCodes(column),
  }
  const named = findNames(name, names)
  if (named === undefined || second === undefined) return { columns: [own], write: (cell) => [plain(cell)] }
  return {
    columns: [own, { key: `${name}Name`, label: second, kind: 'text' }],
    write: (cell) => [plain(cell), typeof cell === 'string' ? (named.get(cell) ?? null) : null],
  }
}

/** As the page of the report has it. */
function dimensionWords(value: FileValue, column: ReportColumn, period: ResolvedPeriod): string {
  if (typeof value === 'object') return describeNone(column.name, column.label)
  if (column.grain !== undefined && typeof value === 'string') return writeBucket(value, column.grain, period)
  return (value === othersWord ? value : writeDimension(value, column, {})?.full) ?? ''
}

const othersWord = 'Others'

const fileKinds = {
  time: 'day',
  text: 'text',
  phone: 'text',
  integer: 'integer',
  number: 'number',
  ratio: 'ratio',
  duration: 'duration',
  money: 'money',
  boolean: 'boolean',
} as const satisfies Record<ReportColumn['type'], FileKind>

function figureColumn(
  { name: key, label, type }: ReportColumn,
  currencies: readonly string[],
): { columns: FileColumn[]; write: (cell: Cell) => FileValue[] } {
  if (type === 'money') {
    return {
      columns: moneyColumns({ key, label }, currencies),
      write: (cell) => writeAmounts(cell, currencies),
    }
  }
  const kind = type === 'time' ? 'instant' : fileKinds[type]
  return { columns: [{ key, label, kind }], write: (cell) => [plain(cell)] }
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

async function* streamedRows(
  scope: Scope,
  plan: Plan,
  {
    calls,
    signal,
    at,
    whole,
    rowOf,
    threads,
  }: Reading & { whole: readonly Cell[]; rowOf: RowOf; threads: number | undefined },
): AsyncGenerator<FileRow[]> {
  const sql = summarySql(scope, plan, { span: plan.span, window: allRows, at })
  const cellsOf = answerCells(plan, whole)
  const offsets = memoizedOffsets(plan.span)
  const stream = calls.stream({
    ...sql,
    format: 'JSONEachRow',
    signal,
    ...(threads !== undefined && { limits: { threads } }),
  })
  let rows: FileRow[] = []
  for await (const json of streamLines(stream)) {
    const row = readRow(plan, SummaryRow.parse(JSON.parse(json)), offsets)
    if (!row.isTotal) rows.push(rowOf(cellsOf({ cells: row.cells, earlier: null }), null))
    if (rows.length < rowBatchSize) continue
    yield rows
    rows = []
  }
  yield rows
}

const rowBatchSize = 1000
