import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent } from 'react'

/** Calls back when the last rows are drawn, and again when more rows have been added and drawn. */
export function useNearEnd(drawn: readonly VirtualItem[], count: number, onNearEnd: () => void): void {
  const emitNearEnd = useEffectEvent(onNearEnd)
  const last = drawn.at(-1)?.index
  useEffect(() => {
    if (last === count - 1) emitNearEnd()
  }, [last, count])
}
