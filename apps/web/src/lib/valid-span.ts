import { isStartOfDay, lastDayBefore, startOfDay } from '@callboard/contract/calendar'
import { formatDate, formatDateTime } from '@callboard/contract/format-time'

/** From when to when something holds, as instants. */
interface ValidSpan {
  /** Null: it always did. */
  from: string | null
  /** Exclusive; null while it has no end. */
  until: string | null
}

/** `Mar 3, 2026`, with the time where it is not the start of a day in the zone. */
export function fromText(from: string, timeZone: string): string {
  return isStartOfDay(from, timeZone) ? formatDate(from, timeZone) : formatDateTime(from, timeZone)
}

/** The last day, or the time at which it ends. */
export function untilText(until: string, timeZone: string): string {
  if (!isStartOfDay(until, timeZone)) return formatDateTime(until, timeZone)
  return formatDate(startOfDay(lastDayBefore(until, timeZone), timeZone).toString(), timeZone)
}

/** `Mar 3, 2026 – Apr 30, 2026`, `Since Mar 3, 2026`, `Until Apr 30, 2026`, `Always` */
export function spanText({ from, until }: ValidSpan, timeZone: string): string {
  if (from === null) return until === null ? 'Always' : `Until ${untilText(until, timeZone)}`
  if (until === null) return `Since ${fromText(from, timeZone)}`
  return `${fromText(from, timeZone)} – ${untilText(until, timeZone)}`
}
