import { attributedFields } from '@callboard/contract/attributed-fields'
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
export function standingAt(
  { assignments }: Pick<NumberTimeline, 'assignments'>,
  atMs: number,
): Assignment | undefined {
  return assignments.find(
    ({ from, until }) =>
      (from === null || Date.parse(from) <= atMs) && (until === null || atMs < Date.parse(until)),
  )
}
