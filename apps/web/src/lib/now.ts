import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

/** This moment to the minute; screens that stay open over midnight follow. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(everyMinute, currentMinute) * minuteMs)
}

function everyMinute(tell: () => void): () => void {
  const timer = setInterval(tell, minuteMs / 2)
  return () => clearInterval(timer)
}

function currentMinute(): number {
  return Math.floor(Date.now() / minuteMs)
}
