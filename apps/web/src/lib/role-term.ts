import type { RoleAssignment } from '@callboard/contract/users'
import { dayOf } from '#web/lib/period.ts'
import { formatDateTime, formatDate } from '#web/lib/time.ts'

type Term = Pick<RoleAssignment, 'startDate' | 'expiryDate'>

/** The days of a role in a zone, both included; empty where it is open. */
export function daysOfTerm({ startDate, expiryDate }: Term, timeZone: string) {
  return {
    firstDay: startDate === null ? '' : dayOf(new Date(startDate), timeZone),
    lastDay: expiryDate === null ? '' : dayOf(momentBefore(expiryDate), timeZone),
  }
}

/** `Nov 20, 2026`, with the time where the role does not begin with the day. */
export function startWords({ startDate }: Term, timeZone: string): string | undefined {
  if (startDate === null) return undefined
  return isMidnight(startDate, timeZone)
    ? formatDate(startDate, timeZone)
    : formatDateTime(startDate, timeZone)
}

/** The last day of the role, with the time where it does not end with the day. */
export function endWords({ expiryDate }: Term, timeZone: string): string | undefined {
  if (expiryDate === null) return undefined
  return isMidnight(expiryDate, timeZone)
    ? formatDate(momentBefore(expiryDate).toISOString(), timeZone)
    : formatDateTime(expiryDate, timeZone)
}

export type TermState = 'valid' | 'later' | 'expired'

export function stateOfTerm({ startDate, expiryDate }: Term, now: Date): TermState {
  if (expiryDate !== null && Date.parse(expiryDate) <= now.getTime()) return 'expired'
  return startDate !== null && Date.parse(startDate) > now.getTime() ? 'later' : 'valid'
}

function momentBefore(instant: string): Date {
  return new Date(Date.parse(instant) - 1)
}

/** Whether a day begins then: the moment before is of another one. */
function isMidnight(instant: string, timeZone: string): boolean {
  return dayOf(new Date(instant), timeZone) !== dayOf(momentBefore(instant), timeZone)
}
