import type { RouteStep } from '@callboard/contract/call-parts'
import type { CallStatus, Direction } from '@callboard/contract/fields'
import type { AdaptedCall, CallsOfEvents, SourceContext } from '../adapter.ts'
import { isoOf } from '../event-text.ts'
import { deviceUserOf, directionByNumbers, isOwnNumber, partyOf } from '../parties.ts'
import { type Leg, legOf } from './legs.ts'
import { costOf } from './leg-costs.ts'
import { phaseOfLegs } from './phase-of-legs.ts'
import type { LegReport, PlaceReport, RecordingReport, Report } from './leg-reports.ts'

/** From where a recording is fetched; undefined for one that has no address. */
export type RecordingAddress = (recording: RecordingReport, source: SourceContext) => string | undefined

/** A call, the legs that it dialled, and its recordings, of all that was said of them. */
export interface CallParts {
  readonly id: string
  readonly parent: Leg
  readonly children: readonly Leg[]
  readonly recordings: readonly RecordingReport[]
}

/** The parts of a call; undefined while nothing was said of the leg that is the call itself. */
export function partsOf(
  id: string,
  reports: readonly Report[],
  findParent: (legs: readonly Leg[]) => Leg | undefined,
): CallParts | undefined {
  const ofLegs = Map.groupBy(
    reports.filter((report): report is LegReport => report.kind === 'leg'),
    ({ sid }) => sid,
  )
  const legs = Array.from(ofLegs, ([sid, those]) => legOf(sid, those)).toSorted(byStart)
  const parent = findParent(legs)
  if (parent === undefined) return undefined
  return {
    id,
    parent,
    children: legs.filter((leg) => leg !== parent),
    recordings: recordingsOf(reports.filter((report) => report.kind === 'recording')),
  }
}

/** The call once for each of its recordings, as a call names one at a time. */
export function callsOfParts(
  parts: CallParts,
  source: SourceContext,
  recordingAddress: RecordingAddress,
): CallsOfEvents {
  const call = buildCall(parts, source)
  if (typeof call === 'string') return { calls: [], problem: call }
  const addresses = new Set(
    parts.recordings
      .filter(({ status }) => status === 'completed')
      .flatMap((recording) => recordingAddress(recording, source) ?? []),
  )
  if (addresses.size === 0) return { calls: [call] }
  return { calls: Array.from(addresses, (recordingUrl) => ({ ...call, recordingUrl })) }
}

function byStart(one: Leg, other: Leg): number {
  return (one.startedMs ?? 0) - (other.startedMs ?? 0) || (one.sid < other.sid ? -1 : 1)
}

/** Each once: deleted counts before completed, and that before any other state. */
function recordingsOf(reports: readonly RecordingReport[]): RecordingReport[] {
  const weight = ({ status }: RecordingReport) => ['completed', 'deleted'].indexOf(status ?? '')
  const best = (those: readonly RecordingReport[]) =>
    those.toSorted(
      (one, other) =>
        weight(other) - weight(one) ||
        Number(other.isMessage) - Number(one.isMessage) ||
        (one.eventKey < other.eventKey ? -1 : 1),
    )[0]
  return [...Map.groupBy(reports, ({ sid }) => sid).values()]
    .flatMap((those) => best(those) ?? [])
    .toSorted((one, other) => (one.startedMs ?? 0) - (other.startedMs ?? 0) || (one.sid < other.sid ? -1 : 1))
}

/** A sentence where no call can be made of it. */
function buildCall(parts: CallParts, source: SourceContext): AdaptedCall | string {
  const { parent } = parts
  const startedAt = isoOf(parent.startedMs)
  if (startedAt === undefined) return 'Nothing says when the call was: no time, start or end was sent.'
  const parties = partiesOf(parts, source)
  if (typeof parties === 'string') return parties
  const { direction } = parties
  const talking = firstAnswer(parts)
  const status = statusOf(parts, { source, direction })
  return {
    externalCallId: parts.id,
    ...parties,
    status,
    startedAt,
    answeredAt: status === 'voicemail' ? undefined : isoOf(talking?.answeredMs),
    endedAt: isoOf(parent.endedMs),
    ...(status === 'in-progress' && phaseOf(parts, direction)),
    callerName: direction === 'inbound' ? parent.callerName?.slice(0, 200) : undefined,
    answeredBy: answeredByOf(talking ?? parent),
    hangupBy: parent.hangupBy?.slice(0, 64),
    hangupCause: parent.hangupCause?.slice(0, 64),
    hangupReason: parent.hangupReason?.slice(0, 200),
    forwardedFrom: partyOf(parent.forwardedFrom),
    stirVerdict: parent.stirVerdict?.slice(0, 64),
    codec: parent.codec?.slice(0, 64),
    mos: parent.mos,
    ...placeOf(direction === 'inbound' ? parent.fromPlace : (talking ?? parent).toPlace),
    ...costOf([parent, ...parts.children]),
    routeTrace: parts.children.flatMap(stepOf).slice(0, 200),
  }
}

function phaseOf({ parent, children }: CallParts, direction: Direction) {
  const { phase, sinceMs } = phaseOfLegs(parent, children, direction)
  return { phase, phaseSince: isoOf(sinceMs) }
}

/** The leg on which somebody answered: one that the call dialled, or the call itself where it dialled nobody. */
function firstAnswer({ parent, children }: CallParts): Leg | undefined {
  if (children.length === 0) return parent.isAnswered ? parent : undefined
  return children
    .filter(({ isAnswered }) => isAnswered)
    .toSorted((one, other) => (one.answeredMs ?? 0) - (other.answeredMs ?? 0) || byStart(one, other))[0]
}

