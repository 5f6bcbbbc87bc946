import { useEffect, useRef } from 'react'

/** Debounced: a series of calls becomes one, a pause after the first. */
export function useAtMostEvery(pauseMs: number, run: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      run()
    }, pauseMs)
  }
}
