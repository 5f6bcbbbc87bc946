import type { Direction } from '@callboard/contract/fields'
import { toE164, type CountryCode } from '#server/lib/phone.ts'
import { secondsIn, type Span } from '../spans.ts'
import { type AsteriskCallRules, dialledNumber, goesOut, numberOfCaller, withheldForm } from './call-ends.ts'
import { endpointOf, isLocal, isParty, targetOf } from './channels.ts'
import { countIn, type Leg } from './legs.ts'

/** A call as the contract's `CallInput` takes it. Instants are ISO in UTC, durations whole seconds. */
export type AsteriskCall = {
  readonly externalCallId: string
  readonly direction: Direction
  readonly status: 'answered' | 'voicemail' | 'missed' | 'abandoned' | 'busy' | 'failed'
  /** E.164 or, when it is no public number, as sent. Inbound what was dialled, outbound the own number. */
  readonly trackingNumber: string
  /** Likewise; null when withheld. */
  readonly callerNumber: string | null
  readonly callerName: string | null
  readonly targetNumber: string | null
  readonly startedAt: string
  /** When a person answered; null when only the switch did. */
  readonly answeredAt: string | null
  readonly endedAt: string
  readonly duration: number
  readonly ringDuration: number
  readonly ivrDuration: number
  readonly queueDuration: number
  readonly talkDuration: number
  readonly billableDuration: number
  readonly agent: string | null
  readonly routeTrace: RouteStep[]
}

interface RouteStep {
  readonly at: string
  readonly step: 'rang' | 'answered' | 'busy' | 'failed' | 'queue' | 'ivr' | 'voicemail' | 'more'
  readonly detail: string
}

/** An unanswered call that ends sooner is abandoned, not missed. */
const abandonedBelowSeconds = 15
const maxSteps = 200
const maxNameLength = 200

/** One call of its legs, of which there is at least one. */
export function callOfLegs(unordered: readonly [Leg, ...Leg[]], rules: AsteriskCallRules): AsteriskCall {
  const legs = withoutVoicemail(withoutCopies(unordered)).toSorted(byTime)
  // The legs of the caller's own channel; a call made by the switch itself may have none but Local ones.
  const own = legs.filter((leg) => !isLocal(leg.channel))
  const [head = unordered[0], ...others] = own.length > 0 ? own : legs
  const attempts = attemptsOf(legs)
  const machine = legs.filter((leg) => leg.dstChannel === '')
  const talks = attempts.filter((attempt) => attempt.isAnswered)
  const startedAtMs = Math.min(...legs.map((leg) => leg.startedAtMs))
  const endedAtMs = Math.max(...legs.map((leg) => leg.endedAtMs))
  const answeredAtMs = talks.length === 0 ? null : Math.min(...talks.map((talk) => talk.answeredAtMs))
  const duration = Math.round((endedAtMs - startedAtMs) / 1000)
  return {
    externalCallId: head.callId || `${head.channel}@${head.localStart}`,
    ...partiesOf([head, ...others], attempts, rules),
    callerName: callerNameOf(head),
    status: statusOf({ attempts, machine, duration }),
    startedAt: isoOf(startedAtMs),
    answeredAt: answeredAtMs === null ? null : isoOf(answeredAtMs),
    endedAt: isoOf(endedAtMs),
    duration,
    ringDuration: secondsIn(attempts.flatMap((attempt) => attempt.rings)),
    ivrDuration: secondsIn(machine.filter(isMenu).map(billed)),
    queueDuration: secondsIn(queuesOf(legs, talks)),
    talkDuration: secondsIn(talks.flatMap((talk) => talk.talks)),
    billableDuration: secondsIn(own.filter((leg) => leg.answeredAtMs !== null).map(billed)),
    routeTrace: traceOf(attempts, machine),
  }
}

