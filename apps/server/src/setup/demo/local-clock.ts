export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** Where the hands of a clock on a wall stand. */
export interface LocalTime {
  hour: number
  /** 0 Sunday to 6 Saturday. */
  weekday: number
  /** Days since 1 January 1970. */
  day: number
}

export type LocalClock = (instantMs: number) => LocalTime

/**
 * A clock of a zone for a span of time. Asking the time zone database for each of some hundred thousand calls would
 * take seconds, so the offset of every hour of the span is found once; zones in use here change theirs on the hour.
 */
export function localClock(timeZone: string, { fromMs, toMs }: { fromMs: number; toMs: number }): LocalClock {
  const firstHour = Math.floor(fromMs / hourMs)
  const hours = Math.ceil(toMs / hourMs) - firstHour + 1
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const offsets = Int32Array.from({ length: hours }, (_, at) => offsetMs(format, (firstHour + at) * hourMs))
  return (instantMs) => {
    const offset = offsets[Math.floor(instantMs / hourMs) - firstHour]
    if (offset === undefined) throw new RangeError('outside of the span of this clock')
    const localMs = instantMs + offset
    const day = Math.floor(localMs / dayMs)
    // 1 January 1970 was a Thursday.
    return { hour: Math.floor(localMs / hourMs) - day * 24, weekday: (day + 4) % 7, day }
  }
}

/** `GMT-05:00`, or `GMT` alone. */
function offsetMs(format: Intl.DateTimeFormat, instantMs: number): number {
  const name = format.formatToParts(instantMs).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
