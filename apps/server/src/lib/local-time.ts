export interface LocalClock {
  /**
   * The instant, in ms, of a local time `YYYY-MM-DD HH:MM:SS`; NaN when it is none.
   *
   * A time that occurs twice, when clocks go back, is the one nearer to `expected`, without that the first. A time that
   * never was, when clocks go forward, is read with the offset before the change: 02:30 becomes 03:30.
   */
  instant(text: string, expected?: number): number
}

interface Day {
  /** Midnight as if the zone were UTC. */
  readonly midnight: number
  /** Undefined on a day when the clocks change. */
  readonly offset: number | undefined
}

/** A clock on the wall of an IANA time zone. Offsets are looked up once a day (on days of change once a minute). */
export function localClock(timeZone: string): LocalClock {
  const days = new Map<string, Day | undefined>()
  const minutes = new Map<string, readonly [number, number]>()

  function dayOf(date: string): Day | undefined {
    if (days.has(date)) return days.get(date)
    const day = readDay(date, timeZone)
    days.set(date, day)
    return day
  }

  /** Both instants of a minute, mostly the same one. */
  function minuteOf(text: string): readonly [number, number] {
    const minute = text.slice(0, 16)
    let instants = minutes.get(minute)
    if (instants === undefined) {
      const local = Temporal.PlainDateTime.from(minute)
      const first = local.toZonedDateTime(timeZone, { disambiguation: 'compatible' })
      // Of a time that never was, `later` would be the same and `earlier` the hour before.
      const last = local.toZonedDateTime(timeZone, { disambiguation: 'later' })
      instants = [first.epochMilliseconds, last.epochMilliseconds]
      minutes.set(minute, instants)
    }
    return instants
  }

  return {
    instant(text, expected) {
      const second = secondOfDay(text)
      const day = Number.isNaN(second) ? undefined : dayOf(text.slice(0, 10))
      if (day === undefined) return Number.NaN
      if (day.offset !== undefined) return day.midnight + second * 1000 - day.offset
      const [first, last] = minuteOf(text)
      const isLast = expected !== undefined && Math.abs(last - expected) < Math.abs(first - expected)
      return (isLast ? last : first) + (second % 60) * 1000
    },
  }
}

function readDay(date: string, timeZone: string): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // Date.parse takes the 30th of February for the 1st of March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return undefined
  const day = Temporal.PlainDate.from(date)
  const start = day.toZonedDateTime(timeZone)
  const end = day.add({ days: 1 }).toZonedDateTime(timeZone).subtract({ nanoseconds: 1 })
  const offset = start.offsetNanoseconds / 1e6
  const isWhole =
    start.epochMilliseconds === midnight - offset && end.offsetNanoseconds === start.offsetNanoseconds
  return { midnight, offset: isWhole ? offset : undefined }
}

/** Of `YYYY-MM-DD HH:MM:SS`; NaN when the time has another form. */
function secondOfDay(text: string): number {
  if (text.length !== 19 || text.charCodeAt(10) !== 0x20) return Number.NaN
  if (text.charCodeAt(13) !== 0x3a || text.charCodeAt(16) !== 0x3a) return Number.NaN
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  return hour < 24 && minute < 60 && second < 60 ? hour * 3600 + minute * 60 + second : Number.NaN
}

/** NaN unless both are digits. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30
  const ones = text.charCodeAt(at + 1) - 0x30
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}
