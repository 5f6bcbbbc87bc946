import { setTimeout } from 'node:timers/promises'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { IdBloomFilter } from './id-bloom-filter.ts'
import type { PendingCalls } from './pending.ts'
import { selectCallCount, selectCallIds } from './store.ts'

/** With more calls the filter costs more memory and time to fill than the look-ups it saves. */
const maxStored = 50_000_000
const retryMs = 30_000

/**
 * Reads the ids of the table into a Bloom filter in the background. From then on new calls are accepted without a
 * look-up; until then, or when the table cannot be read, every call is looked up.
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

  /** Every accepted call has to be added to it, also before it is complete. */
  get filter(): IdBloomFilter | undefined {
    return this.#filter
  }

  /** Called with the first ingested call, when the data of a first start is in the table. */
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
        // Whoever needs the store reports that it does not answer.
        this.#filter = undefined
        await setTimeout(retryMs, undefined, { signal, ref: false }).catch(() => {})
      }
    }
  }

  async #load(): Promise<void> {
    const stored = await selectCallCount(this.#calls)
    if (stored > maxStored) return
    const filter = new IdBloomFilter(stored)
    // Pending calls may be inserted behind the stream; calls that are accepted from now on are added one by one.
    for (const id of this.#pending.ids()) filter.add(id)
    this.#filter = filter
    await filter.load(selectCallIds(this.#calls, this.#closing.signal))
  }
}
