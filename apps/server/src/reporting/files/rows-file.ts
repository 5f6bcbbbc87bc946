import type { FileFormat } from '@callboard/contract/export-types'
import { csvLine } from '../csv.ts'
import {
  type FileColumn,
  type FileKind,
  type FileRow,
  type FileValue,
  localTime,
  titleOf,
} from './file-column.ts'
import type { FileTable } from './file-table.ts'
import { htmlBytes } from './html-file.ts'
import { parquetBytes } from './parquet-file.ts'
import { totalWord } from './readable-text.ts'
import { xlsxRow } from './xlsx-cells.ts'
import { xlsxBytes } from './xlsx-file.ts'

type Batches = AsyncIterable<readonly FileRow[]>

/** A file of rows that this process has worked out. */
export function rowsBytes(
  format: FileFormat,
  table: FileTable,
  rows: AsyncIterable<readonly FileRow[]>,
): AsyncGenerator<Uint8Array, void> {
  const { columns, zone, totals } = table
  const kinds = columns.map(({ kind }) => kind)
  switch (format) {
    case 'csv':
      return lines(
        rows,
        (row) => csvLine(row.map((value, at) => csvValue(value, kinds[at], zone))),
        csvLine(columns.map((column) => titleOf(column, { zone, durations: 'seconds' }))),
      )
    case 'ndjson':
      return lines(rows, (row) => jsonLine(columns, row))
    case 'xlsx':
      return xlsxBytes(
        table,
        withLast(
          lines(rows, (row) => xlsxRow(row, { kinds, zone })),
          totals && xlsxRow(namedTotals(totals), { kinds, zone, isBold: true }),
        ),
      )
    case 'html':
      return htmlBytes(table, rows)
    case 'pdf':
      return pdfBytes(table, rows)
    case 'parquet':
      return parquetBytes(columns, rows)
  }
}

/** What draws pages is loaded when it is needed first: a portal starts without it. */
async function* pdfBytes(table: FileTable, rows: Batches): AsyncGenerator<Uint8Array, void> {
  const pdf = await import('./pdf-file.ts')
  yield* pdf.pdfBytes(table, rows)
}

async function* lines(
  batches: Batches,
  lineOf: (row: FileRow) => string,
  header = '',
): AsyncGenerator<Uint8Array, void> {
  let before = header
  for await (const rows of batches) {
    const text = before + rows.map(lineOf).join('')
    before = ''
    if (text !== '') yield Buffer.from(text)
  }
  if (before !== '') yield Buffer.from(before)
}

async function* withLast(
  chunks: AsyncIterable<Uint8Array>,
  last: string | undefined,
): AsyncGenerator<Uint8Array, void> {
  yield* chunks
  if (last !== undefined) yield Buffer.from(last)
}

function namedTotals([first = null, ...figures]: FileRow): FileRow {
  return [first ?? totalWord, ...figures]
}

/** Seconds to a tenth, other figures to four places: what else there is of an average says nothing. */
function csvValue(
  value: FileValue,
  kind: FileKind | undefined,
  zone: string,
): string | number | boolean | null {
  if (typeof value === 'number') return Number(value.toFixed(kind === 'duration' ? 1 : 4))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' && kind === 'instant') return localTime(value, zone)
  return typeof value === 'object' && value !== null ? value.join(', ') : value
}

function jsonLine(columns: readonly FileColumn[], row: FileRow): string {
  return `${JSON.stringify(Object.fromEntries(columns.map(({ key }, at) => [key, row[at] ?? null])))}\n`
}
