import type { MeasureName } from '@callboard/contract/fields'

/** What each figure means. */
const meanings = {
  calls: 'All calls, inbound and outbound, also those in progress.',
  inbound: 'Calls that came in.',
  outbound: 'Calls that were placed.',
  answered: 'Inbound calls answered by a person. Voicemail is no answer.',
  missed: 'Inbound calls that were missed, abandoned, busy or failed.',
  abandoned: 'Inbound calls that ended unanswered within 15 seconds.',
  voicemail: 'Inbound calls that ended in voicemail.',
  inProgress: 'Inbound calls that have not ended.',
  answerRate: 'Answered calls as a share of the inbound calls that have ended.',
  uniqueCallers:
    'Different numbers that called in. Withheld numbers do not count. Estimated, and marked ≈, above 40,000.',
  firstTimeCallers: 'Inbound calls of numbers that had not called this customer before.',
  missedNotReturned:
    'Missed calls of known numbers without a conversation afterwards, in the time that the portal allows for it.',
  missedWithheld: 'Missed calls that nobody can return, as their number is not known.',
  totalDuration: 'Sum of the time from start to end.',
  averageDuration: 'Mean time from start to end.',
  p50Duration: 'Half of the calls lasted no longer than this.',
  p90Duration: 'Nine of ten calls lasted no longer than this.',
  totalTalk: 'Sum of the talk time of answered calls.',
  averageTalk: 'Mean talk time of answered calls.',
  p50Talk: 'Half of the answered calls had no more talk time than this.',
  p90Talk: 'Nine of ten answered calls had no more talk time than this.',
  totalRing: 'Sum of the time that calls rang.',
  averageRing: 'Mean time that a call rang.',
  p50Ring: 'Half of the calls rang no longer than this.',
  p90Ring: 'Nine of ten calls rang no longer than this.',
  totalHold: 'Sum of the time on hold.',
  averageHold: 'Mean time on hold.',
  p50Hold: 'Half of the calls were on hold no longer than this.',
  p90Hold: 'Nine of ten calls were on hold no longer than this.',
  value: 'Sum of what the calls are worth, one figure a currency.',
  cost: 'Sum of what the calls cost, one figure a currency.',
} as const satisfies Record<MeasureName, string>

export function meaningOf(column: string): string | undefined {
  const known: Partial<Record<string, string>> = meanings
  return known[column]
}
