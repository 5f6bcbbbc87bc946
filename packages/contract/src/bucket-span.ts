import {
  addDays,
  type CalendarUnit,
  calendarUnits,
  countDays,
  dayOf,
  isStartOfDay,
  lastDayBefore,
} from './calendar.ts'
import { formatTime } from './format-time.ts'
import type { Grain } from './fields.ts'

/** Ends are days, read in the zone of the report, or instants. `to` is exclusive. */
export interface Span {
  from: string
  to: string
}

/** Instants, and the zone in which its days are read. */
export interface ResolvedPeriod {
  from: string
  to: string
  timeZone: string
}

/** The part of a time bucket within the report's period, so that its calls are those of the figure. */
export function buildBucketSpan(start: string, grain: Grain, period: ResolvedPeriod): Span {
  if (grain === 'hour') return clipHour(start, period)
  return clipDays(start, grain === 'auto' ? 'day' : grain, period)
}

/**
 * A bucket is one local hour at one offset; if clocks change within the hour, it begins or ends there. What the browser
 * knows of the zone may be older than what the server knows: it is asked for no more than the minute of that change.
 */
function clipHour(start: string, { from, to, timeZone }: ResolvedPeriod): Span {
  const hour = Temporal.Instant.from(start).toZonedDateTimeISO(timeZone)
  const [startMs, endMs] = [hour.epochMilliseconds, hour.epochMilliseconds + 3_600_000]
  const shift = hour.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity
  const hasShift = shift < endMs
  const isBeforeShift = hour.offset === start.slice(19)
  const first = hasShift && !isBeforeShift ? shift : startMs
  const end = hasShift && isBeforeShift ? shift : endMs
  return {
    from: new Date(Math.max(first, Date.parse(from))).toISOString(),
    to: new Date(Math.min(end, Date.parse(to))).toISOString(),
  }
}

/** A day stays a day unless the period starts or ends within it, so nothing here needs to know when a day begins. */
function clipDays(firstDay: string, grain: CalendarUnit, { from, to, timeZone }: ResolvedPeriod): Span {
  const dayAfter = Temporal.PlainDate.from(firstDay).add(calendarUnits[grain]).toString()
  return {
    from: dayOf(from, timeZone) < firstDay ? firstDay : from,
    to: dayOf(to, timeZone) < dayAfter ? to : dayAfter,
  }
}

/** How much of a day, week, month, … the period has, where that is not all of it: `2 of 7 days`, `until 10:30`. */
export function describePart(start: string, grain: Grain, period: ResolvedPeriod): string | undefined {
  if (grain === 'hour' || grain === 'auto') return undefined
  const { from, to, timeZone } = period
  const whole = { firstDay: start, lastDay: lastDayOf(start, grain) }
  const [first, last] = [dayOf(from, timeZone), lastDayBefore(to, timeZone)]
  const begins = first >= start
  const ends = last <= whole.lastDay
  const days = countDays({ firstDay: begins ? first : start, lastDay: ends ? last : whole.lastDay })
  if (days < countDays(whole)) return `${days} of ${countDays(whole)} days`
  const times = [
    ...(begins && !isStartOfDay(from, timeZone) ? [`from ${clockTime(from, timeZone)}`] : []),
    ...(ends && !isStartOfDay(to, timeZone) ? [`until ${clockTime(to, timeZone)}`] : []),
  ]
  return times.length === 0 ? undefined : times.join(' ')
}

function lastDayOf(start: string, grain: CalendarUnit): string {
  return addDays(Temporal.PlainDate.from(start).add(calendarUnits[grain]).toString(), -1)
}

function clockTime(instant: string, timeZone: string): string {
  return formatTime(instant, timeZone).slice(0, 5)
}
