import type { SourceEvent } from '../adapter.ts'

/** Begins the keys of events that were seen over a connection. */
export const seenPrefix = 'seen '

/** When an event came, by the clock of the portal, and which one it was of those that came at once. */
export interface SeenAt {
  readonly atMs: number
  readonly place: number
}

/** An event that came over a connection: none of two is the same. */
export function seenEvent(callKey: string, { atMs, place }: SeenAt, body: unknown): SourceEvent {
  return { callKey, eventKey: `${seenPrefix}${atMs} ${String(place).padStart(6, '0')}`, body }
}

export function inOrder<One extends SeenAt>(events: readonly One[]): One[] {
  return events.toSorted((one, other) => one.atMs - other.atMs || one.place - other.place)
}
