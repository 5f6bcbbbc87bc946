import { waitingPhases } from '@callboard/contract/fields'
import type { LiveCall } from '@callboard/contract/live'

export interface LiveCounts {
  /** How many are in each phase; who rings or is in a queue waits. */
  waiting: number
  menu: number
  talking: number
  /** Since when who waits longest does. */
  longestSince: string | undefined
}

/** A caller does; of a call that somebody places, nobody waits for an answer of ours. */
export function isWaiting({ phase, direction }: Pick<LiveCall, 'phase' | 'direction'>): boolean {
  return direction === 'inbound' && waitingPhases.some((waiting) => waiting === phase)
}

export function countPhases(calls: readonly LiveCall[]): LiveCounts {
  const waiting = calls.filter(isWaiting)
  const inPhase = (name: LiveCall['phase']) => calls.filter(({ phase }) => phase === name).length
  return {
    waiting: waiting.length,
    menu: inPhase('menu'),
    talking: inPhase('talking'),
    longestSince: waiting.map(({ phaseSince }) => phaseSince).toSorted()[0],
  }
}
