import type { Cell, ReportColumn } from './reports.ts'
import { MoneyAmounts } from './scalars.ts'
import { comparableOf } from './answer-columns.ts'
import {
  findChange,
  formatChange,
  formatCount,
  formatDuration,
  formatMoneyAmounts,
  formatNumber,
  formatRatio,
} from './format.ts'
import { formatDateTime } from './format-time.ts'

/** A figure as text: of an earlier period, and to know how much room the figures of a column need. */
export function writeFigure(cell: Cell, column: ReportColumn): string {
  const { type, view } = column
  if (type === 'money') return formatMoneyAmounts(MoneyAmounts.safeParse(cell).data ?? [])
  // As long in every zone.
  if (type === 'time' && typeof cell === 'string') return formatDateTime(cell, 'UTC')
  if (typeof cell !== 'number') return '–'
  if (view === 'change') return writeOwnChange(cell, column)
  if (type === 'duration') return formatDuration(cell)
  if (type === 'ratio') return formatRatio(cell)
  return type === 'number' ? formatNumber(cell) : formatCount(cell)
}

/** The two figures that a change tells apart: of what is a share of the earlier one, that is one. */
export function ownChange(cell: number, { change = 'percent' }: ReportColumn) {
  return change === 'percent' ? { current: 1 + cell, previous: 1 } : { current: cell, previous: 0 }
}

function writeOwnChange(cell: number, column: ReportColumn): string {
  const formatDifference = column.type === 'duration' ? formatDuration : undefined
  return formatChange(
    findChange({ ...ownChange(cell, column), kind: column.change ?? 'percent', formatDifference }),
  )
}

/** How a figure has changed, as text; undefined where there is nothing to compare. */
export function writeChange(cell: Cell, earlier: Cell, column: ReportColumn): string | undefined {
  const current = comparableOf(cell)
  const previous = comparableOf(earlier)
  if (current === null || previous === null) return undefined
  const formatDifference = column.type === 'duration' ? formatDuration : undefined
  return formatChange(findChange({ current, previous, kind: column.change ?? 'percent', formatDifference }))
}
