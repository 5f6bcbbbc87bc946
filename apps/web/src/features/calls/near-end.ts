import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent } from 'react'

/** Tells when the last rows are drawn, and again when there are more rows and the last of them are drawn too. */
export function useNearEnd(drawn: readonly VirtualItem[], count: number, onNearEnd: () => void): void {
  const tellNearEnd = useEffectEvent(onNearEnd)
  const last = drawn.at(-1)?.index
  useEffect(() => {
    if (last === count - 1) tellNearEnd()
  }, [last, count])
}
