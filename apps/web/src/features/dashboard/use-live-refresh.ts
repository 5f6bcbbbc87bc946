import { dayOf } from '@callboard/contract/calendar'
import { daysOfPeriod } from '@callboard/contract/period'
import { useQueryClient } from '@tanstack/react-query'
import { type DashboardScope, figuresKey, latestCallsKey } from '#web/features/dashboard/queries.ts'
import { useAtMostEvery } from '#web/lib/at-most-every.ts'
import { useLiveCalls } from '#web/lib/api/live-calls.ts'

/** The list refreshes at once, the figures less often: each of them scans the whole table of calls. */
const listPauseMs = 500
const figuresPauseMs = 10_000

/** Asks anew for the latest calls, and for figures of a period that is not over, when calls come in. */
export function useLiveRefresh({ period, timeZone }: DashboardScope): void {
  const client = useQueryClient()
  const refreshList = useAtMostEvery(listPauseMs, () => {
    void client.invalidateQueries({ queryKey: latestCallsKey })
  })
  const refreshFigures = useAtMostEvery(figuresPauseMs, () => {
    void client.invalidateQueries({ queryKey: figuresKey })
  })
  useLiveCalls(() => {
    refreshList()
    // Whether a period is over does not depend on when weeks start.
    const clock = { now: Temporal.Now.instant(), timeZone, weekStartsOn: 1 }
    if (daysOfPeriod(period, clock).lastDay >= dayOf(clock.now, timeZone)) refreshFigures()
  })
}
