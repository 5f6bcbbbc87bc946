import type { RouteStep } from '@callboard/contract/call-parts'
import type { Direction } from '@callboard/contract/fields'
import { toE164 } from '#server/lib/phone.ts'
import type { AdaptedCall } from '../../adapter.ts'
import { isoOf } from '../../event-text.ts'
import { type AsteriskCallRules, dialledNumber, goesOut, numberOfCaller } from '../call-ends.ts'
import { endpointOf, isParty } from '../channels.ts'
import { memberOf } from '../queue-log.ts'
import { type Channel, type Dial, FollowedCall } from './followed-call.ts'
import type { ManagerEvent } from './manager-events.ts'

const maxNameLength = 200
const maxCodeLength = 120
const maxSteps = 200

/** The call that the events of a manager interface tell of; undefined while too little is known of it. */
export function callOfManager(
  id: string,
  events: readonly ManagerEvent[],
  rules: AsteriskCallRules,
): AdaptedCall | undefined {
  if (events.length === 0) return undefined
  const call = new FollowedCall(id, events)
  const { head } = call
  // A channel that the switch made for itself, or of which only its end is known, is no call.
  if (head === undefined || !isParty(head.name)) return undefined
  const parties = partiesOf(call, head, rules)
  const endedMs = call.endedMs
  const isOver = endedMs !== undefined
  return {
    externalCallId: id,
    ...parties,
    callerName: nameOf(head),
    startedAt: isoOf(call.startedMs),
    answeredAt: isoOf(call.talks[0]?.fromMs),
    endedAt: isoOf(endedMs),
    status: isOver ? statusOf(call) : call.isGone ? undefined : 'in-progress',
    ...(!isOver && call.isGone && { endUnknown: true }),
    ...(!isOver && { phase: call.phase, phaseSince: isoOf(call.phaseSinceMs) }),
    ...(isOver && { hangupBy: hangupBy(call, head, parties.direction), hangupCause: causeOf(head) }),
    ...queueOf(call),
    ...(isOver && durationsOf(call, endedMs)),
    keysDialled: call.keys === '' ? undefined : call.keys,
    routeTrace: traceOf(call),
  }
}

function partiesOf(call: FollowedCall, head: Channel, rules: AsteriskCallRules) {
  const { country } = rules
  const caller = numberOfCaller(head.callerNumber, country)
  const dialled = dialledNumber([{ dst: head.exten }], country)
  const reached = reachedBy(call)
  if (goesOut({ context: head.context, did: '' }, { dialled, caller }, rules)) {
    const device = endpointOf(head.name).peer
    return {
      direction: 'outbound' as const,
      trackingNumber: (caller ?? device).slice(0, 64),
      callerNumber: caller,
      targetNumber: dialled.slice(0, 64),
      agent: device.slice(0, maxNameLength),
    }
  }
  const peer = reached === undefined ? undefined : endpointOf(reached.channel).peer
  const publicTarget = peer === undefined ? null : toE164(peer, country)
  const member = memberOf({ agent: call.member ?? '' })
  const device =
    peer !== undefined && publicTarget === null && reached?.status === 'ANSWER' ? peer : undefined
  return {
    direction: 'inbound' as const,
    trackingNumber: dialled.slice(0, 64),
    callerNumber: caller,
    targetNumber: publicTarget ?? peer?.slice(0, 64),
    agent: (member ?? device)?.slice(0, maxNameLength),
  }
}

/** Who answered last, else the only one that rings or rang. */
function reachedBy({ dials }: FollowedCall): Dial | undefined {
  const parties = dials.filter(({ channel }) => isParty(channel))
  const answered = parties.findLast(({ status }) => status === 'ANSWER')
  const channels = new Set(parties.map(({ channel }) => endpointOf(channel).peer))
  return answered ?? (channels.size === 1 ? parties[0] : undefined)
}

function nameOf({ callerName, callerNumber }: Channel): string | undefined {
  return callerName === '' || callerName === callerNumber ? undefined : callerName.slice(0, maxNameLength)
}

/** Undefined of a call that nobody answered: how long it lasted tells missed from abandoned. */
function statusOf({ talks, talkTime, dials }: FollowedCall): AdaptedCall['status'] {
  if (talks.length > 0 || talkTime !== undefined) return 'answered'
  const results = dials.map(({ status }) => status)
  if (results.length === 0) return undefined
  if (results.every((result) => result === 'BUSY')) return 'busy'
  return results.every((result) => result === 'CONGESTION' || result === 'CHANUNAVAIL') ? 'failed' : undefined
}

function hangupBy(
  { reason, endedBy }: FollowedCall,
  head: Channel,
  direction: Direction,
): string | undefined {
  if (reason === 'caller' || reason === 'agent') return reason
  if (endedBy === undefined) return undefined
  const isByHead = endedBy === head.id
  if (direction === 'inbound') return isByHead ? 'caller' : 'agent'
  return isByHead ? 'agent' : 'callee'
}

function causeOf({ cause }: Channel): number | undefined {
  return cause !== undefined && /^\d{1,3}$/.test(cause) && cause !== '0' ? Number(cause) : undefined
}

function queueOf({ waits }: FollowedCall) {
  const queue = waits.at(-1)?.queue
  return queue === undefined || queue === '' ? {} : { rotationgroup: queue.slice(0, maxCodeLength) }
}

function durationsOf(call: FollowedCall, endedMs: number) {
  const { waits, talks, holds, talkTime, ringTime, dials } = call
  const seconds = (spans: readonly { fromMs: number; toMs: number | undefined }[]) =>
    Math.round(spans.reduce((sum, { fromMs, toMs }) => sum + (toMs ?? endedMs) - fromMs, 0) / 1000)
  const counted = waits.map(({ holdTime, ...wait }) => holdTime ?? seconds([wait]))
  const rang = dials.map((dial) => ({ fromMs: dial.fromMs, toMs: dial.endedMs ?? endedMs }))
  return {
    ...(waits.length > 0 && { queueDuration: counted.reduce((sum, one) => sum + one, 0) }),
    ...(ringTime !== undefined && { ringDuration: ringTime }),
    ...(ringTime === undefined && rang.length === 1 && { ringDuration: seconds(rang) }),
    ...(talks.length > 0 && { talkDuration: talkTime ?? seconds(talks) }),
    ...(holds.length > 0 && { holdDuration: seconds(holds) }),
  }
}

function traceOf({ dials, steps }: FollowedCall): RouteStep[] {
  const rang = dials.filter(({ channel }) => isParty(channel)).flatMap(dialSteps)
  return [...steps, ...rang]
    .toSorted((one, other) => one.atMs - other.atMs)
    .slice(0, maxSteps)
    .map(({ atMs, step, detail }) => ({
      at: new Date(atMs).toISOString(),
      step,
      detail: detail.slice(0, 500),
    }))
}

const failures: Partial<Record<string, string>> = {
  BUSY: 'busy',
  CONGESTION: 'failed',
  CHANUNAVAIL: 'failed',
}

function dialSteps({ channel, fromMs, endedMs, status }: Dial) {
  const detail = endpointOf(channel).peer
  const end = status === 'ANSWER' ? 'answered' : failures[status ?? '']
  const began = { atMs: fromMs, step: 'rang', detail }
  return end === undefined || endedMs === undefined ? [began] : [began, { atMs: endedMs, step: end, detail }]
}
