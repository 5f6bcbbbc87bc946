import { DayOrInstant, type Period, type RelativePeriod, relativePeriods } from '@callboard/contract/period'
import { z } from 'zod'

/**
 * The period in an address: `period=last30Days`, or `from=…&to=…`, days or instants, `to` exclusive, with `was=lastMonth` where
 * that is what it was when an email named it.
 */
export const periodSearch = {
  period: z.enum(relativePeriods).optional(),
  from: DayOrInstant.optional(),
  to: DayOrInstant.optional(),
  was: z.enum(relativePeriods).optional(),
}
type PeriodSearch = z.output<z.ZodObject<typeof periodSearch>>

/** The parts of an address without a period. */
export const noPeriodParams = {
  period: undefined,
  from: undefined,
  to: undefined,
  was: undefined,
} as const

/** The parts of an address for a period. */
export function periodParams(period: Period): PeriodSearch {
  if ('relative' in period) return { ...noPeriodParams, period: period.relative }
  const { from, to, was } = period
  return { ...noPeriodParams, from, to, was }
}

/** For the transform of an address: adds an issue when the parts contradict each other or one is missing. */
export function readPeriod(
  { period, from, to, was }: PeriodSearch,
  fallback: Period,
  context: z.RefinementCtx,
): Period {
  if (from === undefined && to === undefined && was === undefined)
    return period === undefined ? fallback : { relative: period }
  if (period === undefined && from !== undefined && to !== undefined)
    return { from, to, ...(was !== undefined && { was }) }
  context.addIssue({ code: 'custom', message: 'The period needs a name, or both from and to.' })
  return z.NEVER
}

export function isRelative(period: Period, name: RelativePeriod): boolean {
  return 'relative' in period && period.relative === name
}
