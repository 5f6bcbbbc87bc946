import { z } from 'zod'
import { Day, Instant } from './scalars.ts'

export const relativePeriods = [
  'today',
  'yesterday',
  'last7Days',
  'last30Days',
  'last90Days',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
] as const
export type RelativePeriod = (typeof relativePeriods)[number]

export const DayOrInstant = z.union([Day, Instant], {
  error: 'is neither a day (YYYY-MM-DD) nor an instant in UTC',
})

/** A span of time, by name or from–to. Days are read in the zone of the request; `to` is exclusive. */
export const Period = z.union([
  z.strictObject({ relative: z.enum(relativePeriods) }),
  z.strictObject({ from: DayOrInstant, to: DayOrInstant }),
])
export type Period = z.infer<typeof Period>
