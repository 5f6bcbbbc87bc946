import type { Period, RelativePeriod } from '@callboard/contract/period'
import { Temporal } from 'temporal-polyfill'
import { AppError } from '../lib/app-error.ts'

/** A span of time between two instants, read in a zone; `to` is exclusive. */
export interface Span {
  from: Temporal.ZonedDateTime
  to: Temporal.ZonedDateTime
  /** How far back the previous period lies. */
  back: Temporal.DurationLike
}

export interface Clock {
  now: Temporal.Instant
  timeZone: string
  /** 1 Monday to 7 Sunday. */
  weekStartsOn: number
}

const longestYears = 20
/** What the table of calls can tell apart: earlier and later instants are all one to it. */
const firstYear = 1900
const lastYear = 2299

/** Makes instants of a period. Periods that include today end now. */
export function resolvePeriod(period: Period, clock: Clock): Span {
  return 'relative' in period
    ? resolveRelative(period.relative, clock)
    : resolveFromTo(period, clock.timeZone)
}

function resolveRelative(name: RelativePeriod, { now: instant, timeZone, weekStartsOn }: Clock): Span {
  const now = instant.toZonedDateTimeISO(timeZone)
  const today = now.startOfDay()
  const week = today.subtract({ days: (today.dayOfWeek - weekStartsOn + 7) % 7 })
  const month = today.with({ day: 1 })
  const quarter = month.subtract({ months: (month.month - 1) % 3 })
  const year = month.with({ month: 1 })
  const upToNow = (from: Temporal.ZonedDateTime, back: Temporal.DurationLike): Span => ({
    from,
    to: now,
    back,
  })
  const before = (to: Temporal.ZonedDateTime, back: Temporal.DurationLike): Span => ({
    from: to.subtract(back).startOfDay(),
    to,
    back,
  })
  switch (name) {
    case 'today':
      return upToNow(today, { days: 1 })
    case 'yesterday':
      return before(today, { days: 1 })
    case 'last7Days':
      return upToNow(today.subtract({ days: 6 }).startOfDay(), { days: 7 })
    case 'last30Days':
      return upToNow(today.subtract({ days: 29 }).startOfDay(), { days: 30 })
    case 'last90Days':
      return upToNow(today.subtract({ days: 89 }).startOfDay(), { days: 90 })
    case 'thisWeek':
      return upToNow(week.startOfDay(), { days: 7 })
    case 'lastWeek':
      return before(week.startOfDay(), { days: 7 })
    case 'thisMonth':
      return upToNow(month.startOfDay(), { months: 1 })
    case 'lastMonth':
      return before(month.startOfDay(), { months: 1 })
    case 'thisQuarter':
      return upToNow(quarter.startOfDay(), { months: 3 })
    case 'lastQuarter':
      return before(quarter.startOfDay(), { months: 3 })
    case 'thisYear':
      return upToNow(year.startOfDay(), { years: 1 })
    case 'lastYear':
      return before(year.startOfDay(), { years: 1 })
  }
}

function resolveFromTo(period: { from: string; to: string }, timeZone: string): Span {
  const from = startOf(period.from, timeZone)
  const to = startOf(period.to, timeZone)
  if (Temporal.ZonedDateTime.compare(from, to) >= 0) {
    throw new AppError('emptyPeriod', 'The period ends before it starts; its end is exclusive.', {
      field: 'to',
    })
  }
  if (Temporal.ZonedDateTime.compare(from.add({ years: longestYears }), to) < 0) {
    throw new AppError('invalid', `A period is at most ${longestYears} years long.`, { field: 'from' })
  }
  const isOfDays = isDay(period.from) && isDay(period.to)
  const back = isOfDays
    ? { days: from.toPlainDate().until(to.toPlainDate()).days }
    : { milliseconds: to.epochMilliseconds - from.epochMilliseconds }
  return { from, to, back }
}

function isDay(text: string): boolean {
  return text.length === 10
}

function startOf(text: string, timeZone: string): Temporal.ZonedDateTime {
  const refused = (cause?: unknown) =>
    new AppError('invalid', `${text} is no time that can be reported on.`, { cause, field: 'from' })
  const year = Number(text.slice(0, 4))
  if (year < firstYear || year > lastYear) throw refused()
  try {
    return isDay(text)
      ? Temporal.PlainDate.from(text).toZonedDateTime(timeZone)
      : Temporal.Instant.from(text).toZonedDateTimeISO(timeZone)
  } catch (cause) {
    throw refused(cause)
  }
}

/** The period to compare with: as long, cut at the same time of day. */
export function earlierSpan(span: Span, comparison: 'previousPeriod' | 'previousYear'): Span {
  const back = comparison === 'previousYear' ? { years: 1 } : span.back
  return { from: span.from.subtract(back), to: span.to.subtract(back), back }
}

export function isoInstant(at: Temporal.ZonedDateTime): string {
  return new Date(at.epochMilliseconds).toISOString()
}
