import { dayOf } from '@callboard/contract/calendar'
import {
  type ComparisonKind,
  comparisons,
  earlierSpan,
  matchesWeekdays,
} from '@callboard/contract/comparison'
import { describeEarlierDays } from '@callboard/contract/comparison-words'
import type { Grain } from '@callboard/contract/fields'
import { formatCounted } from '@callboard/contract/format'
import {
  type Clock,
  type Period,
  type RelativePeriod,
  resolveGrain,
  resolvePeriod,
  type Span,
} from '@callboard/contract/period'
import { z } from 'zod'

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
export function matchesWeekdaysByDefault(period: Period, grain: Grain | undefined, clock: Clock): boolean {
  const span = resolvePeriod(period, clock)
  return matchesWeekdays(grain && resolveGrain(grain, span), span)
}

/** The days that a period is compared with: `the same 30 weekdays, Sep 19 – Oct 18`. */
export function writeEarlierDays(
  period: Period,
  comparison: { kind: ComparisonKind; matchWeekdays: boolean },
  clock: Clock,
): string {
  const current = resolvePeriod(period, clock)
  const earlier = { ...instantsOf(earlierSpan(current, comparison)), matchWeekdays: comparison.matchWeekdays }
  const { now, timeZone } = clock
  return describeEarlierDays(
    { current: instantsOf(current), earlier, timeZone },
    dayOf(now, timeZone).slice(0, 4),
  )
}

function instantsOf({ from, to }: Span): { from: string; to: string } {
  return { from: from.toInstant().toString(), to: to.toInstant().toString() }
}

/** The period just before one, by what it is: `previous month`, `previous 30 days`. */
export function nameEarlierPeriod(period: Period, clock: Clock): string {
  const { days, months, years } = resolvePeriod(period, clock).back
  if (years !== undefined) return 'previous year'
  if (months !== undefined) return months === 1 ? 'previous month' : 'previous quarter'
  const name = 'relative' in period ? period.relative : period.was
  if (name !== undefined && weeks.has(name)) return 'previous week'
  if (days === undefined) return 'previous period'
  return days === 1 ? 'previous day' : `previous ${formatCounted(days, 'day')}`
}

const weeks: ReadonlySet<RelativePeriod> = new Set(['thisWeek', 'lastWeek'])
