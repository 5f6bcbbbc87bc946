import { calendarUnits, startOfUnit } from '@callboard/contract/calendar'
import type { Grain } from '@callboard/contract/fields'
import type { Span } from '@callboard/contract/period'

/** A grain with one size of bucket. */
export type BucketGrain = Exclude<Grain, 'auto'>

const daysOfAuto = [
  { upToDays: 2, grain: 'hour' },
  { upToDays: 92, grain: 'day' },
  { upToDays: 548, grain: 'week' },
] as const

export function resolveGrain(grain: Grain, span: Span): BucketGrain {
  if (grain !== 'auto') return grain
  const days = (span.to.epochMilliseconds - span.from.epochMilliseconds) / 86_400_000
  return daysOfAuto.find((size) => days <= size.upToDays)?.grain ?? 'month'
}

/**
 * SQL of the bucket of a call: its first day, or for hours a number that `hourLabel` reads.
 *
 * Hours carry their offset: where clocks go back, the same hour comes twice and is two buckets. ClickHouse's own
 * rounding labels both alike, and returns half hours where clocks move by 30 minutes (Lord Howe). The number is the
 * bucket's start in seconds with the offset in its lower 17 bits, and so sorts by time.
 */
export function bucketSql(
  grain: BucketGrain,
  { zone, weekStartsOn }: { zone: string; weekStartsOn: number },
): string {
  const day = `toDate(started_at, ${zone})`
  switch (grain) {
    case 'hour': {
      const offset = `timeZoneOffset(toTimeZone(started_at, ${zone}))`
      const local = `intDiv(toInt64(toUnixTimestamp(started_at)) + ${offset}, 3600) * 3600`
      return `(${local} - ${offset}) * ${offsetRange} + ${offset} + ${offsetRange / 2}`
    }
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

const offsetRange = 131_072

/** An hour bucket of the query as its ISO label: `2026-11-01T01:00:00-05:00`. */
export function hourLabel(bucket: number): string {
  const start = Math.floor(bucket / offsetRange)
  return isoHour(start, bucket - start * offsetRange - offsetRange / 2)
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

/** The place of a bucket in its span by its label alone: exact except around clock changes. */
export function estimatePlace(label: string, { from }: Span, grain: BucketGrain): number {
  return Math.floor((Date.parse(label) - from.epochMilliseconds) / bucketMs[grain])
}

/** Every bucket of a span in order, so that a time without calls is a row of zeros instead of a gap. */
export function bucketsOf(span: Span, grain: BucketGrain, weekStartsOn: number): string[] {
  return grain === 'hour' ? hoursOf(span) : daysOf(span, grain, weekStartsOn)
}

function hoursOf({ from, to }: Span): string[] {
  const labels: string[] = []
  const endMs = to.epochMilliseconds
  let at = from
  while (at.epochMilliseconds < endMs) {
    // Between two clock changes hours are plain arithmetic; asking the zone for each would take a minute.
    const offsetSeconds = at.offsetNanoseconds / 1e9
    const shift = at.getTimeZoneTransition('next')
    const untilMs = Math.min(endMs, shift?.epochMilliseconds ?? endMs)
    for (let ms = at.epochMilliseconds; ms < untilMs;) {
      const seconds = Math.floor((ms / 1000 + offsetSeconds) / 3600) * 3600
      labels.push(isoHour(seconds - offsetSeconds, offsetSeconds))
      ms = (seconds + 3600 - offsetSeconds) * 1000
    }
    // Clocks may change within the hour; the rest of it is a separate bucket.
    if (shift === null) break
    at = shift
  }
  return labels
}

function daysOf({ from, to }: Span, grain: Exclude<BucketGrain, 'hour'>, weekStartsOn: number): string[] {
  const labels: string[] = []
  let day = startOfUnit(from.toPlainDate(), grain, weekStartsOn)
  // `to` is exclusive: a span that ends at midnight has no call of that day.
  const last = to.subtract({ nanoseconds: 1 }).toPlainDate()
  while (Temporal.PlainDate.compare(day, last) <= 0) {
    labels.push(day.toString())
    day = day.add(calendarUnits[grain])
  }
  return labels
}
