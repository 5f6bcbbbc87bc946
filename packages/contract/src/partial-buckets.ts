import { describePart, type ResolvedPeriod } from './bucket-span.ts'
import { writeBucket } from './dimension-words.ts'
import { formatBucket } from './format-time.ts'
import type { Cell, ReportColumn, RunReportAnswer } from './reports.ts'

/** A bucket of time in a table below a sentence that tells which of them the period cuts: these have a star. */
export function markBucket(cell: Cell, { grain }: ReportColumn, period: ResolvedPeriod): string | undefined {
  if (grain === undefined || typeof cell !== 'string') return undefined
  const words = writeBucket(cell, grain, period)
  const part = describePart(cell, grain, period)
  return part === undefined ? words : words.replace(`(${part})`, '*')
}

/** That sentence: `* Partial weeks: Oct 26 (1 of 7 days), Nov 23 (until 19:45)`. */
export function describeParts({
  columns,
  rows,
  meta,
}: Pick<RunReportAnswer, 'columns' | 'rows' | 'meta'>): string | undefined {
  const index = columns.findIndex(({ grain }) => grain !== undefined)
  const grain = columns[index]?.grain
  if (grain === undefined) return undefined
  const starts = rows.map((row) => row[index]).filter((start) => typeof start === 'string')
  const parts = [...new Set(starts)].toSorted().flatMap((start) => {
    const part = describePart(start, grain, meta)
    return part === undefined ? [] : [`${formatBucket(start, grain)} (${part})`]
  })
  if (parts.length === 0) return undefined
  return `* Partial ${grain}${parts.length > 1 ? 's' : ''}: ${parts.join(', ')}`
}
