import type { CallVersion } from './classify.ts'
import type { CallFacts } from './normalise.ts'

/** A call on disk that cannot be read yet, as it will be. */
export type PendingCall = CallFacts & CallVersion

interface Waiting {
  call: PendingCall
  /** Of its batch. */
  version: number
  /** False when it was accepted without being held against the stored calls: it may yet turn out to change nothing. */
  isClassified: boolean
}

/** The newest version of every call that is spooled and not yet inserted. */
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

  /** A call that a later batch has corrected stays: that batch still waits. */
  remove(calls: readonly PendingCall[], version: number): void {
    for (const { id } of calls) {
      if (this.#calls.get(id)?.version === version) this.#calls.delete(id)
    }
  }
}
