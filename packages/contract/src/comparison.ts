import type { BucketGrain, Span } from './period.ts'

export const comparisons = ['previousPeriod', 'previousYear'] as const
export type ComparisonKind = (typeof comparisons)[number]

/**
 * Whether weekdays are compared with the same weekdays, if nobody says so: by week, and by day unless the period is a month,
 * quarter or year, whose days are compared with the same days of the one before. What has no days or weeks is compared with the
 * days just before: there is nothing that would stand beside another weekday.
 */
export function matchesWeekdays(grain: BucketGrain | undefined, { back }: Span): boolean {
  return grain === 'week' || (grain === 'day' && back.days !== undefined)
}

/**
 * The span to compare with, cut at the same time of day. Where the month before is shorter, that is its end. With the
 * same weekdays it lies whole weeks back: the fewest with which it ends before the span begins, but about a year where
 * the year before is asked for or the span is one.
 */
export function earlierSpan(
  span: Span,
  { kind, matchWeekdays }: { kind: ComparisonKind; matchWeekdays: boolean },
): Span {
  const asked = kind === 'previousYear' ? { years: 1 } : span.back
  const back = matchWeekdays ? { days: weekdaysBack(span, kind) } : asked
  return { from: moveBack(span.from, back), to: endBefore(span.to, back), back }
}

const daysOfWeek = 7
const weeksOfYear = 52

function weekdaysBack({ from, to, back }: Span, kind: ComparisonKind): number {
  if (kind === 'previousYear' || back.years !== undefined) return weeksOfYear * daysOfWeek
  const daysBetween = (one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime) =>
    one.until(other, { largestUnit: 'days' }).total({ unit: 'days', relativeTo: one })
  const days = daysBetween(from.subtract(back), from)
  const nearest = Math.floor(days / daysOfWeek) * daysOfWeek
  return nearest >= daysBetween(from, to) ? nearest : Math.ceil(days / daysOfWeek) * daysOfWeek
}

/** The same time of an earlier day; the first moment of a day becomes that of the other, even where clocks skip midnight. */
export function moveBack(at: Temporal.ZonedDateTime, back: Span['back']): Temporal.ZonedDateTime {
  const earlier = at.subtract(back)
  const isStartOfDay = back.milliseconds === undefined && at.equals(at.startOfDay())
  return isStartOfDay ? earlier.startOfDay() : earlier
}

/** The 31st is compared with the whole of a month without one. */
function endBefore(to: Temporal.ZonedDateTime, back: Span['back']): Temporal.ZonedDateTime {
  const earlier = moveBack(to, back)
  const isCutShort = back.days === undefined && back.milliseconds === undefined && earlier.day !== to.day
  return isCutShort ? earlier.add({ days: 1 }).startOfDay() : earlier
}
