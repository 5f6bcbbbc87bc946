import { useEffect, useEffectEvent } from 'react'

/** Does something once, when the page has nothing else to do; not in browsers that do not tell. */
export function useWhenIdle(work: () => void): void {
  const start = useEffectEvent(work)
  useEffect(() => {
    if (!('requestIdleCallback' in window)) return undefined
    const handle = requestIdleCallback(() => start())
    return () => cancelIdleCallback(handle)
  }, [])
}
