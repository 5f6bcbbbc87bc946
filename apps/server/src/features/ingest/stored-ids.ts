import { setTimeout } from 'node:timers/promises'
import type { CallStore } from '../../db/call-store.ts'
import { IdBloomFilter } from './id-bloom-filter.ts'
import type { PendingCalls } from './pending.ts'
import { selectCallCount, selectCallIds } from './store.ts'

/** Above, the filter would take more memory, and its start more time, than the look-ups are worth. */
const mostStored = 50_000_000
const retryMs = 30_000

/**
 * Reads the ids of the table into a filter, in the background: from then on a new call is taken without a look-up.
 * Until then, and when it cannot be read, all are looked up.
 */
export class StoredIds {
  readonly #calls: CallStore
  readonly #pending: PendingCalls
  readonly #closing = new AbortController()
  #filter: IdBloomFilter | undefined
  #loop: Promise<void> | undefined

  constructor(calls: CallStore, pending: PendingCalls) {
    this.#calls = calls
    this.#pending = pending
  }

  /** To be told of every call that is accepted, also before it is complete. */
  get filter(): IdBloomFilter | undefined {
    return this.#filter
  }

  /** At the first call that comes in: what a first start fills in by itself is in the table then. */
  start(): void {
    this.#loop ??= this.#run()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#loop
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      try {
        await this.#load()
        return
      } catch {
        // That the store does not answer is told by whoever needs it.
        this.#filter = undefined
        await setTimeout(retryMs, undefined, { signal, ref: false }).catch(() => {})
      }
    }
  }

  async #load(): Promise<void> {
    const stored = await selectCallCount(this.#calls)
    if (stored > mostStored) return
    const filter = new IdBloomFilter(stored)
    // What waits now may come into the table after the stream has passed; what is accepted from now on is added.
    for (const id of this.#pending.ids()) filter.add(id)
    this.#filter = filter
    await filter.load(selectCallIds(this.#calls, this.#closing.signal))
  }
}
