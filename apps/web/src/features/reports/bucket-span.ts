import type { Grain } from '@callboard/contract/fields'
import { addDays, dayOf } from '#web/lib/period.ts'
import { formatOffset } from '#web/lib/time.ts'

/** Ends are days, read in the zone of the report, or instants. `to` is exclusive. */
export interface Span {
  from: string
  to: string
}

interface ResolvedPeriod {
  from: string
  to: string
  timeZone: string
}

const quarterMs = 900_000

/** The part of a time bucket that lies within the report's period, so that its calls are those of the figure. */
export function buildBucketSpan(start: string, grain: Grain, period: ResolvedPeriod): Span {
  return grain === 'hour' ? clipHour(start, period) : clipDays(start, firstDayAfter(start, grain), period)
}

/**
 * A bucket is of one local hour at one offset. Where clocks move within the hour, which they do at a quarter of it if at
 * all, only the quarters at the bucket's own offset belong to it.
 */
function clipHour(start: string, { from, to, timeZone }: ResolvedPeriod): Span {
  const offset = start.slice(19)
  const quarters = [0, 1, 2, 3]
    .map((quarter) => Date.parse(start) + quarter * quarterMs)
    .filter((at) => formatOffset(timeZone, new Date(at)) === offset)
  const [first = Date.parse(start)] = quarters
  const end = (quarters.at(-1) ?? first) + quarterMs
  return {
    from: new Date(Math.max(first, Date.parse(from))).toISOString(),
    to: new Date(Math.min(end, Date.parse(to))).toISOString(),
  }
}

/** A day stays a day unless the period starts or ends within it, so nothing here needs to know when a day begins. */
function clipDays(firstDay: string, dayAfter: string, { from, to, timeZone }: ResolvedPeriod): Span {
  return {
    from: dayOf(new Date(from), timeZone) < firstDay ? firstDay : from,
    to: dayOf(new Date(to), timeZone) < dayAfter ? to : dayAfter,
  }
}

const monthsOf: Partial<Record<Grain, number>> = { month: 1, quarter: 3, year: 12 }

function firstDayAfter(start: string, grain: Grain): string {
  const months = monthsOf[grain]
  if (months === undefined) return addDays(start, grain === 'week' ? 7 : 1)
  const day = new Date(`${start}T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + months)
  return day.toISOString().slice(0, 10)
}
