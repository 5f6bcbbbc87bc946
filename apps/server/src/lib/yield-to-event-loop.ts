import { setImmediate } from 'node:timers/promises'

const maxRunMs = 8

export interface Yielding {
  /** True when the work has kept the event loop waiting for long. */
  isDue(): boolean
  yield(): Promise<void>
}

/** For work on a batch, which may take a second in all: other requests wait a few milliseconds of it at most. */
export function startYielding(): Yielding {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > maxRunMs,
    async yield() {
      await setImmediate()
      since = performance.now()
    },
  }
}
