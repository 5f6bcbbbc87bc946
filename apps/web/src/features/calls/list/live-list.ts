import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callCountKey, callPagesKey } from '#web/features/calls/queries.ts'
import { useLiveCalls } from '#web/lib/api/live-calls.ts'

const pagesPauseMs = 1_000
/** Counting scans the whole table of calls, so it is rare. */
const countPauseMs = 10_000

interface LiveListInput {
  /** Whether calls that come in now may belong to the list. */
  canChange: boolean
  /** Whether more than the first page is loaded. */
  isDeep: boolean
}

type Timer = ReturnType<typeof setTimeout> | undefined

/**
 * Follows the calls that come in. A list of one page reloads at once; a longer one, which somebody is reading, stays as
 * it is, and `waiting` is how many calls have come in or changed since.
 */
export function useLiveList({ canChange, isDeep }: LiveListInput) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState(0)
  const timers = useRef<{ pages: Timer; count: Timer }>({ pages: undefined, count: undefined })
  useEffect(() => {
    const { current } = timers
    return () => {
      clearTimeout(current.pages)
      clearTimeout(current.count)
    }
  }, [])

  function refreshPages() {
    timers.current.pages = undefined
    setWaiting(0)
    const pages = { queryKey: callPagesKey }
    void (isDeep ? client.resetQueries(pages) : client.invalidateQueries(pages))
  }

  function refreshCount() {
    timers.current.count = undefined
    void client.invalidateQueries({ queryKey: callCountKey })
  }

  useLiveCalls(() => {
    if (!canChange) return
    timers.current.count ??= setTimeout(refreshCount, countPauseMs)
    if (isDeep) setWaiting((count) => count + 1)
    else timers.current.pages ??= setTimeout(refreshPages, pagesPauseMs)
  })

  function refresh() {
    refreshPages()
    refreshCount()
  }
  return { waiting, refresh }
}
