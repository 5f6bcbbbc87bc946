const dayMs = 86_400_000
let newestDay = { day: Number.NaN, text: '' }

/**
 * `YYYY-MM-DD hh:mm:ss.mmm` in UTC, as ClickHouse writes an instant. Calls of one day come together: its text is kept,
 * as `Date.toISOString` is slow.
 */
export function storedInstant(ms: number): string {
  const day = Math.floor(ms / dayMs)
  if (day !== newestDay.day) {
    newestDay = { day, text: new Date(day * dayMs).toISOString().slice(0, 10) }
  }
  const rest = ms - day * dayMs
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(seconds / 60)
  const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
  return `${newestDay.text} ${time}.${String(rest % 1000).padStart(3, '0')}`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

/** Milliseconds of such a text. */
export function storedMs(stored: string): number {
  return Date.parse(`${stored.replace(' ', 'T')}Z`)
}
