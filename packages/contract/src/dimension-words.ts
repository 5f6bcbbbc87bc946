import { describePart, type ResolvedPeriod } from './bucket-span.ts'
import type { fields } from './call-fields.ts'
import { soundLabels } from './recording-sounds.ts'
import { directionLabels, precisionLabels, stirLabels } from './call-words.ts'
import { formatHangupCause } from './hangup-causes.ts'
import { writeDayPart } from './day-parts.ts'
import type { NamesOf } from './field-declaration.ts'
import { type Grain, statusLabels } from './fields.ts'
import type { Cell, ReportColumn, RunReportAnswer } from './reports.ts'
import { formatCount, formatDuration, formatMoneyAmounts, formatPrecise } from './format.ts'
import { formatPhone } from './format-phone.ts'
import {
  formatBucket,
  formatBucketInFull,
  formatDateTime,
  formatDay,
  formatHour,
  formatHourSpan,
  weekdayLabels,
  weekdayNames,
} from './format-time.ts'

interface Written {
  /** In full, for the table. */
  full: string
  /** For the axis of a chart. */
  short: string
}

/** A value of a dimension in words; undefined if a call has none. */
export function writeDimension(
  cell: Cell,
  column: ReportColumn,
  labels: RunReportAnswer['labels'],
): Written | undefined {
  if (cell === null || Array.isArray(cell)) return undefined
  if (column.type === 'time') {
    const start = String(cell)
    return { full: formatBucketInFull(start, column.grain), short: formatBucket(start, column.grain) }
  }
  const label = labels[column.name]?.[String(cell)] ?? column.valueLabels?.[String(cell)]
  if (label !== undefined) return { full: label, short: label }
  if (typeof cell === 'number') return writeNumber(cell, column)
  const text = typeof cell === 'boolean' ? writeFlag(cell, column.name) : writeText(cell, column)
  return { full: text, short: text }
}

/** A bucket of time in a table, whose head says what it is; with how much of it the period has where that is not all. */
export function writeBucket(start: string, grain: Grain = 'day', period: ResolvedPeriod): string {
  const text = grain === 'week' ? formatDay(start, true) : formatBucketInFull(start, grain)
  const part = describePart(start, grain, period)
  return part === undefined ? text : `${text} (${part})`
}

/** A cell of a row in words: of a report with a row for each call also times, durations and amounts. */
export function writeCell(
  cell: Cell,
  column: ReportColumn,
  { labels, meta }: Pick<RunReportAnswer, 'labels' | 'meta'>,
): string | undefined {
  if (Array.isArray(cell)) return formatMoneyAmounts(cell)
  if (column.type === 'duration' && typeof cell === 'number') return formatDuration(cell)
  if (column.type === 'time' && typeof cell === 'string')
    return column.grain === undefined
      ? formatDateTime(cell, meta.timeZone)
      : writeBucket(cell, column.grain, meta)
  return writeDimension(cell, column, labels)?.full
}

function writeNumber(value: number, { name: column, type }: ReportColumn): Written {
  if (column === 'hourOfDay') return { full: formatHourSpan(value), short: formatHour(value) }
  if (column === 'dayOfWeek') {
    return {
      full: weekdayNames[value - 1] ?? String(value),
      short: weekdayLabels[value - 1] ?? String(value),
    }
  }
  if (column === 'dayPart') return writeDayPart(value)
  const format = type === 'number' ? formatPrecise : formatCount
  const text = column === 'hangupCause' ? formatHangupCause(value) : format(value)
  return { full: text, short: text }
}

function writeFlag(value: boolean, column: string): string {
  if (column === 'firstTime') return value ? 'First call' : 'Called before'
  if (column === 'answered') return value ? 'Answered' : 'Not answered'
  return value ? 'Yes' : 'No'
}

function writeText(value: string, column: ReportColumn): string {
  if (column.type === 'phone' || column.name === 'number') return formatPhone(value)
  return choiceLabels[column.name]?.[value] ?? value
}

/** Whether values of a dimension are codes, numbers or flags for programs, which people have in words. */
export function hasCodes({ name, type, valueLabels }: ReportColumn): boolean {
  if (type === 'boolean' || valueLabels !== undefined) return true
  return Object.hasOwn(choiceLabels, name) || codedNumbers.has(name)
}

const codedNumbers: ReadonlySet<string> = new Set(['hourOfDay', 'dayOfWeek', 'dayPart', 'hangupCause'])

/** What the values of a field are called that has few of them. */
const choiceLabels: Partial<Record<string, Readonly<Partial<Record<string, string>>>>> = {
  status: statusLabels,
  direction: directionLabels,
  recordingSound: soundLabels,
  geoPrecision: precisionLabels,
  stirVerdict: stirLabels,
} satisfies Partial<Record<NamesOf<typeof fields, { kind: 'choice' | 'text' }>, unknown>>
