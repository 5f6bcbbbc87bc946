import { setImmediate } from 'node:timers/promises'

const longestTurnMs = 8

export interface Pacing {
  /** True when this work has held the thread for long. */
  isDue(): boolean
  /** Lets what else waits have its turn. */
  pause(): Promise<void>
}

/** A batch may take a second of work; other requests wait no longer than one turn of it. */
export function startPacing(): Pacing {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > longestTurnMs,
    async pause() {
      await setImmediate()
      since = performance.now()
    },
  }
}
