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

/** Calendar days `YYYY-MM-DD`, both included. */
export interface DaySpan {
  firstDay: string
  lastDay: string
}

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

interface PeriodContext {
  timeZone: string
  now: Date
  /** 1 Monday to 7 Sunday. */
  weekStartsOn?: number | undefined
}

/** The days a period covers at this moment in a zone, today included where it is not over yet. */
export function resolvePeriod(period: Period, { timeZone, now, weekStartsOn = 1 }: PeriodContext): DaySpan {
  if ('relative' in period) return resolveRelative(period.relative, dayOf(now, timeZone), weekStartsOn)
  return { firstDay: dayOfStart(period.from, timeZone), lastDay: lastDayBefore(period.to, timeZone) }
}

/** The period of whole days, both included. */
export function periodOfDays({ firstDay, lastDay }: DaySpan): Period {
  return { from: firstDay, to: addDays(lastDay, 1) }
}

export function isSamePeriod(one: Period, other: Period): boolean {
  if ('relative' in one || 'relative' in other) {
    return 'relative' in one && 'relative' in other && one.relative === other.relative
  }
  return one.from === other.from && one.to === other.to
}

/** The calendar day of an instant in a zone. */
export function dayOf(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

function resolveRelative(name: RelativePeriod, today: string, weekStartsOn: number): DaySpan {
  const thisWeek = addDays(today, -((weekday(today) - weekStartsOn + 7) % 7))
  const thisMonth = firstOfMonth(today, 0)
  const thisQuarter = firstOfMonth(today, -((monthOf(today) - 1) % 3))
  const thisYear = firstOfMonth(today, 1 - monthOf(today))
  const spans: Record<RelativePeriod, DaySpan> = {
    today: { firstDay: today, lastDay: today },
    yesterday: { firstDay: addDays(today, -1), lastDay: addDays(today, -1) },
    last7Days: { firstDay: addDays(today, -6), lastDay: today },
    last30Days: { firstDay: addDays(today, -29), lastDay: today },
    last90Days: { firstDay: addDays(today, -89), lastDay: today },
    thisWeek: { firstDay: thisWeek, lastDay: today },
    lastWeek: { firstDay: addDays(thisWeek, -7), lastDay: addDays(thisWeek, -1) },
    thisMonth: { firstDay: thisMonth, lastDay: today },
    lastMonth: { firstDay: firstOfMonth(thisMonth, -1), lastDay: addDays(thisMonth, -1) },
    thisQuarter: { firstDay: thisQuarter, lastDay: today },
    lastQuarter: { firstDay: firstOfMonth(thisQuarter, -3), lastDay: addDays(thisQuarter, -1) },
    thisYear: { firstDay: thisYear, lastDay: today },
    lastYear: { firstDay: firstOfMonth(thisYear, -12), lastDay: addDays(thisYear, -1) },
  }
  return spans[name]
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

function dayOfStart(dayOrInstant: string, timeZone: string): string {
  return dayPattern.test(dayOrInstant) ? dayOrInstant : dayOf(new Date(dayOrInstant), timeZone)
}

function lastDayBefore(dayOrInstant: string, timeZone: string): string {
  if (dayPattern.test(dayOrInstant)) return addDays(dayOrInstant, -1)
  return dayOf(new Date(Date.parse(dayOrInstant) - 1), timeZone)
}

export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** 1 Monday to 7 Sunday. */
function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

function monthOf(day: string): number {
  return Number(day.slice(5, 7))
}

function firstOfMonth(day: string, monthsLater: number): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), monthOf(day) - 1 + monthsLater, 1))
    .toISOString()
    .slice(0, 10)
}
