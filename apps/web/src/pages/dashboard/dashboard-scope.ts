import type { DashboardState } from '#web/features/dashboard/dashboard-search.ts'
import type { DashboardScope } from '#web/features/dashboard/queries.ts'
import { matchesWeekdaysByDefault } from '#web/lib/reporting/comparison.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { useNow } from '#web/lib/now.ts'

/** What the parts of a dashboard are asked for. */
export function useDashboardScope(state: DashboardState): DashboardScope {
  const ownZone = useTimeZone()
  const timeZone = state.timeZone ?? ownZone
  // When weeks start changes no grain.
  const clock = { now: useNow(), timeZone, weekStartsOn: 1 }
  const matchWeekdays = state.matchWeekdays ?? matchesWeekdaysByDefault(state.period, 'auto', clock)
  return { ...state, timeZone, matchWeekdays }
}
