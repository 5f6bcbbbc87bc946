import { attributedFields } from '@callboard/contract/attributed-fields'
import { isStartOfDay, lastDayBefore, startOfDay } from '@callboard/contract/calendar'
import { formatDate, formatDateTime } from '@callboard/contract/format-time'
import { formatPhone } from '@callboard/contract/format-phone'
import type { Assignment, NumberTimeline } from '@callboard/contract/numbers'

/** What calls of a number get, in one line; empty where they get nothing. */
export function standsForText(assignment: Pick<Assignment, (typeof attributedFields)[number]>): string {
  return attributedFields
    .flatMap((field) => {
      const value = assignment[field]
      if (value === null) return []
      return [field === 'targetNumber' ? `rings at ${formatPhone(value)}` : value]
    })
    .join(' · ')
}

/** What a number stands for at an instant. */
export function standingAt({ assignments }: NumberTimeline, atMs: number): Assignment | undefined {
  return assignments.find(
    ({ from, until }) =>
      (from === null || Date.parse(from) <= atMs) && (until === null || atMs < Date.parse(until)),
  )
}

/** `Mar 3, 2026`, with the time where it is not the start of a day of the customer. */
export function fromText(from: string, timeZone: string): string {
  return isStartOfDay(from, timeZone) ? formatDate(from, timeZone) : formatDateTime(from, timeZone)
}

/** The last day, or the time at which it ends. */
function untilText(until: string, timeZone: string): string {
  if (!isStartOfDay(until, timeZone)) return formatDateTime(until, timeZone)
  return formatDate(startOfDay(lastDayBefore(until, timeZone), timeZone).toString(), timeZone)
}

/** `Mar 3, 2026 – Apr 30, 2026`, `Since Mar 3, 2026`, `Until Apr 30, 2026`, `Always` */
export function spanText({ from, until }: Pick<Assignment, 'from' | 'until'>, timeZone: string): string {
  if (from === null) return until === null ? 'Always' : `Until ${untilText(until, timeZone)}`
  if (until === null) return `Since ${fromText(from, timeZone)}`
  return `${fromText(from, timeZone)} – ${untilText(until, timeZone)}`
}
