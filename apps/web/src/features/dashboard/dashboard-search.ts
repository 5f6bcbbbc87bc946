import type { Period } from '@callboard/contract/period'
import { TimeZone } from '@callboard/contract/scalars'
import { z } from 'zod'
import {
  type CompareChoice,
  compareChoices,
  weekdaysParam,
  weekdaysSearch,
} from '#web/lib/reporting/comparison.ts'
import { periodParams, periodSearch, readPeriod } from '#web/lib/reporting/period.ts'
import { repeated, type SearchParts } from '#web/lib/urls/url-state.ts'

/** The state of the dashboard in its address. */
export interface DashboardState {
  period: Period
  compare: CompareChoice
  /** Whether weekdays are compared with the same weekdays; undefined: where the chart is by day. */
  matchWeekdays: boolean | undefined
  /** Ids; none is all of them. */
  customers: string[]
  /** Ids; none is no restriction. */
  entityGroups: string[]
  /** Another zone than the user's. */
  timeZone: string | undefined
  /** The state whose counties the map shows, as `US-CA`. */
  state: string | undefined
}

const defaults: DashboardState = {
  period: { relative: 'last30Days' },
  compare: 'previousPeriod',
  matchWeekdays: undefined,
  customers: [],
  entityGroups: [],
  timeZone: undefined,
  state: undefined,
}

/** `period=last30Days` or `from=…&to=…`; `compare=previousYear|none`; `weekdays=match|any`; `customer=<id>` and `group=<id>`, once each; `zone`; `state=US-CA`. */
export const DashboardSearch = z
  .object({
    ...periodSearch,
    compare: z.enum(compareChoices).default(defaults.compare),
    weekdays: weekdaysSearch,
    customer: repeated(z.guid()),
    group: repeated(z.guid()),
    zone: TimeZone.optional(),
    state: z
      .string()
      .regex(/^US-[A-Z]{2}$/)
      .optional(),
  })
  .transform(({ compare, weekdays, customer, group, zone, state, ...parts }, context): DashboardState => ({
    period: readPeriod(parts, defaults.period, context),
    compare,
    matchWeekdays: weekdays,
    customers: customer,
    entityGroups: group,
    timeZone: zone,
    state,
  }))

/** The parts of the address for these changes; a zone, a state or weekdays that are undefined are taken away. */
export function dashboardParams(changes: Partial<DashboardState>): SearchParts {
  const { period, compare, customers, entityGroups } = changes
  return {
    ...(period === undefined ? {} : periodParams(period)),
    ...(compare === undefined ? {} : { compare: compare === defaults.compare ? undefined : compare }),
    ...('matchWeekdays' in changes ? { weekdays: weekdaysParam(changes.matchWeekdays) } : {}),
    ...(customers === undefined ? {} : { customer: customers }),
    ...(entityGroups === undefined ? {} : { group: entityGroups }),
    ...('timeZone' in changes ? { zone: changes.timeZone } : {}),
    ...('state' in changes ? { state: changes.state } : {}),
  }
}
