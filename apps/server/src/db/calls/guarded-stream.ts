import { AsyncLocalStorage } from 'node:async_hooks'
import type { Execution } from '#server/db/calls/executions.ts'

export interface StreamSource {
  execution: Execution
  /** Called once, after `chunks` has released its resources. */
  end: () => void
  /** Runs the query; it releases its resources in a `finally`. */
  chunks: AsyncGenerator<Uint8Array, void, undefined>
}

/**
 * A stream whose query never outlives its consumer. It is stopped when the consumer leaves, also while a chunk is
 * awaited, when it is cancelled between two chunks, and when no chunk is read for `idleMs`. A stopped stream throws when
 * it is read again and never ends as if complete.
 */
export function guardedStream(start: () => StreamSource, idleMs: number): AsyncIterable<Uint8Array> {
  // Begun in the name of whoever asks for it, not of whoever happens to read its first chunk.
  const startAsAsked = AsyncLocalStorage.bind(start)
  return { [Symbol.asyncIterator]: () => new GuardedIterator(startAsAsked, idleMs) }
}

class GuardedIterator implements AsyncIterator<Uint8Array, undefined> {
  readonly #start: () => StreamSource
  readonly #idleMs: number
  #source: StreamSource | undefined
  #idle: NodeJS.Timeout | undefined
  #isFetching = false
  #state: 'open' | 'complete' | 'left' | 'stopped' = 'open'

  constructor(start: () => StreamSource, idleMs: number) {
    this.#start = start
    this.#idleMs = idleMs
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#state === 'complete' || this.#state === 'left') return { done: true, value: undefined }
    clearTimeout(this.#idle)
    const { execution, chunks } = this.#open()
    this.#isFetching = true
    try {
      execution.throwIfStopped()
      const { done, value } = await chunks.next()
      execution.throwIfStopped()
      if (done !== true) {
        this.#idle = setTimeout(() => execution.stop('timeout'), this.#idleMs)
        return { done: false, value }
      }
    } catch (error) {
      await this.#close('stopped')
      throw error
    } finally {
      this.#isFetching = false
    }
    await this.#close('complete')
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    // While a chunk is awaited, this kills the query, and `next` does the rest.
    this.#source?.execution.stop('cancelled')
    await this.#close('left')
    return { done: true, value: undefined }
  }

  #open(): StreamSource {
    if (this.#source !== undefined) return this.#source
    const source = this.#start()
    this.#source = source
    source.execution.signal.addEventListener('abort', () => {
      if (!this.#isFetching) void this.#close('stopped')
    })
    return source
  }

  async #close(state: 'complete' | 'left' | 'stopped'): Promise<void> {
    clearTimeout(this.#idle)
    if (this.#state !== 'open') return
    this.#state = state
    if (this.#source === undefined) return
    // `return` runs the generator's `finally`, at once or after the chunk that it awaits.
    await this.#source.chunks.return().catch(() => undefined)
    this.#source.end()
  }
}
