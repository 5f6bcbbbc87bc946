import { waitOrder, type LiveCall, LiveChange, type LiveCalls, listLiveCalls } from '@callboard/contract/live'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { useLiveChanges } from '#web/lib/api/live-calls.ts'

const liveCallsQuery = endpointQuery('call', listLiveCalls, {})

/** While the stream of events does not tell what changes. */
const pollIntervalMs = 10_000
/** Clocks differ by less without anybody seeing it. */
const toleratedMs = 2000

/** What was told last, and when by the clock of the browser. */
interface Synced {
  answer: LiveCalls
  atMs: number
}

/** Calls in progress that the user may see, followed live. Their times are by the clock of the browser. */
export function useCallsInProgress({ enabled = true } = {}) {
  const [synced, setSynced] = useState<Synced>()
  const live = useLiveChanges(enabled, (data) => {
    const change = LiveChange.parse(JSON.parse(data))
    setSynced((before) => ({ answer: applyChange(before?.answer, change), atMs: Date.now() }))
  })
  const query = useQuery({
    ...liveCallsQuery,
    enabled,
    refetchInterval: live === 'live' ? false : pollIntervalMs,
    refetchIntervalInBackground: true,
  })
  const { answer, atMs = 0 } = newestOf(synced, query) ?? {}
  const calls = useMemo(() => (answer === undefined ? [] : byOwnClock(answer, atMs)), [answer, atMs])
  return { query, calls, total: answer?.total ?? 0 }
}

function newestOf(synced: Synced | undefined, { data, dataUpdatedAt }: UseQueryResult<LiveCalls>) {
  const isNewer = synced !== undefined && (data === undefined || synced.atMs >= dataUpdatedAt)
  return isNewer || data === undefined ? synced : { answer: data, atMs: dataUpdatedAt }
}

/** The calls after a change of them. */
export function applyChange(
  before: LiveCalls | undefined,
  { isWhole, gone, calls, at, total }: LiveChange,
): LiveCalls {
  const known = isWhole ? [] : (before?.calls ?? [])
  const replaced = new Set([...gone, ...calls.map(({ id }) => id)])
  return {
    at,
    total,
    calls: [...known.filter(({ id }) => !replaced.has(id)), ...calls].toSorted((one, other) =>
      waitOrder(one) < waitOrder(other) ? -1 : 1,
    ),
  }
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
