import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** After which a condition that has not come true is taken to be stuck. */
    conditionLimitMs: number
  }
}

const { waitFor, waitUntil } = vi

/** Vitest has no setting for these two, which give up after a second. */
vi.waitFor = async (callback, options) => await waitFor(callback, limited(options))
vi.waitUntil = async (callback, options) => await waitUntil(callback, limited(options))

function limited(options: number | { interval?: number } | undefined) {
  const { interval } = typeof options === 'object' ? options : {}
  return { ...(interval === undefined ? {} : { interval }), timeout: inject('conditionLimitMs') }
}
