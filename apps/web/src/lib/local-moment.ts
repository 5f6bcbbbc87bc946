import { formatDateTime, formatDay, formatZone } from '@callboard/contract/format-time'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { type Reading, readDay, tidy } from '#web/lib/typed-day.ts'
import { readTime } from '#web/lib/typed-time.ts'

/** A day and a time of a zone, as they are typed. */
export interface LocalMoment {
  day: string
  time: string
  /** Where clocks show the time twice, when they go back: the second time. */
  isSecond?: boolean
}

export interface MomentBounds {
  now: Temporal.Instant
  /** Whether it has to be later than now. */
  isAhead?: boolean
}

/** The moment that is meant, or why there is none. */
export function readMoment(
  { day, time, isSecond = false }: LocalMoment,
  timeZone: string,
  { now, isAhead = false }: MomentBounds,
): Reading<Temporal.ZonedDateTime> {
  const [onDay, atTime] = [
    readDay(day, now.toZonedDateTimeISO(timeZone).toPlainDate().toString()),
    readTime(time),
  ]
  if ('error' in onDay) return onDay
  if ('error' in atTime) return atTime
  const local = Temporal.PlainDateTime.from(`${onDay.value}T${atTime.value}`)
  const value = local.toZonedDateTime(timeZone, { disambiguation: isSecond ? 'later' : 'earlier' })
  if (!value.toPlainDateTime().equals(local)) {
    const next = local.toZonedDateTime(timeZone, { disambiguation: 'later' })
    const [shown, there] = [formatDay(onDay.value, true), formatTimeZone(timeZone)]
    return {
      error: `Clocks in ${there} go forward on ${shown} and skip ${atTime.value}. Choose ${writeLocal(next).time}, or another time.`,
    }
  }
  if (isAhead && Temporal.Instant.compare(value.toInstant(), now) <= 0) {
    return { error: `Choose a time after now, ${formatDateTime(now.toString(), timeZone).slice(0, -3)}.` }
  }
  return { value }
}

/** The two that a time is of which clocks show twice on a day; none of any other. */
export function findTwice(moment: LocalMoment, timeZone: string, bounds: MomentBounds): readonly string[] {
  const both = [false, true].map((isSecond) =>
    readMoment({ ...moment, isSecond }, timeZone, { now: bounds.now }),
  )
  const [first, second] = both.flatMap((read) => ('value' in read ? [read.value] : []))
  if (first === undefined || second === undefined || first.equals(second)) return []
  return [first, second].map((at) => {
    const zone = formatZone(timeZone, new Date(at.epochMilliseconds))
    return `${writeLocal(at).time} ${zone} (UTC${at.offset})`
  })
}

export function writeLocal(at: Temporal.ZonedDateTime): LocalMoment {
  const [day = '', time = ''] = at.toPlainDateTime().toString({ smallestUnit: 'minute' }).split('T')
  return { day, time }
}

/** A day with its time, as it is pasted: `2026-11-27 15:00`, or an instant of any zone. Undefined for anything else. */
export function readPasted(text: string, timeZone: string): LocalMoment | undefined {
  const pasted = tidy(text).toUpperCase()
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(pasted)) return undefined
  try {
    if (/(Z|[+-]\d\d:?\d\d)$/.test(pasted)) {
      return writeLocal(Temporal.Instant.from(pasted.replace(' ', 'T')).toZonedDateTimeISO(timeZone))
    }
    return writeLocal(Temporal.PlainDateTime.from(pasted.replace(' ', 'T')).toZonedDateTime('UTC'))
  } catch {
    return undefined
  }
}
