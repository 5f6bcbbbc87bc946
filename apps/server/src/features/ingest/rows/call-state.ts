import type { CallInput } from '@callboard/contract/calls'
import { type CallPhase, type CallStatus, missedStatuses } from '@callboard/contract/fields'

export interface CallState {
  status: CallStatus
  startedMs: number
  answeredMs: number | null
  endedMs: number | null
  duration: number | null
  ringDuration: number | null
  talkDuration: number | null
  /** Of a call that is in progress, or was when it was last heard of. */
  phase: Phase | null
  /** It was closed without an end. */
  isEndUnknown: boolean
}

interface Phase {
  name: CallPhase
  sinceMs: number
}

/** Whether a call has ended, and its end is known. */
export function isEndKnown({ status, isEndUnknown }: Pick<CallState, 'status' | 'isEndUnknown'>): boolean {
  return status !== 'in-progress' && !isEndUnknown
}

const abandonedWithinSeconds = 15

/**
 * Status, end and durations of a call are decided here only. What the source says is kept unless its own times
 * contradict it; what it leaves out is derived from the times.
 */
export function stateOfCall(input: CallInput): CallState {
  const startedMs = Date.parse(input.startedAt)
  const answeredMs = msOf(input.answeredAt)
  const endedMs = msOf(input.endedAt) ?? endByDuration(input, startedMs)
  const times = { startedMs, answeredMs, endedMs }
  const status = decideStatus(input, times)
  const duration = input.duration ?? secondsBetween(startedMs, endedMs)
  const isEndUnknown = isClosedWithoutEnd(input, times)
  return {
    status,
    ...times,
    duration,
    ringDuration: input.ringDuration ?? ringSeconds(input, status, times),
    talkDuration: input.talkDuration ?? talkSeconds(status, times),
    phase: status === 'in-progress' || isEndUnknown ? phaseOf(input, times) : null,
    isEndUnknown,
  }
}

type Times = Pick<CallState, 'startedMs' | 'answeredMs' | 'endedMs'>

/** A call with a known duration has ended, unless the source says that it is in progress. */
function endByDuration(input: CallInput, startedMs: number): number | null {
  if (input.duration === null || input.duration === undefined || input.status === 'in-progress') return null
  return startedMs + input.duration * 1000
}

function decideStatus(input: CallInput, times: Times): CallStatus {
  const isTalked = (input.talkDuration ?? 0) > 0
  const given = input.status ?? null
  const isOver = times.endedMs !== null || input.endUnknown === true || isGivenOver(input)
  if (given !== null && !isContradicted(given, { isOver, isTalked })) return given
  if (!isOver) return 'in-progress'
  if (isTalked || times.answeredMs !== null) return 'answered'
  if (times.endedMs === null) return 'missed'
  return times.endedMs - times.startedMs < abandonedWithinSeconds * 1000 ? 'abandoned' : 'missed'
}

/** A call with an end is not in progress, and one in which somebody talked was not missed. */
function isContradicted(
  given: CallStatus,
  { isOver, isTalked }: { isOver: boolean; isTalked: boolean },
): boolean {
  if (given === 'in-progress') return isOver
  return isTalked && missedStatuses.some((missed) => missed === given)
}

/** A status that only a call with an end has says that the end is known, or does not matter. */
function isClosedWithoutEnd(input: CallInput, { endedMs }: Times): boolean {
  return input.endUnknown === true && endedMs === null && !isGivenOver(input)
}

function isGivenOver({ status }: CallInput): boolean {
  return (status ?? 'in-progress') !== 'in-progress'
}

/** Steps of a route after which a call is in a phase until the next one. */
const phasesOfSteps: Partial<Record<string, CallPhase>> = {
  rang: 'ringing',
  ivr: 'menu',
  queue: 'queue',
  answered: 'talking',
}

/** As the source says it, else by the newest of the answer and the steps of the route. */
function phaseOf(input: CallInput, { startedMs, answeredMs }: Times): Phase {
  const phases: Phase[] = [{ name: 'ringing', sinceMs: startedMs }]
  if (answeredMs !== null) phases.push({ name: 'talking', sinceMs: answeredMs })
  for (const { at, step } of input.routeTrace ?? []) {
    const name = phasesOfSteps[step]
    if (name !== undefined) phases.push({ name, sinceMs: Date.parse(at) })
  }
  const newest = phases.reduce((one, other) => (other.sinceMs >= one.sinceMs ? other : one))
  return { name: input.phase ?? newest.name, sinceMs: msOf(input.phaseSince) ?? newest.sinceMs }
}

/** From the start, without menus and queues, to the answer or to the end of a call that nobody answered. */
function ringSeconds(
  input: CallInput,
  status: CallStatus,
  { startedMs, answeredMs, endedMs }: Times,
): number | null {
  if (answeredMs === null && (status === 'answered' || status === 'voicemail')) return null
  const elapsed = secondsBetween(startedMs, answeredMs ?? endedMs)
  if (elapsed === null) return null
  return Math.max(elapsed - (input.ivrDuration ?? 0) - (input.queueDuration ?? 0), 0)
}

/** In a call that no person answered nobody talked, whatever a machine did. */
function talkSeconds(status: CallStatus, { answeredMs, endedMs }: Times): number | null {
  if (endedMs === null) return null
  if (status !== 'answered') return 0
  return answeredMs === null ? null : secondsBetween(answeredMs, endedMs)
}

function secondsBetween(fromMs: number, toMs: number | null): number | null {
  return toMs === null ? null : Math.floor((toMs - fromMs) / 1000)
}

function msOf(instant: string | null | undefined): number | null {
  return instant === null || instant === undefined ? null : Date.parse(instant)
}
