import { dayOf, lastDayBefore } from '@callboard/contract/calendar'
import {
  type ComparisonKind,
  comparisons,
  earlierSpan,
  matchesWeekdays,
} from '@callboard/contract/comparison'
import type { Grain } from '@callboard/contract/fields'
import { resolveGrain } from '@callboard/contract/grains'
import { type Clock, type Period, resolvePeriod } from '@callboard/contract/period'
import { z } from 'zod'
import { formatDaySpan } from '@callboard/contract/format-time'

export const compareChoices = [...comparisons, 'none'] as const
export type CompareChoice = (typeof compareChoices)[number]

/** Whether weekdays are matched, in an address: `weekdays=match`, `weekdays=any`; without it as suits the grain. */
export const weekdaysSearch = z
  .enum(['match', 'any'])
  .transform((word) => word === 'match')
  .optional()

export function weekdaysParam(matchWeekdays: boolean | undefined): string | undefined {
  if (matchWeekdays === undefined) return undefined
  return matchWeekdays ? 'match' : 'any'
}

/** Whether weekdays are matched if nobody says so. */
export function usuallyMatchesWeekdays(period: Period, grain: Grain | undefined, clock: Clock): boolean {
  const span = resolvePeriod(period, clock)
  return matchesWeekdays(grain && resolveGrain(grain, span), span)
}

/** The days that a period is compared with: `Sep 19 – Oct 18`. */
export function writeEarlierDays(
  period: Period,
  comparison: { kind: ComparisonKind; matchWeekdays: boolean },
  clock: Clock,
): string {
  const { from, to } = earlierSpan(resolvePeriod(period, clock), comparison)
  const days = {
    firstDay: from.toPlainDate().toString(),
    lastDay: lastDayBefore(to.toInstant(), clock.timeZone),
  }
  return formatDaySpan(days, dayOf(clock.now, clock.timeZone).slice(0, 4))
}
