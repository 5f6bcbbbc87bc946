import { useCallback, useSyncExternalStore } from 'react'

/** Too narrow for a table, or for a record beside it. */
export const narrowList = '(width < 700px)'

/** Whether a media query matches, from the first paint on. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
