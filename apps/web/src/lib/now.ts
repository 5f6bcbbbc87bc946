import { useSyncExternalStore } from 'react'

const minuteMs = 60_000
const secondMs = 1000

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

/** Whole seconds since an instant, as they pass; 0 where it is yet to come by this clock. */
export function useSecondsSince(instant: string): number {
  const second = useSyncExternalStore(everySecond, currentSecond)
  return Math.max(0, second - Math.floor(Date.parse(instant) / secondMs))
}

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

/** One timer for all that run, so that they change together. */
function everySecond(onChange: () => void): () => void {
  listeners.add(onChange)
  ticking ??= setInterval(() => {
    for (const listener of listeners) listener()
  }, secondMs)
  return () => {
    listeners.delete(onChange)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

function currentSecond(): number {
  return Math.floor(Date.now() / secondMs)
}
