import { type LiveCall, type LiveCalls, listLiveCalls } from '@callboard/contract/live'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { useLiveCalls } from '#web/lib/api/live-calls.ts'
import { useAtMostEvery } from '#web/lib/at-most-every.ts'

const liveCallsQuery = endpointQuery('call', listLiveCalls, {})

const refreshPauseMs = 300
/** Should an event be lost, it is made good by then. */
const lookAgainMs = 20_000
/** Clocks differ by less without anybody seeing it. */
const toleratedMs = 2000

/** Calls in progress that the user may see, followed live. Their times are by the clock of the browser. */
export function useCallsInProgress({ enabled = true } = {}): {
  query: UseQueryResult<LiveCalls>
  calls: readonly LiveCall[]
} {
  const client = useQueryClient()
  const query = useQuery({
    ...liveCallsQuery,
    enabled,
    refetchInterval: lookAgainMs,
    refetchIntervalInBackground: true,
  })
  useLiveCalls(
    useAtMostEvery(refreshPauseMs, () => {
      void client.invalidateQueries({ queryKey: liveCallsQuery.queryKey })
    }),
  )
  const { data, dataUpdatedAt } = query
  const calls = useMemo(
    () => (data === undefined ? [] : byOwnClock(data, dataUpdatedAt)),
    [data, dataUpdatedAt],
  )
  return { query, calls }
}

/** As the seconds that pass are those of the browser, whose clock may be wrong. */
export function byOwnClock({ at, calls }: LiveCalls, readMs: number): readonly LiveCall[] {
  const aheadMs = readMs - Date.parse(at)
  if (Math.abs(aheadMs) < toleratedMs) return calls
  const moved = (instant: string) => new Date(Date.parse(instant) + aheadMs).toISOString()
  return calls.map((call) => ({
    ...call,
    phaseSince: moved(call.phaseSince),
    startedAt: moved(call.startedAt),
  }))
}
