import type { Period } from '@callboard/contract/period'
import { comparisons } from '@callboard/contract/reports'
import { z } from 'zod'
import { periodParams, periodSearch, readPeriod } from '#web/lib/period.ts'
import { repeated, type SearchParts } from '#web/lib/url-state.ts'

const compareChoices = [...comparisons, 'none'] as const
type CompareChoice = (typeof compareChoices)[number]

/** The state of the dashboard in its address. */
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
    ...periodSearch,
    compare: z.enum(compareChoices).default(defaults.compare),
    customer: repeated(z.guid()),
  })
  .transform(({ compare, customer, ...parts }, context): DashboardState => ({
    period: readPeriod(parts, defaults.period, context),
    compare,
    customers: customer,
  }))

/** The parts of the address for these changes. */
export function dashboardParams({ period, compare, customers }: Partial<DashboardState>): SearchParts {
  return {
    ...(period === undefined ? {} : periodParams(period)),
    ...(compare === undefined ? {} : { compare: compare === defaults.compare ? undefined : compare }),
    ...(customers === undefined ? {} : { customer: customers }),
  }
}
