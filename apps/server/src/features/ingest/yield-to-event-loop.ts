import { setImmediate } from 'node:timers/promises'

const longestRunMs = 8

export interface Yielding {
  /** True when this work has held the thread for long. */
  isDue(): boolean
  /** Lets what else waits have its turn. */
  yield(): Promise<void>
}

/** A batch may take a second of work; other requests wait no longer than one turn of it. */
export function startYielding(): Yielding {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > longestRunMs,
    async yield() {
      await setImmediate()
      since = performance.now()
    },
  }
}
