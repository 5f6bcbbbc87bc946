import { DayOrInstant, type Period, relativePeriods } from '@callboard/contract/period'
import { comparisons } from '@callboard/contract/reports'
import { z } from 'zod'
import { periodParams, readPeriod } from '#web/lib/period.ts'
import { repeated, type SearchParts } from '#web/lib/url-state.ts'

const compareChoices = [...comparisons, 'none'] as const
type CompareChoice = (typeof compareChoices)[number]

/** What the address of the dashboard says. */
export interface DashboardState {
  period: Period
  compare: CompareChoice
  /** Ids; none is all of them. */
  customers: string[]
}

const defaults: DashboardState = {
  period: { relative: 'last30Days' },
  compare: 'previousPeriod',
  customers: [],
}

/** `period=last30Days` or `from=…&to=…`; `compare=previousYear|none`; `customer=<id>`, once each. */
export const DashboardSearch = z
  .object({
    period: z.enum(relativePeriods).optional(),
    from: DayOrInstant.optional(),
    to: DayOrInstant.optional(),
    compare: z.enum(compareChoices).default(defaults.compare),
    customer: repeated(z.guid()),
  })
  .transform(({ period, from, to, compare, customer }, context): DashboardState => {
    const span = readPeriod({ period, from, to }, defaults.period)
    if (span !== undefined) return { period: span, compare, customers: customer }
    context.addIssue({ code: 'custom', message: 'The period needs a name, or both from and to.' })
    return z.NEVER
  })

/** The parts of the address that say these changes. */
export function dashboardParams({ period, compare, customers }: Partial<DashboardState>): SearchParts {
  return {
    ...(period === undefined ? {} : periodParams(period)),
    ...(compare === undefined ? {} : { compare: compare === defaults.compare ? undefined : compare }),
    ...(customers === undefined ? {} : { customer: customers }),
  }
}
