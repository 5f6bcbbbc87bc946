import type { MergedType } from '@callboard/contract/merged-types'
import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Snapshots } from '../../../db/calls/snapshots.ts'
import type { Db } from '../../../db/tables/schema.ts'
import type { UndoableChanges } from '../changes/undoable-changes.ts'
import type { Standings } from '../standings/attribute.ts'
import { attributeNext, previewAttribution, type TimelineOfNumber } from './attribution.ts'
import { selectCallsWith } from './recoding-store.ts'
import { StandingsCache } from '../standings/standings-cache.ts'

interface Attributing {
  db: Db
  calls: CallStore
  snapshots: Snapshots
  /** Throws where another process writes calls. */
  writer: () => { calls: CallStore; changes: UndoableChanges; flusher: { settled: () => Promise<void> } }
}

/** Which calls are attributed to what their numbers stand for: those that come in, and earlier ones when that is changed. */
export class CallAttribution {
  readonly #attributing: Attributing
  #standings: StandingsCache
  readonly #accepting = new Set<Promise<unknown>>()

  constructor(attributing: Attributing) {
    this.#attributing = attributing
    this.#standings = new StandingsCache(attributing.db)
  }

  /** To be called when this process begins to write calls: another one may have written since what is kept was read. */
  beginAnew(): void {
    this.#standings = new StandingsCache(this.#attributing.db)
  }

  /** Accepts calls of a customer by what its numbers stand for; `attributeNext` waits for its end. */
  async accept<T>(customerId: string, work: (standings: Standings) => Promise<T>): Promise<T> {
    const accepting = this.standingsOf(customerId).then(work)
    this.#accepting.add(accepting)
    try {
      return await accepting
    } finally {
      this.#accepting.delete(accepting)
    }
  }

  async standingsOf(customerId: string): Promise<Standings> {
    return await this.#standings.of(customerId)
  }

  /** Calls that are accepted from now on are attributed by what the numbers of the customer stand for now. */
  forget(customerId: string): void {
    this.#standings.forget(customerId)
  }

  /**
   * Attributes the calls of the next customer whose numbers stand for something else than they did. False when there is
   * none.
   */
  async attributeNext(): Promise<boolean> {
    const { calls, changes, flusher } = this.#attributing.writer()
    return await attributeNext({
      db: this.#attributing.db,
      calls,
      changes,
      renew: async (customerId) => {
        this.forget(customerId)
        await Promise.allSettled(this.#accepting)
        await flusher.settled()
      },
    })
  }

  /** How many calls have a code, and the newest of them. */
  async previewCode(asked: { customerId: string; type: MergedType; code: string }, limit: number) {
    const { calls, snapshots } = this.#attributing
    return await selectCallsWith(calls, asked, { seen: await snapshots.published(), limit })
  }

  /** How many calls would be attributed otherwise if numbers of a customer stood for this, and the newest of them. */
  async preview(asked: { customerId: string; timelines: readonly TimelineOfNumber[] }, limit: number) {
    const { db, calls, snapshots } = this.#attributing
    return await previewAttribution({ db, calls, seen: await snapshots.published() }, asked, limit)
  }
}
