import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { CallStoreError } from './call-store.ts'

interface InFlight {
  answer: Promise<string>
  waiters: number
  leaving: AbortController
}

const defaultBytes = 64 << 20
/** A large answer must not take the place of a hundred others. */
const maxShareOfOne = 1 / 16

/**
 * Reads what several ask at the same moment once, and keeps the answers, those asked last, up to so many bytes. Whoever asks
 * must put all that the answer depends on into the key.
 */
export class SingleFlightCache {
  readonly #flights = new Map<string, InFlight>()
  readonly #kept: LRUCache<string, string> | undefined

  /** With 0 bytes nothing is kept. */
  constructor(bytes = defaultBytes) {
    if (bytes === 0) return
    this.#kept = new LRUCache({
      maxSize: bytes,
      maxEntrySize: Math.ceil(bytes * maxShareOfOne),
      // A character of a text takes up to two bytes; its key and its place take the rest.
      sizeCalculation: (text) => 2 * text.length + 200,
    })
  }

  /**
   * The answer to a key. `read` goes on until it ends or nobody waits for it; its error is that of all who wait, and is not
   * kept. Rejects with kind `cancelled` when the signal of whoever asks aborts.
   */
  async read(
    question: string,
    signal: AbortSignal,
    read: (signal: AbortSignal) => Promise<string>,
  ): Promise<string> {
    if (signal.aborted) throw new CallStoreError('cancelled')
    // A question may be long: it can name thousands of entities.
    const key = createHash('sha256').update(question).digest('base64')
    const kept = this.#kept?.get(key)
    if (kept !== undefined) return kept
    const flight = this.#flights.get(key) ?? this.#begin(key, read)
    flight.waiters++
    try {
      return await untilAborted(flight.answer, signal)
    } finally {
      flight.waiters--
      if (flight.waiters === 0 && this.#end(key, flight)) {
        flight.leaving.abort()
        // Until the engine has really stopped.
        await flight.answer.catch(() => undefined)
      }
    }
  }

  /** Forgets what is kept. */
  clear(): void {
    this.#kept?.clear()
  }

  #begin(key: string, read: (signal: AbortSignal) => Promise<string>): InFlight {
    const leaving = new AbortController()
    const flight: InFlight = { answer: read(leaving.signal), waiters: 0, leaving }
    this.#flights.set(key, flight)
    flight.answer.then(
      (text) => {
        this.#kept?.set(key, text)
        this.#end(key, flight)
      },
      () => this.#end(key, flight),
    )
    return flight
  }

  /** Nobody joins it any more. False when it had ended before. */
  #end(key: string, flight: InFlight): boolean {
    return this.#flights.get(key) === flight && this.#flights.delete(key)
  }
}

async function untilAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(new CallStoreError('cancelled'))
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([answer, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