interface StatusInput {
  readonly source: SourceContext
  readonly direction: Direction
}

/** Undefined for a call that nobody answered: how long it lasted decides whether it was missed or abandoned. */
function statusOf(parts: CallParts, { source, direction }: StatusInput): CallStatus | undefined {
  const { parent, children, recordings } = parts
  if (!parent.hasEnded) return 'in-progress'
  const said = source.statusWords.find(({ word }) => word.toLowerCase() === parent.endWord?.toLowerCase())
  if (said !== undefined) return said.status
  const talking = firstAnswer(parts)
  const isMachine = direction === 'outbound' && answeredByOf(talking ?? parent) === 'machine'
  if (talking !== undefined && !isMachine && !isLeftAfterTone(parts)) return 'answered'
  if (isMachine || recordings.some(isMessage)) return 'voicemail'
  const last = parent.status === 'completed' ? sameStatus(children) : parent.status
  return last === 'busy' || last === 'failed' ? last : undefined
}

function isMessage({ isMessage: isLeft, status, seconds }: RecordingReport): boolean {
  return isLeft && status === 'completed' && (seconds ?? 1) > 0
}

/** A call that dialled nobody and recorded the caller went to voicemail, although the system answered it. */
function isLeftAfterTone({ children, recordings }: CallParts): boolean {
  return children.length === 0 && recordings.some(isMessage)
}

function sameStatus(children: readonly Leg[]): string | undefined {
  const statuses = new Set(children.map(({ status }) => status))
  return statuses.size === 1 ? [...statuses][0] : undefined
}

type Parties = Pick<AdaptedCall, 'callerNumber' | 'targetNumber' | 'agent'> & {
  direction: Direction
  trackingNumber: string
}

function partiesOf(parts: CallParts, source: SourceContext): Parties | string {
  const { parent } = parts
  const device = deviceUserOf(parent.from, source)
  const direction = directionOf(parent, source)
  if (direction === undefined)
    return `The call does not say its direction, and of ${parent.from ?? 'no number'} and ${parent.to ?? 'no number'} not exactly one is a number of this source. Enter the source’s own numbers.`
  const reached = firstAnswer(parts) ?? onlyOne(parts.children)
  if (direction === 'outbound') {
    // A softphone’s call dials whom it wants with a leg of its own; so does one that rings the agent first.
    const isToAgent = device !== undefined || isOwnNumber(parent.to, source)
    const dialled = isToAgent ? (reached ?? parent) : parent
    const own = partyOf(device === undefined ? parent.from : (dialled.from ?? parent.from))
    if (own === undefined) return 'The call does not say from which number it was placed.'
    const targetNumber = partyOf(dialled.to)
    return { direction, trackingNumber: own, callerNumber: own, targetNumber, agent: device }
  }
  const trackingNumber = partyOf(parent.to)
  if (trackingNumber === undefined) return 'The call does not say which number was called.'
  const isRung = reached !== undefined && reached !== parent
  return {
    direction,
    trackingNumber,
    callerNumber: partyOf(parent.from),
    targetNumber: isRung ? partyOf(reached.to) : undefined,
    agent: isRung && reached.isAnswered ? deviceUserOf(reached.to, source) : undefined,
  }
}

/** A call that a softphone places comes in to the provider, and goes out for whoever places it. */
function directionOf(parent: Leg, source: SourceContext): Direction | undefined {
  if (deviceUserOf(parent.from, source) !== undefined) return 'outbound'
  switch (parent.direction) {
    case 'inbound':
    case 'trunking-originating':
      return 'inbound'
    case undefined:
      return directionByNumbers(parent, source)
    // Of a leg that stands for the call that dialled it.
    case 'outbound-dial':
      return directionByNumbers(parent, source) ?? 'outbound'
    default:
      return 'outbound'
  }
}

function onlyOne(children: readonly Leg[]): Leg | undefined {
  return new Set(children.map(({ to }) => to)).size === 1 ? children[0] : undefined
}

function answeredByOf({ answeredBy }: Leg): string | undefined {
  if (answeredBy === undefined || answeredBy === 'unknown') return undefined
  if (answeredBy === 'human') return 'person'
  return answeredBy.startsWith('machine') ? 'machine' : answeredBy.slice(0, 200)
}

function placeOf(place: PlaceReport | undefined) {
  if (place === undefined) return {}
  const { city, state, zip, country } = place
  const isCanadian = country === 'CA'
  return {
    city: city?.slice(0, 120),
    state: state?.slice(0, 16),
    zipcode: isCanadian ? undefined : zip?.slice(0, 16),
    postalcode: isCanadian ? zip?.slice(0, 16) : undefined,
    country: country?.length === 2 ? country : undefined,
  }
}

function stepOf(child: Leg): RouteStep[] {
  const at = isoOf(child.startedMs)
  if (at === undefined) return []
  const step = child.isAnswered ? 'answered' : (legSteps[child.status ?? 'ringing'] ?? 'rang')
  const ends = `${partyOf(child.from) ?? 'Withheld'} to ${partyOf(child.to) ?? 'withheld'}`
  const state = child.status === undefined ? '' : `: ${child.status}`
  return [{ at, step, detail: `${ends}${state}`.slice(0, 500) }]
}

const legSteps: Partial<Record<string, string>> = { busy: 'busy', failed: 'failed' }
