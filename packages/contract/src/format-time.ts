import { dayOf, type DaySpan, isStartOfDay, lastDayBefore } from './calendar.ts'
import type { Grain } from './fields.ts'
import { locale } from './locale.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format is slow. */
function formatOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = timeZone + JSON.stringify(options)
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(locale, { timeZone, ...options })
  formats.set(key, format)
  return format
}

const minutes = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const clock = { ...minutes, second: '2-digit' } as const
const shortDay = { month: 'short', day: 'numeric' } as const
const dayWithYear = { ...shortDay, year: 'numeric' } as const

/** `10:42:08` */
export function formatTime(instant: string, timeZone: string): string {
  return formatOf(timeZone, clock).format(new Date(instant))
}

/** `Oct 21, 2026` */
export function formatDate(instant: string, timeZone: string): string {
  return formatOf(timeZone, dayWithYear).format(new Date(instant))
}

/** `Oct 21, 2026, 10:42:08` */
export function formatDateTime(instant: string, timeZone: string): string {
  return `${formatDate(instant, timeZone)}, ${formatTime(instant, timeZone)}`
}

/** `10:42:08` for today, `Oct 21, 10:42` for other days, with the year when it is another one. */
export function formatRecent(instant: string, timeZone: string, now: Temporal.Instant): string {
  const day = dayOf(instant, timeZone)
  const today = dayOf(now, timeZone)
  if (day === today) return formatTime(instant, timeZone)
  const minute = formatOf(timeZone, minutes).format(new Date(instant))
  return `${formatDay(day, day.slice(0, 4) !== today.slice(0, 4))}, ${minute}`
}

/** The same without seconds, of what is planned: `10:42`, `Oct 21, 10:42`. */
export function formatUpcoming(instant: string, timeZone: string, now: Temporal.Instant): string {
  const isToday = dayOf(instant, timeZone) === dayOf(now, timeZone)
  if (isToday) return formatOf(timeZone, minutes).format(new Date(instant))
  return formatRecent(instant, timeZone, now)
}

/** A calendar day as `Oct 21`, or `Oct 21, 2026`. */
export function formatDay(day: string, withYear = false): string {
  return formatOf('UTC', withYear ? dayWithYear : shortDay).format(new Date(`${day}T00:00:00Z`))
}

/** A calendar day in full: `Friday, November 27, 2026`. */
export function formatWeekday(day: string): string {
  const options = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const
  return formatOf('UTC', options).format(new Date(`${day}T00:00:00Z`))
}

/** `Oct 21 – Nov 19`; with years when they are not this one. */
export function formatDaySpan({ firstDay, lastDay }: DaySpan, thisYear: string): string {
  const withYear = firstDay.slice(0, 4) !== thisYear || lastDay.slice(0, 4) !== thisYear
  if (firstDay === lastDay) return formatDay(firstDay, withYear)
  if (!withYear || firstDay.slice(0, 4) !== lastDay.slice(0, 4)) {
    return `${formatDay(firstDay, withYear)} – ${formatDay(lastDay, withYear)}`
  }
  return `${formatDay(firstDay)} – ${formatDay(lastDay, true)}`
}

/**
 * The span between two instants, the end exclusive: `Oct 21, 2026 – Nov 19, 2026` where it covers whole days,
 * `Nov 20, 2026, 09:00 – 10:00` where it does not, `Nov 20, 2026, 09:00:00 – 09:00:01` where only seconds tell the ends apart.
 */
export function formatInstantSpan(from: string, to: string, timeZone: string): string {
  const firstDay = formatDate(from, timeZone)
  if (isStartOfDay(from, timeZone) && isStartOfDay(to, timeZone)) {
    const lastDay = formatDay(lastDayBefore(to, timeZone), true)
    return firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`
  }
  const lastDay = formatDate(to, timeZone)
  if (firstDay === lastDay) return `${firstDay}, ${timesApart(from, to, timeZone)}`
  const first = isStartOfDay(from, timeZone) ? firstDay : `${firstDay}, ${shortTime(from, timeZone)}`
  return `${first} – ${lastDay}, ${shortTime(to, timeZone)}`
}

/** Two times of a day with no more than tells them apart: seconds, and where clocks were put back the zone. */
function timesApart(from: string, to: string, timeZone: string): string {
  const zoned = (instant: string) =>
    `${formatTime(instant, timeZone)} ${formatZone(timeZone, new Date(instant))}`
  const span = [shortTime, formatTime, zoned]
    .map((write) => [write(from, timeZone), write(to, timeZone)] as const)
    .find(([first, last]) => first !== last)
  return span === undefined ? formatTime(from, timeZone) : span.join(' – ')
}

function shortTime(instant: string, timeZone: string): string {
  return formatTime(instant, timeZone).slice(0, 5)
}

/** The name of a zone at a moment, for people: `EDT`, `GMT+2`. */
export function formatZone(timeZone: string, at: Date): string {
  const parts = formatOf(timeZone, { timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

export const weekdayLabels = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** `09:00` */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** `09:00–10:00` */
export function formatHourSpan(hour: number): string {
  return `${formatHour(hour)}–${formatHour((hour + 1) % 24)}`
}

/** Start of a time bucket for an axis: `14:00`, `Oct 21`, `Oct 2026`, `Q4 2026`, `2026`. Hours have their offset and are not converted. */
export function formatBucket(start: string, grain: Grain | undefined): string {
  const day = start.slice(0, 10)
  if (grain === 'hour') return start.slice(11, 16)
  if (grain === 'month')
    return formatOf('UTC', { month: 'short', year: 'numeric' }).format(new Date(`${day}T00:00:00Z`))
  if (grain === 'quarter') return `Q${Math.ceil(Number(day.slice(5, 7)) / 3)} ${day.slice(0, 4)}`
  if (grain === 'year') return day.slice(0, 4)
  return formatDay(day)
}

/** A time bucket in full, for a tooltip and a table: `Wed, Oct 21, 2026`, `Wed, Oct 21, 2026, 14:00`, `week of Oct 19, 2026`. */
export function formatBucketInFull(start: string, grain: Grain | undefined): string {
  const day = start.slice(0, 10)
  if (grain === 'month' || grain === 'quarter' || grain === 'year') return formatBucket(start, grain)
  if (grain === 'week') return `week of ${formatDay(day, true)}`
  const text = formatOf('UTC', { weekday: 'short', ...dayWithYear }).format(new Date(`${day}T00:00:00Z`))
  return grain === 'hour' ? `${text}, ${start.slice(11, 16)}` : text
}