/** Files that overlap, put together, hold lines twice. */
function withoutCopies(legs: readonly Leg[]): readonly Leg[] {
  return legs.length === 1 ? legs : [...new Map(legs.map((leg) => [leg.raw, leg])).values()]
}

/** Asterisk before version 12 has one leg of a phone that rang and of the voicemail that answered then: they are two. */
function withoutVoicemail(legs: readonly Leg[]): readonly Leg[] {
  const isBoth = (leg: Leg) => leg.dstChannel !== '' && isVoicemail(leg)
  if (!legs.some(isBoth)) return legs
  return legs.flatMap((leg): Leg[] => {
    if (!isBoth(leg)) return [leg]
    const answeredAtMs = leg.answeredAtMs ?? billed(leg).from
    return [
      { ...leg, answeredAtMs: null, endedAtMs: answeredAtMs, billsec: 0, disposition: 'NO ANSWER' },
      { ...leg, dstChannel: '', startedAtMs: answeredAtMs, duration: leg.billsec },
    ]
  })
}

function byTime(a: Leg, b: Leg): number {
  return (
    a.startedAtMs - b.startedAtMs ||
    Number(b.uniqueId === b.linkedId) - Number(a.uniqueId === a.linkedId) ||
    (a.sequence ?? 0) - (b.sequence ?? 0) ||
    countIn(a.uniqueId) - countIn(b.uniqueId) ||
    compare(a.dstChannel, b.dstChannel) ||
    a.line - b.line
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** The names of its sound files, as FreePBX says them. */
export function recordingFilesOf(legs: readonly Leg[]): string[] {
  const names = legs.map((leg) => leg.recordingFile).filter((name) => name !== '')
  return names.length > 1 ? [...new Set(names)] : names
}

/** Somebody who was dialled, over all legs that tell of it. */
interface Attempt {
  readonly dstChannel: string
  /** What was dialled, or the device that rang; '' when several targets share a trunk. */
  readonly number: string
  readonly startedAtMs: number
  readonly isAnswered: boolean
  readonly answeredAtMs: number
  readonly disposition: Leg['disposition']
  readonly rings: readonly Span[]
  readonly talks: readonly Span[]
}

/**
 * The inner half of a Local channel and, after the switch has taken it out, the caller's own leg tell of the same
 * device: they are put together by its channel. Legs that lead to a Local channel only lead there.
 */
function attemptsOf(legs: readonly Leg[]): Attempt[] {
  const reached = Map.groupBy(
    legs.filter((leg) => isParty(leg.dstChannel)),
    (leg) => leg.dstChannel,
  )
  return [...reached].map(([dstChannel, same]) => attemptOf(dstChannel, same))
}

function attemptOf(dstChannel: string, legs: readonly Leg[]): Attempt {
  const answered = legs.filter((leg) => leg.disposition === 'ANSWERED')
  const startedAtMs = Math.min(...legs.map((leg) => leg.startedAtMs))
  const answeredAtMs = Math.min(...answered.map((leg) => leg.answeredAtMs ?? billed(leg).from))
  const ringsUntil = (leg: Leg) =>
    leg.disposition === 'ANSWERED' ? (leg.answeredAtMs ?? leg.startedAtMs) : leg.endedAtMs
  return {
    dstChannel,
    number: numberOf(dstChannel, legs),
    startedAtMs,
    isAnswered: answered.length > 0,
    answeredAtMs,
    disposition: answered[0]?.disposition ?? legs[0]?.disposition ?? 'NO ANSWER',
    rings: legs.map((leg) => ({ from: leg.startedAtMs, to: ringsUntil(leg) })),
    talks: answered.map(billed),
  }
}

function numberOf(dstChannel: string, legs: readonly Leg[]): string {
  let isDialled = false
  for (const { lastApp, lastData } of legs) {
    const target = targetOf(dstChannel, lastApp, lastData)
    if (target !== undefined) return target.number
    isDialled ||= lastApp === 'Dial'
  }
  return isDialled ? '' : endpointOf(dstChannel).peer
}

/** The seconds that Asterisk counted, which may be one less than its times are apart. */
function billed(leg: Leg): Span {
  return { from: leg.endedAtMs - leg.billsec * 1000, to: leg.endedAtMs }
}

function isVoicemail(leg: Leg): boolean {
  return /^voicemail$/i.test(leg.lastApp) && (leg.disposition === 'ANSWERED' || leg.billsec > 0)
}

/** Answered by the switch itself: a menu, an announcement, a script. */
function isMenu(leg: Leg): boolean {
  return (
    leg.disposition === 'ANSWERED' && !isLocal(leg.channel) && !isVoicemail(leg) && leg.lastApp !== 'Queue'
  )
}

/** From entering a queue to leaving it or being answered. */
function queuesOf(legs: readonly Leg[], talks: readonly Attempt[]): Span[] {
  return legs
    .filter((leg) => leg.lastApp === 'Queue')
    .map((leg) => {
      const answers = talks.map((talk) => talk.answeredAtMs).filter((at) => at >= leg.startedAtMs)
      return { from: leg.startedAtMs, to: Math.min(leg.endedAtMs, ...answers) }
    })
}

interface Outcome {
  readonly attempts: readonly Attempt[]
  readonly machine: readonly Leg[]
  readonly duration: number
}

function statusOf({ attempts, machine, duration }: Outcome): AsteriskCall['status'] {
  if (attempts.some((attempt) => attempt.isAnswered)) return 'answered'
  if (machine.some(isVoicemail)) return 'voicemail'
  const dials = machine.filter((leg) => leg.lastApp === 'Dial')
  const dialled = attempts.length > 0 ? attempts : dials.length > 0 ? dials : machine
  const results = dialled.map((attempt) => attempt.disposition)
  const isRefused =
    results.length > 0 && results.every((result) => result !== 'NO ANSWER' && result !== 'ANSWERED')
  if (isRefused) return results.includes('BUSY') ? 'busy' : 'failed'
  return duration < abandonedBelowSeconds ? 'abandoned' : 'missed'
}

type Parties = Pick<AsteriskCall, 'direction' | 'trackingNumber' | 'callerNumber' | 'targetNumber' | 'agent'>

/** `own` are the legs of the caller's channel, the first first. */
function partiesOf(
  own: readonly [Leg, ...Leg[]],
  attempts: readonly Attempt[],
  rules: AsteriskCallRules,
): Parties {
  const [head] = own
  const { country } = rules
  const caller = callerOf(head, country)
  const dialled = dialledNumber(own, country)
  const reached = attempts.find((attempt) => attempt.isAnswered) ?? onlyOne(attempts)
  if (goesOut(head, { dialled, caller }, rules)) {
    const device = isParty(head.channel) ? endpointOf(head.channel).peer : null
    const shown = own.find((leg) => leg.outboundNumber !== '')?.outboundNumber
    const ownNumber = (shown && toE164(shown, country)) || caller || head.src || device || head.channel
    return {
      direction: 'outbound',
      trackingNumber: ownNumber.slice(0, 64),
      callerNumber: caller,
      targetNumber: dialled,
      agent: device,
    }
  }
  const target = reached === undefined || reached.number === '' ? null : reached.number
  const publicTarget = target === null ? null : toE164(target, country)
  const isAgent = target !== null && publicTarget === null && reached?.isAnswered === true
  return {
    direction: 'inbound',
    trackingNumber: calledNumber(own, country) ?? dialled,
    callerNumber: caller,
    targetNumber: publicTarget ?? target?.slice(0, 64) ?? null,
    agent: isAgent ? target.slice(0, maxNameLength) : null,
  }
}

function onlyOne(attempts: readonly Attempt[]): Attempt | undefined {
  const numbers = new Set(attempts.map((attempt) => attempt.number))
  return numbers.size === 1 ? attempts[0] : undefined
}

function callerOf(head: Leg, country: CountryCode): string | null {
  return numberOfCaller(head.src.trim() || (/<([^<>]*)>\s*$/.exec(head.callerId)?.[1] ?? ''), country)
}

/** What FreePBX says was called. */
function calledNumber(own: readonly Leg[], country: CountryCode): string | undefined {
  const did = own.find((leg) => leg.did !== '')?.did
  return did === undefined ? undefined : (toE164(did, country) ?? did.slice(0, 64))
}

/** The name before the number, null when there is none or it is that number again. */
function callerNameOf(head: Leg): string | null {
  const end = head.callerId.lastIndexOf('<')
  const quoted = (end === -1 ? head.callerId : head.callerId.slice(0, end)).trim()
  const isQuoted = quoted.length > 1 && quoted.startsWith('"') && quoted.endsWith('"')
  const name = (isQuoted ? quoted.slice(1, -1) : quoted).replaceAll('\\"', '"').trim()
  return withheldForm.test(name) || name === head.src ? null : name.slice(0, maxNameLength)
}

/** One step for each party that was dialled and each application that served the caller, in time. */
function traceOf(attempts: readonly Attempt[], machine: readonly Leg[]): RouteStep[] {
  const steps = [...attempts.map(stepOfAttempt), ...machine.map(stepOfMachine)].toSorted((a, b) =>
    a.at < b.at ? -1 : Number(a.at > b.at),
  )
  const last = steps[maxSteps - 1]
  if (steps.length <= maxSteps || last === undefined) return steps
  const left = steps.length - maxSteps + 1
  return [...steps.slice(0, maxSteps - 1), { at: last.at, step: 'more', detail: `${left} further steps` }]
}

const stepOfDisposition = {
  ANSWERED: 'answered',
  'NO ANSWER': 'rang',
  BUSY: 'busy',
  FAILED: 'failed',
  CONGESTION: 'failed',
} as const satisfies Record<Leg['disposition'], RouteStep['step']>

function stepOfAttempt(attempt: Attempt): RouteStep {
  const { technology, peer } = endpointOf(attempt.dstChannel)
  const name = attempt.number === '' || attempt.number === peer ? peer : `${attempt.number} through ${peer}`
  const talk = attempt.isAnswered ? `, ${secondsIn(attempt.talks)} s of talk` : ''
  return {
    at: isoOf(attempt.startedAtMs),
    step: stepOfDisposition[attempt.disposition],
    detail: `${technology} ${name}: ${attempt.disposition} after ${secondsIn(attempt.rings)} s${talk}`.slice(
      0,
      500,
    ),
  }
}

function stepOfMachine(leg: Leg): RouteStep {
  const app = leg.lastApp === '' ? 'No application' : leg.lastApp
  return {
    at: isoOf(leg.startedAtMs),
    step: machineStep(leg),
    detail: `${app}: ${leg.disposition}, ${leg.duration} s`.slice(0, 500),
  }
}

function machineStep(leg: Leg): RouteStep['step'] {
  if (/^voicemail$/i.test(leg.lastApp)) return 'voicemail'
  if (leg.lastApp === 'Queue') return 'queue'
  return leg.disposition === 'ANSWERED' ? 'ivr' : stepOfDisposition[leg.disposition]
}

const dayMs = 86_400_000
let isoDay = { day: Number.NaN, text: '' }

/** Of a whole second. `Date.toISOString` would take a tenth of the time of an import. */
function isoOf(ms: number): string {
  const day = Math.floor(ms / dayMs)
  if (day !== isoDay.day) isoDay = { day, text: new Date(day * dayMs).toISOString().slice(0, 11) }
  const second = (ms - day * dayMs) / 1000
  const minute = Math.floor(second / 60)
  return `${isoDay.text}${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:${twoDigits(second % 60)}.000Z`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}
