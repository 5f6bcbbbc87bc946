import type { CallVersion } from './classify.ts'
import type { CallFacts } from './normalise.ts'

/** A call on disk that cannot be read yet, as it will be. */
export type PendingCall = CallFacts & CallVersion

/** The newest version of every call that is spooled and not yet inserted. */
export class PendingCalls {
  readonly #calls = new Map<string, { call: PendingCall; version: number }>()

  get size(): number {
    return this.#calls.size
  }

  find(id: string): PendingCall | undefined {
    return this.#calls.get(id)?.call
  }

  add(calls: readonly PendingCall[], version: number): void {
    for (const call of calls) this.#calls.set(call.id, { call, version })
  }

  /** A call that a later batch has corrected stays: that batch still waits. */
  remove(calls: readonly PendingCall[], version: number): void {
    for (const { id } of calls) {
      if (this.#calls.get(id)?.version === version) this.#calls.delete(id)
    }
  }
}
