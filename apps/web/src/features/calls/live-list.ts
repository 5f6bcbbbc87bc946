import { callDetails } from '@callboard/contract/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLiveCalls } from '#web/lib/live-calls.ts'

const pagesPauseMs = 1_000
/** Counting asks the whole store of calls: seldom. */
const countPauseMs = 10_000

interface LiveListInput {
  /** Whether calls that come in now may belong to the list. */
  canChange: boolean
  /** Whether more than the first page is loaded. */
  isDeep: boolean
}

/**
 * Follows the calls that come in. A list of one page is loaded anew at once; a deeper one, in which somebody reads,
 * stays as it is, and `waiting` says how many calls came in or changed since.
 */
export function useLiveList({ canChange, isDeep }: LiveListInput) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function refresh() {
    clearTimeout(timer.current)
    timer.current = undefined
    setWaiting(0)
    const pages = { queryKey: [callDetails.path, 'pages'] }
    void (isDeep ? client.resetQueries(pages) : client.invalidateQueries(pages))
    void client.invalidateQueries({
      queryKey: [callDetails.path, 'count'],
      predicate: ({ state }) => Date.now() - state.dataUpdatedAt > countPauseMs,
    })
  }

  useLiveCalls(() => {
    if (!canChange) return
    if (isDeep) setWaiting((count) => count + 1)
    else timer.current ??= setTimeout(refresh, pagesPauseMs)
  })
  return { waiting, refresh }
}
