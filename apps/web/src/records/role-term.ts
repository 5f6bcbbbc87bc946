import { dayOf, lastDayBefore } from '@callboard/contract/calendar'
import type { RoleAssignment } from '@callboard/contract/users'
import { fromText, untilText } from '#web/lib/valid-span.ts'

type Term = Pick<RoleAssignment, 'startDate' | 'expiryDate'>

/** The first and last day of a role in a zone; empty where it is open. */
export function daysOfTerm({ startDate, expiryDate }: Term, timeZone: string) {
  return {
    firstDay: startDate === null ? '' : dayOf(startDate, timeZone),
    lastDay: expiryDate === null ? '' : lastDayBefore(expiryDate, timeZone),
  }
}

/** `Nov 20, 2026`, with the time unless the role begins at midnight. */
export function startWords({ startDate }: Term, timeZone: string): string | undefined {
  return startDate === null ? undefined : fromText(startDate, timeZone)
}

/** The last day of the role, with the time unless it ends at midnight. */
export function endWords({ expiryDate }: Term, timeZone: string): string | undefined {
  return expiryDate === null ? undefined : untilText(expiryDate, timeZone)
}

export type TermState = 'valid' | 'later' | 'expired'

export function stateOfTerm({ startDate, expiryDate }: Term, now: Temporal.Instant): TermState {
  if (expiryDate !== null && Temporal.Instant.compare(expiryDate, now) <= 0) return 'expired'
  return startDate !== null && Temporal.Instant.compare(startDate, now) > 0 ? 'later' : 'valid'
}

interface Reader {
  timeZone: string
  now: Temporal.Instant
}

/** When a role that is not valid ended or begins, as `ended on Nov 22, 2026`; undefined for a valid one. */
export function invalidTermWords(term: Term, { timeZone, now }: Reader): string | undefined {
  const state = stateOfTerm(term, now)
  if (state === 'expired') return `ended on ${endWords(term, timeZone)}`
  return state === 'later' ? `begins on ${startWords(term, timeZone)}` : undefined
}

/** The same as a sentence to the one whose role it is. */
export function describeInvalidTerm(
  { roleName, ...term }: Term & Pick<RoleAssignment, 'roleName'>,
  reader: Reader,
): string | undefined {
  const words = invalidTermWords(term, reader)
  return words === undefined ? undefined : `Your role ${roleName} ${words}.`
}
