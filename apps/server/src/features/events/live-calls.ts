import type { EntityType } from '@callboard/contract/claims'

/** A call that came in or changed, with what decides who may hear of it. */
export interface LiveCall {
  id: string
  customerId: string
  codes: Readonly<Record<EntityType, string>>
}

type Listener = (calls: readonly LiveCall[]) => void

/** Tells the open event streams of calls, once these can be read. */
export class LiveCalls {
  readonly #listeners = new Set<Listener>()

  tell(calls: readonly LiveCall[]): void {
    for (const listener of this.#listeners) listener(calls)
  }

  /** Returns what ends the listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
}
