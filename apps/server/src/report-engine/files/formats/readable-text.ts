import { formatDecimal, formatDuration, formatNumber, formatRatio } from '@callboard/contract/format'
import { type FileColumn, type FileKind, type FileRow, type FileValue, localTime } from './file-column.ts'

const figures: ReadonlySet<FileKind> = new Set(['integer', 'number', 'ratio', 'duration', 'money'])

/** Whether the values of a column are read as figures, which stand below each other by their last digit. */
export function isFigure({ kind, words }: FileColumn): boolean {
  return figures.has(kind) && words === undefined
}

/** A row as people read it. */
export function readableRow(row: FileRow, columns: readonly FileColumn[], zone: string): string[] {
  return columns.map((column, at) => readableText(row[at] ?? null, column, zone))
}

/** What stands in the first column beside the totals. */
export const totalWord = 'Total'

/** The totals below the first column's word for them. */
export function readableTotals(totals: FileRow, columns: readonly FileColumn[], zone: string): string[] {
  return columns.map((column, at) => {
    const value = totals[at] ?? null
    if (value !== null) return readableText(value, column, zone)
    return at === 0 ? totalWord : ''
  })
}

function readableText(value: FileValue, { kind, words }: FileColumn, zone: string): string {
  if (words !== undefined) return words(value)
  if (value === null) return ''
  if (typeof value === 'object') return value.join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (kind === 'ratio') return formatRatio(value)
    return kind === 'duration' ? formatDuration(value) : formatNumber(value)
  }
  if (kind === 'money') return formatDecimal(value)
  return kind === 'instant' ? localTime(value, zone) : value
}
