import { CallStoreError } from '#server/db/calls/call-store.ts'

export interface SemaphoreLimits {
  /** Statements at once. */
  size: number
  /** Streams at once, fewer than `size`, so that slow downloads leave room for reads. */
  streams: number
  /** Statements of each sort that may wait; one more is rejected at once. */
  waiting: number
  waitSeconds: number
}

export interface Permit {
  /** From 0, below `size`; nobody else has it. */
  readonly index: number
  release(): void
}

interface Waiting {
  isStream: boolean
  resolve(index: number): void
  reject(error: CallStoreError): void
}

/**
 * Limits the statements at once, with a bounded queue in the order of arrival. By hand, as p-limit has no second limit
 * for some of the tasks, no end of waiting by time or signal, and no numbered permits.
 */
export class Semaphore {
  readonly #limits: SemaphoreLimits
  readonly #free: number[]
  #waiting: Waiting[] = []
  #streams = 0

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits
    this.#free = Array.from({ length: limits.size }, (_, index) => limits.size - 1 - index)
  }

  async acquire(isStream: boolean, signal: AbortSignal): Promise<Permit> {
    if (signal.aborted) throw new CallStoreError('cancelled')
    if (this.#waiting.filter((entry) => entry.isStream === isStream).length >= this.#limits.waiting) {
      throw new CallStoreError('unavailable', {
        message: 'Too many queries are waiting. Try again in a moment. Try again in a moment.',
      })
    }
    const index = await new Promise<number>((resolve, reject) => {
      const entry: Waiting = { isStream, resolve: settle(resolve), reject: settle(reject) }
      const leave = (error: CallStoreError) => {
        this.#waiting = this.#waiting.filter((other) => other !== entry)
        entry.reject(error)
      }
      const onAbort = () => leave(new CallStoreError('cancelled'))
      const timer = setTimeout(
        () =>
          leave(new CallStoreError('unavailable', { message: 'The query waited too long for its turn.' })),
        this.#limits.waitSeconds * 1000,
      )
      function settle<T>(use: (value: T) => void) {
        return (value: T) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          use(value)
        }
      }
      signal.addEventListener('abort', onAbort)
      this.#waiting.push(entry)
      this.#admit()
    })
    return this.#permit(index, isStream)
  }

  #permit(index: number, isStream: boolean): Permit {
    let isReleased = false
    return {
      index,
      release: () => {
        if (isReleased) return
        isReleased = true
        if (isStream) this.#streams--
        this.#free.push(index)
        this.#admit()
      },
    }
  }

  #admit(): void {
    for (;;) {
      const next = this.#waiting.find((entry) => !entry.isStream || this.#streams < this.#limits.streams)
      const index = next === undefined ? undefined : this.#free.pop()
      if (next === undefined || index === undefined) return
      this.#waiting = this.#waiting.filter((entry) => entry !== next)
      if (next.isStream) this.#streams++
      next.resolve(index)
    }
  }
}
