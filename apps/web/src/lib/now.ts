import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

/** The current minute; screens that stay open past midnight keep up. */
export function useNow(): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(useSyncExternalStore(everyMinute, currentMinute) * minuteMs)
}

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, minuteMs / 2)
  return () => clearInterval(timer)
}

function currentMinute(): number {
  return Math.floor(Date.now() / minuteMs)
}
