import { addDays, dayOf } from '#web/lib/period.ts'
import { formatOffset } from '#web/lib/time.ts'

/** The instant at which a day ends in a zone. */
export function endOfDay(day: string, timeZone: string): string {
  const next = addDays(day, 1)
  const offset = formatOffset(timeZone, new Date(`${next}T00:00:00Z`))
  return new Date(`${next}T00:00:00${offset}`).toISOString()
}

/** The last day of which any part is before the instant. */
export function lastDay(instant: string, timeZone: string): string {
  return dayOf(new Date(Date.parse(instant) - 1), timeZone)
}
