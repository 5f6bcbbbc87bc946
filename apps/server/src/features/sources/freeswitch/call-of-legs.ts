import type { AdaptedCall, CallsOfEvents, SourceContext, SourceEvent } from '../adapter.ts'
import { isoOf, secondsOf, smallest } from '../event-text.ts'
import { secondsIn, type Span } from '../spans.ts'
import { type Leg, readLeg } from './leg.ts'
import { hangupByOf, isVoicemail, statusOf, talksOf } from './leg-outcome.ts'
import { type CallLegs, partiesOf } from './leg-parties.ts'
import { callUnderWay } from './live/call-under-way.ts'
import { liveEventsOf, liveLegsOf } from './live/live-events.ts'
import { queuedOf, stepsOf } from './leg-steps.ts'
import { settingsOf } from './settings.ts'

/** The call of the legs that share a key: one, whichever of its legs came, and in whichever order. */
export function callsOfLegs(events: readonly SourceEvent[], source: SourceContext): CallsOfEvents {
  const bodies = [...new Map(events.map((event) => [event.eventKey, event])).values()].map(({ body }) => body)
  const ended = bodies.flatMap((body) => readLeg(body) ?? [])
  const callKey = events[0]?.callKey ?? ''
  const seen = liveEventsOf(bodies)
  const known = new Set(ended.map(({ uuid }) => uuid))
  const open = liveLegsOf(seen).filter(({ uuid }) => !known.has(uuid))
  if (seen.length > 0 && !isOver(callKey, ended, open)) {
    const call = callUnderWay(callKey, { legs: partsOf(callKey, [...ended, ...open]), events: seen }, source)
    return { calls: call === undefined ? [] : [call], whereKnown: { externalCallId: callKey } }
  }
  const built = buildCall(callKey, partsOf(callKey, ended), source)
  return typeof built === 'string' ? { calls: [], problem: built } : { calls: [built] }
}

/** Once the leg of the caller has ended, else all that were seen. */
function isOver(callKey: string, ended: readonly Leg[], open: readonly Leg[]): boolean {
  return ended.some(({ uuid }) => uuid === callKey) || (ended.length > 0 && open.length === 0)
}

function partsOf(callKey: string, legs: readonly Leg[]): CallLegs {
  const caller = legs.find(({ uuid }) => uuid === callKey)
  return { caller, dialled: legs.filter((leg) => leg !== caller).toSorted(byStart) }
}

function byStart(one: Leg, other: Leg): number {
  return (one.startedMs ?? 0) - (other.startedMs ?? 0) || (one.uuid < other.uuid ? -1 : 1)
}

/** A sentence where no call can be made of them. */
function buildCall(callKey: string, legs: CallLegs, source: SourceContext): AdaptedCall | string {
  const all = [...(legs.caller === undefined ? [] : [legs.caller]), ...legs.dialled]
  const startedMs = smallest(all.map((leg) => leg.startedMs))
  const ends = all.flatMap(({ endedMs }) => endedMs ?? [])
  if (startedMs === undefined || ends.length === 0)
    return 'FreeSWITCH does not say when the call began and ended.'
  const parties = partiesOf(legs, source)
  if (parties === undefined) return 'FreeSWITCH does not say which number was called.'
  const span = { from: startedMs, to: Math.max(...ends, startedMs) }
  const talks = talksOf(legs, source)
  const isTalked = talks.length > 0
  const { direction } = parties
  return {
    externalCallId: callKey,
    ...parties,
    status: statusOf(legs, isTalked, source),
    startedAt: isoOf(span.from),
    answeredAt: isoOf(smallest(talks.map(({ from }) => from))),
    endedAt: isoOf(span.to),
    ...durationsOf(legs, span, talks),
    rotationgroup: legs.caller?.variable('cc_queue').split('@')[0]?.slice(0, 120) || undefined,
    hangupBy: hangupByOf(legs, { direction, isTalked }),
    ...heardOf(legs),
    recordingUrl: recordingOf(all, source),
    routeTrace: stepsOf(legs, source),
  }
}

/** What the leg of the caller says of its signalling and sound, else that of who was called. */
function heardOf({ caller, dialled }: CallLegs) {
  const text = (name: string, length: number) =>
    (caller ?? dialled.at(-1))?.variable(name).slice(0, length) || undefined
  const keys = text('digits_dialed', 200)
  return {
    hangupCause: secondsOf(text('hangup_cause_q850', 3)),
    hangupReason: text('hangup_cause', 200),
    sipCallId: text('sip_call_id', 255),
    codec: text('read_codec', 64),
    mos: mosOf(text('rtp_audio_in_mos', 20)),
    stirVerdict: text('sip_verstat', 64),
    keysDialled: keys === 'none' ? undefined : keys,
  }
}

/** FreeSWITCH gives 0 where nothing was heard. */
function mosOf(text: string | undefined): number | undefined {
  const mos = Number(text ?? 0)
  return mos > 0 && mos <= 5 ? mos : undefined
}

function durationsOf(legs: CallLegs, whole: Span, talks: readonly Span[]) {
  const { caller, dialled } = legs
  const queued = caller && queuedOf(caller)
  const talked = secondsIn(talks)
  const heldMs = [...(caller === undefined ? [] : [caller]), ...dialled]
    .flatMap(({ profiles }) => profiles)
    .reduce((sum, profile) => sum + profile.heldMs, 0)
  const rings = dialled.flatMap(({ startedMs, answeredMs, endedMs }) => {
    const to = answeredMs ?? endedMs
    return startedMs === undefined || to === undefined ? [] : [{ from: startedMs, to }]
  })
  return {
    duration: secondsIn([whole]),
    ringDuration: rings.length === 0 ? undefined : secondsIn(rings),
    ivrDuration: secondsIn(menuOf(legs, talks)),
    queueDuration: queued && secondsIn([queued]),
    talkDuration: talked,
    holdDuration: Math.min(Math.round(heldMs / 1000), talked),
    billableDuration: secondsOf((caller ?? dialled[0])?.variable('billsec')),
  }
}

/** Answered by the switch itself, until somebody was called: a menu, an announcement, a script. */
function menuOf({ caller, dialled }: CallLegs, talks: readonly Span[]): Span[] {
  if (caller?.answeredMs === undefined || isVoicemail(caller)) return []
  const until = smallest([
    ...dialled.map(({ startedMs }) => startedMs),
    ...talks.map(({ from }) => from),
    queuedOf(caller)?.from,
    caller.endedMs,
  ])
  return [{ from: caller.answeredMs, to: Math.max(caller.answeredMs, until ?? 0) }]
}

/** The address where a recording is fetched, by the variable that the dial plan sets. */
function recordingOf(legs: readonly Leg[], source: SourceContext): string | undefined {
  const { recordingVariable, recordingFolder } = settingsOf(source)
  if (recordingVariable === '') return undefined
  const [said] = legs.flatMap((leg) => leg.variable(recordingVariable) || [])
  if (said === undefined || /^https?:\/\//.test(said)) return said
  const file = said.split('/').at(-1) ?? ''
  if (recordingFolder === '' || file === '') return undefined
  return `${recordingFolder.replace(/\/*$/, '/')}${encodeURIComponent(file)}`
}
