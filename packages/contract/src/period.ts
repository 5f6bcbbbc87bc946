import { z } from 'zod'
import {
  addDays,
  type CalendarUnit,
  calendarUnits,
  dayOf,
  type DaySpan,
  lastDayBefore,
  startOfUnit,
} from './calendar.ts'
import { Day, Instant } from './scalars.ts'
import type { Grain } from './fields.ts'

export const relativePeriods = [
  'today',
  'yesterday',
  'last7Days',
  'last30Days',
  'last90Days',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
] as const
export type RelativePeriod = (typeof relativePeriods)[number]

export const periodLabels = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  last90Days: 'Last 90 days',
  thisWeek: 'This week',
  lastWeek: 'Last week',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisQuarter: 'This quarter',
  lastQuarter: 'Last quarter',
  thisYear: 'This year',
  lastYear: 'Last year',
} as const satisfies Record<RelativePeriod, string>

/** `2026-03-08T06:59:59.123456789Z`: Temporal reads no more decimal places. */
const maxInstantLength = 30

export const DayOrInstant = z.union([Day, Instant.max(maxInstantLength)], {
  error: 'must be a day (YYYY-MM-DD) or an instant in UTC',
})

/** A span of time, by name or from–to. Days are read in the zone of the request; `to` is exclusive. */
export const Period = z.union([
  z.strictObject({ relative: z.enum(relativePeriods) }),
  z.strictObject({
    from: DayOrInstant,
    to: DayOrInstant,
    /** What it was by name when it was current: it is compared as that was, a month with a month. */
    was: z.enum(relativePeriods).optional(),
  }),
])
export type Period = z.infer<typeof Period>

/** What a period is read by. */
export interface Clock {
  now: Temporal.Instant
  timeZone: string
  /** 1 Monday to 7 Sunday. */
  weekStartsOn: number
}

interface Back {
  days?: number
  months?: number
  years?: number
  milliseconds?: number
}

/** A period in a zone; `to` is exclusive. */
export interface Span {
  from: Temporal.ZonedDateTime
  to: Temporal.ZonedDateTime
  /** How far back the previous period lies: in days or units of the calendar, or by the clock of UTC. */
  back: Back
}

/** The instants of a period. One that includes today ends now. */
export function resolvePeriod(period: Period, clock: Clock): Span {
  const { timeZone } = clock
  if ('relative' in period) {
    const { first, last } = resolveRelative(period.relative, clock)
    const now = clock.now.toZonedDateTimeISO(timeZone)
    const includesToday = last.equals(now.toPlainDate())
    const to = includesToday ? now : last.add({ days: 1 }).toZonedDateTime(timeZone)
    return { from: first.toZonedDateTime(timeZone), to, back: backOf(period.relative) }
  }
  const from = startOf(period.from, timeZone)
  const to = startOf(period.to, timeZone)
  if (period.was !== undefined) return { from, to, back: backOf(period.was) }
  const days = from.toPlainDate().until(to.toPlainDate()).days
  // From a time of day to the same one these are days as well, however long clocks make them.
  const isOfDays =
    (isDay(period.from) && isDay(period.to)) || (days > 0 && from.toPlainTime().equals(to.toPlainTime()))
  return {
    from,
    to,
    back: isOfDays ? { days } : { milliseconds: to.epochMilliseconds - from.epochMilliseconds },
  }
}

/** The days that a period covers, today included where it is not over. */
export function daysOfPeriod(period: Period, clock: Clock): DaySpan {
  if ('relative' in period) {
    const { first, last } = resolveRelative(period.relative, clock)
    return { firstDay: first.toString(), lastDay: last.toString() }
  }
  const { from, to } = period
  return {
    firstDay: isDay(from) ? from : dayOf(from, clock.timeZone),
    lastDay: isDay(to) ? addDays(to, -1) : lastDayBefore(to, clock.timeZone),
  }
}

export function periodOfDays({ firstDay, lastDay }: DaySpan): Period {
  return { from: firstDay, to: addDays(lastDay, 1) }
}

const relatives: Record<
  RelativePeriod,
  { lastDays: number } | { current: CalendarUnit } | { previous: CalendarUnit }
> = {
  today: { current: 'day' },
  yesterday: { previous: 'day' },
  last7Days: { lastDays: 7 },
  last30Days: { lastDays: 30 },
  last90Days: { lastDays: 90 },
  thisWeek: { current: 'week' },
  lastWeek: { previous: 'week' },
  thisMonth: { current: 'month' },
  lastMonth: { previous: 'month' },
  thisQuarter: { current: 'quarter' },
  lastQuarter: { previous: 'quarter' },
  thisYear: { current: 'year' },
  lastYear: { previous: 'year' },
}

function resolveRelative(name: RelativePeriod, { now, timeZone, weekStartsOn }: Clock) {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const relative = relatives[name]
  if ('lastDays' in relative) return { first: today.subtract({ days: relative.lastDays - 1 }), last: today }
  if ('current' in relative) return { first: startOfUnit(today, relative.current, weekStartsOn), last: today }
  const end = startOfUnit(today, relative.previous, weekStartsOn)
  return { first: end.subtract(backOf(name)), last: end.subtract({ days: 1 }) }
}

function backOf(name: RelativePeriod): Back {
  const relative = relatives[name]
  if ('lastDays' in relative) return { days: relative.lastDays }
  return calendarUnits['current' in relative ? relative.current : relative.previous]
}

function isDay(text: string): boolean {
  return text.length === 'YYYY-MM-DD'.length
}

function startOf(text: string, timeZone: string): Temporal.ZonedDateTime {
  return isDay(text)
    ? Temporal.PlainDate.from(text).toZonedDateTime(timeZone)
    : Temporal.Instant.from(text).toZonedDateTimeISO(timeZone)
}

/** A grain with one size of bucket. */
export type BucketGrain = Exclude<Grain, 'auto'>

const daysOfAuto = [
  { upToDays: 2, grain: 'hour' },
  { upToDays: 92, grain: 'day' },
  { upToDays: 548, grain: 'week' },
] as const

/** The grain that suits a span, if `auto` was asked for. */
export function resolveGrain(grain: Grain, span: Pick<Span, 'from' | 'to'>): BucketGrain {
  if (grain !== 'auto') return grain
  const days = (span.to.epochMilliseconds - span.from.epochMilliseconds) / 86_400_000
  return daysOfAuto.find((size) => days <= size.upToDays)?.grain ?? 'month'
}
