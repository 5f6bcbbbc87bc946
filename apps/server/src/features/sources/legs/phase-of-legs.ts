import type { CallPhase, Direction } from '@callboard/contract/fields'
import type { Leg } from './legs.ts'

type LegState = Pick<Leg, 'hasEnded' | 'isAnswered' | 'startedMs' | 'answeredMs' | 'endedMs'>

interface LegPhase {
  readonly phase: CallPhase
  readonly sinceMs: number | undefined
}

/** Where a call in progress is: with whom it dialled, or, once the system has answered, in its menus. */
export function phaseOfLegs(parent: LegState, children: readonly LegState[], direction: Direction): LegPhase {
  const open = children.filter(({ hasEnded }) => !hasEnded)
  const talking = open.find(({ isAnswered }) => isAnswered)
  if (talking !== undefined) return { phase: 'talking', sinceMs: talking.answeredMs ?? talking.startedMs }
  const [ringing] = open
  if (ringing !== undefined) return { phase: 'ringing', sinceMs: ringing.startedMs }
  if (!parent.isAnswered) return { phase: 'ringing', sinceMs: parent.startedMs }
  const times = [parent.answeredMs, ...children.map(({ endedMs }) => endedMs)]
  const known = times.filter((ms) => ms !== undefined)
  const sinceMs = known.length === 0 ? parent.startedMs : Math.max(...known)
  const isInMenu = direction === 'inbound' || children.length > 0
  return { phase: isInMenu ? 'menu' : 'talking', sinceMs }
}
