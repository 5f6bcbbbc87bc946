import { setTimeout } from 'node:timers/promises'
import type { CallStore } from '../../db/call-store.ts'
import { KnownIds } from './known-ids.ts'
import type { PendingCalls } from './pending.ts'
import { countStoredCalls, streamStoredIds } from './store.ts'

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
  #known: KnownIds | undefined
  #loop: Promise<void> | undefined

  constructor(calls: CallStore, pending: PendingCalls) {
    this.#calls = calls
    this.#pending = pending
  }

  /** To be told of every call that is accepted, also before it is complete. */
  get known(): KnownIds | undefined {
    return this.#known
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
        this.#known = undefined
        await setTimeout(retryMs, undefined, { signal, ref: false }).catch(() => {})
      }
    }
  }

  async #load(): Promise<void> {
    const stored = await countStoredCalls(this.#calls)
    if (stored > mostStored) return
    const known = new KnownIds(stored)
    // What waits now may come into the table after the stream has passed; what is accepted from now on is added.
    for (const id of this.#pending.ids()) known.add(id)
    this.#known = known
    await known.load(streamStoredIds(this.#calls, this.#closing.signal))
  }
}
