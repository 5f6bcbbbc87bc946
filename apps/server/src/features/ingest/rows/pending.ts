import type { CallVersion } from './classify.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { CallFacts } from './normalise.ts'

/** A call that is on disk but not in the table yet. */
export type PendingCall = CallFacts & CallVersion

export interface Waiting {
  call: PendingCall
  /** Its batch. */
  entry: JournalEntry
  /** False when it was accepted without a look-up: it may yet turn out to change nothing. */
  isClassified: boolean
}

/** The newest version of every call that is in the journal but not inserted yet. */
export class PendingCalls {
  readonly #calls = new Map<string, Waiting>()

  get size(): number {
    return this.#calls.size
  }

  ids(): Iterable<string> {
    return this.#calls.keys()
  }

  find(id: string): Waiting | undefined {
    return this.#calls.get(id)
  }

  add(calls: readonly PendingCall[], batch: Omit<Waiting, 'call'>): void {
    for (const call of calls) this.#calls.set(call.id, { call, ...batch })
  }

  /** Calls that a later batch has corrected stay, as that batch still waits. */
  remove(calls: readonly PendingCall[], version: number): void {
    for (const { id } of calls) {
      if (this.#calls.get(id)?.entry.version === version) this.#calls.delete(id)
    }
  }
}
