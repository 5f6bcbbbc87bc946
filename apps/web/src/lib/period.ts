import type { Period, RelativePeriod } from '@callboard/contract/period'

export const periodLabels = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  last90Days: 'Last 90 days',
  thisWeek: 'This week',
  lastWeek: 'Last week',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisQuarter: 'This quarter',
  lastQuarter: 'Last quarter',
  thisYear: 'This year',
  lastYear: 'Last year',
} as const satisfies Record<RelativePeriod, string>

interface PeriodParts {
  period?: RelativePeriod | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The parts of an address that say nothing of the period. */
export const noPeriodParams = { period: undefined, from: undefined, to: undefined } as const

/** The period as it stands in an address: a name, or from and to (exclusive). */
export function periodParams(period: Period): { period?: RelativePeriod; from?: string; to?: string } {
  if ('relative' in period) return { ...noPeriodParams, period: period.relative }
  return { ...noPeriodParams, from: period.from, to: period.to }
}

/** The period that an address names; undefined when its parts contradict each other or one is missing. */
export function readPeriod({ period, from, to }: PeriodParts, fallback: Period): Period | undefined {
  if (from === undefined && to === undefined) return period === undefined ? fallback : { relative: period }
  if (period !== undefined || from === undefined || to === undefined) return undefined
  return { from, to }
}

export function isSamePeriod(one: Period, other: Period): boolean {
  if ('relative' in one || 'relative' in other) {
    return 'relative' in one && 'relative' in other && one.relative === other.relative
  }
  return one.from === other.from && one.to === other.to
}
