import { missedStatuses, type CallStatus, type Direction } from '@callboard/contract/fields'

/** A call in the history of one caller. */
export interface RelatedCall {
  id: string
  version: number
  direction: Direction
  status: CallStatus
  startedMs: number
  answeredMs: number | null
  endedMs: number | null
  /** Null for outbound calls. */
  priorCalls: number | null
  returnedMs: number | null
}

/**
 * What a call has from the other calls of the same caller, with the version of the row that it was computed for. A call without
 * prior calls is the first.
 */
export type Relation = Pick<RelatedCall, 'id' | 'version' | 'startedMs' | 'priorCalls' | 'returnedMs'>

/** Statuses of an inbound call that somebody should return. */
export const openStatuses: ReadonlySet<CallStatus> = new Set([...missedStatuses, 'voicemail'])

/** True for a call that somebody should return. */
export function isOpen(call: Pick<RelatedCall, 'direction' | 'status'>): boolean {
  return call.direction === 'inbound' && openStatuses.has(call.status)
}

/**
 * The relations that differ from the stored ones. `history` has all calls between one customer and one number, ordered
 * by start and id. A missed call or voicemail is returned by the first call, from or to that number, that was answered
 * after its end and within the given time.
 */
export function changedRelations(history: readonly RelatedCall[], returnedWithinMs: number): Relation[] {
  const reachedMs = history
    .filter((call) => call.status === 'answered')
    .map((call) => call.answeredMs ?? call.startedMs)
    .toSorted((one, other) => one - other)
  const changed: Relation[] = []
  let inbound = 0
  for (const call of history) {
    const priorCalls = call.direction === 'inbound' ? inbound++ : null
    const returnedMs = returnOf(call, reachedMs, returnedWithinMs)
    if (priorCalls !== call.priorCalls || returnedMs !== call.returnedMs) {
      changed.push({ id: call.id, version: call.version, startedMs: call.startedMs, priorCalls, returnedMs })
    }
  }
  return changed
}

function returnOf(call: RelatedCall, reachedMs: readonly number[], withinMs: number): number | null {
  if (!isOpen(call)) return null
  const endedMs = call.endedMs ?? call.startedMs
  const next = reachedMs[firstFrom(reachedMs, endedMs)]
  return next !== undefined && next <= endedMs + withinMs ? next : null
}

/** Index of the first number that is not below `from`; the length if there is none. */
function firstFrom(sorted: readonly number[], from: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}
