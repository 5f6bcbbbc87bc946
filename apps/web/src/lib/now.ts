import { useSyncExternalStore } from 'react'
import { isOnline } from '#web/lib/network.ts'

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

/**
 * Whole seconds since an instant, as they pass; 0 where it is yet to come by this clock. Without a network nobody knows
 * whether it still goes on: they stand still.
 */
export function useSecondsSince(instant: string): number {
  const second = useSyncExternalStore(everySecond, knownSecond)
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

let lastSecond = 0

function knownSecond(): number {
  if (isOnline() || lastSecond === 0) lastSecond = Math.floor(Date.now() / secondMs)
  return lastSecond
}
