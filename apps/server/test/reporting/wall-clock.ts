/** What clocks show. */
export interface WallTime {
  /** `2026-03-08` */
  day: string
  hour: number
  /** 1 Monday to 7 Sunday. */
  weekday: number
  /** `2026-03-08 03:00:01` */
  text: string
  /** The hour with its offset, as reports write it: `2026-11-01T01:00:00-05:00`. */
  label: string
}

/** A clock of a zone that asks `Intl` for every moment: slow, and independent of all that reports are made with. */
export function wallClock(timeZone: string): (instant: string) => WallTime {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const known = new Map<string, WallTime>()
  return (instant) => {
    const seen = known.get(instant)
    if (seen !== undefined) return seen
    const ms = Math.floor(Date.parse(instant) / 1000) * 1000
    const text = format.format(ms).replace(' ', 'T')
    const minutes = Math.round((Date.parse(`${text}Z`) - ms) / 60_000)
    const two = (part: number) => String(Math.trunc(part)).padStart(2, '0')
    const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
    const day = text.slice(0, 10)
    const time: WallTime = {
      day,
      text: text.replace('T', ' '),
      hour: Number(text.slice(11, 13)),
      weekday: new Date(`${day}T00:00:00Z`).getUTCDay() || 7,
      label: `${text.slice(0, 13)}:00:00${offset}`,
    }
    known.set(instant, time)
    return time
  }
}
