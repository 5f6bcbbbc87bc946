import { calendarUnits, startOfUnit } from '@callboard/contract/calendar'
import type { BucketGrain, Span } from '@callboard/contract/period'
import { startDaySql, startHourSql } from './local-time-sql.ts'
import { daySeconds, hourSeconds, offsetsOf, type OffsetStep, startOfHour } from './zone-offsets.ts'

export interface BucketInput {
  offsets: readonly OffsetStep[]
  /** Those by which hours are told, where some that come twice count as one; `offsets` unless given. */
  hourOffsets?: readonly OffsetStep[] | undefined
  /** In the earlier period of a comparison: the parts of it beside which the buckets of the period stand. */
  parts?: readonly EarlierPart[] | undefined
  weekStartsOn: number
}

/** A part of the earlier period, and the bucket of the period that is compared with it; '' where none is. */
export interface EarlierPart {
  fromMs: number
  label: string
}

/** SQL of the bucket of a call: its first day, or for hours the second at which it begins, as `hourLabel` reads it. */
export function bucketSql(
  grain: BucketGrain,
  { offsets, hourOffsets = offsets, parts, weekStartsOn }: BucketInput,
): string {
  if (parts !== undefined) return partSql(parts)
  if (grain === 'hour') return startHourSql(offsets, hourOffsets)
  const day = startDaySql(offsets)
  switch (grain) {
    case 'day':
      return day
    case 'week':
      return weekStartsOn === 1
        ? `toMonday(${day})`
        : `(${day} - (toDayOfWeek(${day}) + 7 - ${weekStartsOn}) % 7)`
    case 'month':
      return `toStartOfMonth(${day})`
    case 'quarter':
      return `toStartOfQuarter(${day})`
    case 'year':
      return `toStartOfYear(${day})`
  }
}

function partSql(parts: readonly EarlierPart[]): string {
  const starts = `[${parts.map(({ fromMs }) => fromMs).join(', ')}]`
  const labels = `[${parts.map(({ label }) => `'${label}'`).join(', ')}]`
  return `transform(roundDown(toUnixTimestamp64Milli(started_at), ${starts}), ${starts}, ${labels}, '')`
}

/** The local hour in which a Unix second lies, as its ISO label: `2026-11-01T01:00:00-05:00`. */
export function hourLabel(second: number, offsets: readonly OffsetStep[]): string {
  const offset = offsets.findLast(({ from }) => from <= second)?.offset ?? 0
  return isoHour(startOfHour(second + offset) - offset, offset)
}

function isoHour(startSeconds: number, offsetSeconds: number): string {
  const sign = offsetSeconds < 0 ? '-' : '+'
  const minutes = Math.abs(offsetSeconds) / 60
  const two = (part: number) => String(Math.trunc(part)).padStart(2, '0')
  const local = new Date((startSeconds + offsetSeconds) * 1000).toISOString().slice(0, 19)
  return `${local}${sign}${two(minutes / 60)}:${two(minutes % 60)}`
}

const bucketMs = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
  quarter: 91 * 86_400_000,
  year: 365 * 86_400_000,
} as const satisfies Record<BucketGrain, number>

/** About how many buckets a span has. */
export function estimateBuckets({ from, to }: Span, grain: BucketGrain): number {
  return (to.epochMilliseconds - from.epochMilliseconds) / bucketMs[grain]
}

export interface Bucket {
  label: string
  /** An hour that clocks left out: it is there only to show the figures of an earlier day beside it. */
  isSkipped?: true
}

/**
 * Every bucket of a span in order, so that a time without calls is a row of zeros instead of a gap; with the hours that
 * clocks left out if asked.
 */
export function bucketsOf(
  span: Span,
  grain: BucketGrain,
  { weekStartsOn, withSkipped }: { weekStartsOn: number; withSkipped: boolean },
): Bucket[] {
  if (grain !== 'hour') return daysOf(span, grain, weekStartsOn)
  return hoursOf(span).filter(({ isSkipped }) => withSkipped || isSkipped !== true)
}

function hoursOf(span: Span): Bucket[] {
  const offsets = offsetsOf(span)
  const start = span.from.epochMilliseconds / 1000
  const end = span.to.epochMilliseconds / 1000
  return offsets.flatMap(({ from, offset }, index) => {
    const until = Math.min(end, offsets[index + 1]?.from ?? end)
    const buckets = skippedHours(offsets, index)
    for (let at = Math.max(from, start); at < until;) {
      const hour = startOfHour(at + offset) - offset
      // Clocks may change within an hour; the rest of it is a separate bucket.
      buckets.push({ label: isoHour(hour, offset) })
      at = hour + hourSeconds
    }
    return buckets
  })
}

function skippedHours(offsets: readonly OffsetStep[], index: number): Bucket[] {
  const { offset = 0 } = offsets[index - 1] ?? {}
  return skippedBefore(offsets, index, hourSeconds).map((local) => ({
    label: isoHour(local - offset, offset),
    isSkipped: true,
  }))
}

/** The whole local hours or days that clocks left out at a step, by the second in which they would begin. */
function skippedBefore(offsets: readonly OffsetStep[], index: number, unitSeconds: number): number[] {
  const [before, step] = [offsets[index - 1], offsets[index]]
  if (before === undefined || step === undefined) return []
  const skipped: number[] = []
  const first = Math.ceil((step.from + before.offset) / unitSeconds) * unitSeconds
  for (let local = first; local + unitSeconds <= step.from + step.offset; local += unitSeconds)
    skipped.push(local)
  return skipped
}

function daysOf(span: Span, grain: Exclude<BucketGrain, 'hour'>, weekStartsOn: number): Bucket[] {
  const buckets: Bucket[] = []
  const neverWere = grain === 'day' ? daysThatNeverWere(span) : new Set()
  let day = startOfUnit(span.from.toPlainDate(), grain, weekStartsOn)
  // `to` is exclusive: a span that ends at midnight has no call of that day.
  const last = span.to.subtract({ nanoseconds: 1 }).toPlainDate()
  while (Temporal.PlainDate.compare(day, last) <= 0) {
    const label = day.toString()
    if (!neverWere.has(label)) buckets.push({ label })
    day = day.add(calendarUnits[grain])
  }
  return buckets
}

/** Where a zone went over to the other side of the date line, as Apia did from 2011-12-29 to 31. */
function daysThatNeverWere(span: Span): ReadonlySet<string> {
  const offsets = offsetsOf(span)
  const starts = offsets.flatMap((_, index) => skippedBefore(offsets, index, daySeconds))
  return new Set(starts.map((second) => new Date(second * 1000).toISOString().slice(0, 10)))
}
