import { moveBack } from '@callboard/contract/comparison'
import type { BucketGrain, Span } from '@callboard/contract/period'
import { type EarlierPart, bucketsOf } from '../sql/time-buckets.ts'
import type { Comparison, Plan } from '../plan/plan.ts'

/** What says which buckets of time a report has, and what they stand beside. */
export type TimesOfPlan = Pick<Plan, 'span' | 'comparison' | 'weekStartsOn'> & {
  dimensions: readonly { field: string; grain: BucketGrain | null }[]
}

/** A bucket of the period, and the part of the earlier one that it is compared with. */
export interface BucketBeside {
  label: string
  from: Temporal.ZonedDateTime
  to: Temporal.ZonedDateTime
}

/** Whether hours are compared by the clock: 03:00 with 03:00, however many hours of UTC lie between the two. */
export function isByClock({ span }: Comparison): boolean {
  return span.back.milliseconds === undefined
}

/**
 * Buckets of more than a day, and days of a period between two times of day, stand beside themselves moved back: a week that
 * the period cuts is compared with just as much of the earlier one. Undefined for hours, and for days of the calendar, which
 * are matched by what clocks and calendars show.
 */
export function bucketsBeside(plan: TimesOfPlan): readonly BucketBeside[] | undefined {
  return movedBuckets(plan)?.filter(({ isBeside }) => isBeside)
}

/** The same as SQL tells them: of each part of the earlier period, what it is compared with. */
export function earlierParts(plan: TimesOfPlan): readonly EarlierPart[] | undefined {
  return movedBuckets(plan)
    ?.filter(({ from, to }) => Temporal.ZonedDateTime.compare(from, to) < 0)
    .map(({ label, from, isBeside }) => ({ fromMs: from.epochMilliseconds, label: isBeside ? label : '' }))
}

function movedBuckets(plan: TimesOfPlan): (BucketBeside & { isBeside: boolean })[] | undefined {
  const { dimensions, span, comparison, weekStartsOn } = plan
  const grain = dimensions.find(({ field }) => field === 'time')?.grain ?? undefined
  if (comparison === undefined || grain === undefined || grain === 'hour') return undefined
  if (grain === 'day' && isByClock(comparison)) return undefined
  const labels = bucketsOf(span, grain, { weekStartsOn, withSkipped: false }).map(({ label }) => label)
  const starts = labels.map((label, at) => (at === 0 ? span.from : startOf(label, span)))
  const { from: first, to: end, back } = comparison.span
  const moved = starts.map((start, at) => (at === 0 ? first : earliest(moveBack(start, back), end)))
  return labels.map((label, at) => {
    const now = { from: starts[at] ?? span.from, to: starts[at + 1] ?? span.to }
    const then = { from: moved[at] ?? first, to: moved[at + 1] ?? end }
    return { label, ...then, isBeside: isAlike(grain, now, then) }
  })
}

function startOf(day: string, { from }: Span): Temporal.ZonedDateTime {
  return Temporal.PlainDate.from(day).toZonedDateTime(from.timeZoneId)
}

function earliest(one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return Temporal.ZonedDateTime.compare(one, other) < 0 ? one : other
}

type Ends = Pick<Span, 'from' | 'to'>

/** A month is compared with a month, however long; a week only with as many days. */
function isAlike(grain: BucketGrain, now: Ends, then: Ends): boolean {
  if (Temporal.ZonedDateTime.compare(then.from, then.to) >= 0) return false
  return grain !== 'week' || countDays(now) === countDays(then)
}

function countDays({ from, to }: Ends): number {
  const last = to.subtract({ nanoseconds: 1 })
  return from.toPlainDate().until(last.toPlainDate()).days + 1
}
