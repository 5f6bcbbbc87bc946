import type { RouteStep } from '@callboard/contract/call-parts'
import type { SourceContext } from '../adapter.ts'
import { isoOf } from '../event-text.ts'
import type { Leg } from './leg.ts'
import { secondsIn } from '../spans.ts'
import { causeOf } from './leg-outcome.ts'
import { type CallLegs, destinationOf } from './leg-parties.ts'

const maxSteps = 200
const maxDetail = 500
const maxEnd = 120

/** What happened to a call on its way, in time. */
export function stepsOf(legs: CallLegs, source: SourceContext): RouteStep[] {
  const { caller, dialled } = legs
  const steps = [
    ...(caller === undefined
      ? []
      : [...receivedStep(caller), ...transferSteps(caller), ...queueSteps(caller)]),
    ...dialled.flatMap((leg) => [...attemptStep(leg, source), ...transferSteps(leg)]),
    ...(caller === undefined ? [] : endStep(caller)),
  ]
  return steps
    .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
    .slice(0, maxSteps)
}

function step(name: string, ms: number | undefined, detail: string): RouteStep[] {
  const at = isoOf(ms)
  return at === undefined ? [] : [{ at, step: name, detail: detail.slice(0, maxDetail) }]
}

function receivedStep({ startedMs, profiles: [first] }: Leg): RouteStep[] {
  if (first === undefined) return []
  return step(
    'received',
    startedMs,
    [first.destination, first.context].filter((part) => part !== '').join(' in '),
  )
}

/** A leg that went to another number of the dial plan was transferred there, by the dial plan or by somebody. */
function transferSteps({ profiles }: Leg): RouteStep[] {
  return profiles.flatMap(({ destination: to, context, createdMs }, at) => {
    const from = profiles[at - 1]?.destination
    if (from === undefined || from === to || to === '') return []
    return step('transferred', createdMs, `In ${context}`).map((one) => ({
      ...one,
      from: from.slice(0, maxEnd),
      to: to.slice(0, maxEnd),
    }))
  })
}

function queueSteps(leg: Leg): RouteStep[] {
  const queued = queuedOf(leg)
  if (queued === undefined) return []
  return step('queue', queued.from, `${leg.variable('cc_queue')}: waited ${secondsIn([queued])} s`)
}

/** In a queue of mod_callcenter: until an agent answered, or the caller left. */
export function queuedOf(leg: Leg): { from: number; to: number } | undefined {
  const [joined, answered, canceled, terminated] = ['joined', 'answered', 'canceled', 'terminated'].map(
    (what) => {
      const seconds = Number(leg.variable(`cc_queue_${what}_epoch`) || 0)
      return seconds > 0 ? seconds * 1000 : undefined
    },
  )
  const to = answered ?? canceled ?? terminated ?? leg.endedMs
  return joined === undefined || to === undefined ? undefined : { from: joined, to: Math.max(joined, to) }
}

const stepOfCause: Partial<Record<string, string>> = {
  USER_BUSY: 'busy',
  NO_ANSWER: 'rang',
  NO_USER_RESPONSE: 'rang',
  ORIGINATOR_CANCEL: 'rang',
  ALLOTTED_TIMEOUT: 'rang',
  PROGRESS_TIMEOUT: 'rang',
  LOSE_RACE: 'rang',
  PICKED_OFF: 'rang',
  NORMAL_CLEARING: 'rang',
}

/** Whom the switch called, and what became of it. */
function attemptStep(leg: Leg, source: SourceContext): RouteStep[] {
  const { startedMs, answeredMs, endedMs } = leg
  const cause = causeOf(leg)
  const name = answeredMs === undefined ? (stepOfCause[cause] ?? 'failed') : 'answered'
  const until = answeredMs ?? endedMs
  const after =
    startedMs === undefined || until === undefined
      ? ''
      : ` after ${secondsIn([{ from: startedMs, to: until }])} s`
  const talk =
    answeredMs === undefined || endedMs === undefined
      ? ''
      : `, ${secondsIn([{ from: answeredMs, to: endedMs }])} s of talk`
  return step(name, startedMs, `${destinationOf(leg, source) ?? 'Unknown number'}: ${cause}${after}${talk}`)
}

function endStep(leg: Leg): RouteStep[] {
  return step('ended', leg.endedMs, causeOf(leg))
}
