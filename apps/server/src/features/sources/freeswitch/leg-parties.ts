import type { Direction } from '@callboard/contract/fields'
import { toE164 } from '../../../lib/phone.ts'
import type { AdaptedCall, SourceContext } from '../adapter.ts'
import { directionByNumbers, partyOf } from '../parties.ts'
import type { Leg } from './leg.ts'
import { settingsOf } from './settings.ts'

/** The legs of a call: that of the caller, unless it did not come, and those that were dialled, the first first. */
export interface CallLegs {
  readonly caller: Leg | undefined
  readonly dialled: readonly Leg[]
}

export type Parties = Required<Pick<AdaptedCall, 'direction' | 'trackingNumber'>> &
  Pick<AdaptedCall, 'callerNumber' | 'callerName' | 'targetNumber' | 'forwardedFrom' | 'agent'>

const maxName = 200

/** Undefined when nothing says which number was dialled. */
export function partiesOf(legs: CallLegs, source: SourceContext): Parties | undefined {
  const from = numberOf(headOf(legs)?.callerNumber, source)
  const to = dialledNumber(legs, source)
  if (to === undefined) return undefined
  const direction = directionOf(legs, { from, to }, source)
  return direction === 'outbound'
    ? outboundParties(legs, { from, to }, source)
    : inboundParties(legs, { from, to }, source)
}

interface Ends {
  readonly from: string | undefined
  readonly to: string
}

/** The first step of the caller through the dial plan. */
function headOf({ caller, dialled }: CallLegs) {
  const [first] = dialled
  return caller === undefined ? (first?.originator ?? first?.profiles[0]) : caller.profiles[0]
}

function dialledNumber(legs: CallLegs, source: SourceContext): string | undefined {
  const asked = ['sip_req_user', 'sip_to_user'].map((name) => legs.caller?.variable(name) ?? '')
  const dialled = [headOf(legs)?.destination ?? '', ...asked].find((number) => number !== '')
  return numberOf(dialled, source)
}

/** E.164, also of numbers with a calling code that lack the plus sign, as carriers send them; else as sent. */
function numberOf(sent: string | undefined, { country }: SourceContext): string | undefined {
  const party = partyOf(sent)
  if (party === undefined) return undefined
  const international = /^\d{11,15}$/.test(party) ? toE164(`+${party}`, country) : null
  return toE164(party, country) ?? international ?? party
}

function isPublic(number: string | undefined): boolean {
  return number?.startsWith('+') === true
}

function directionOf(legs: CallLegs, { from, to }: Ends, source: SourceContext): Direction {
  const { outboundContexts } = settingsOf(source)
  if (outboundContexts.length > 0)
    return outboundContexts.includes(headOf(legs)?.context ?? '') ? 'outbound' : 'inbound'
  const byNumbers = directionByNumbers({ from, to }, source)
  if (byNumbers !== undefined) return byNumbers
  // The switch itself has called both ends, as for a click on a number. For it, every other caller's leg is inbound.
  if (legs.caller?.direction === 'outbound') return 'outbound'
  return isPublic(to) && /^\d{2,6}$/.test(from ?? '') ? 'outbound' : 'inbound'
}

function inboundParties(legs: CallLegs, { from, to }: Ends, source: SourceContext): Parties {
  const target = targetOf(legs, source)
  const isAnswered = legs.dialled.some(({ answeredMs }) => answeredMs !== undefined) || isBridged(legs.caller)
  const agent = queueAgentOf(legs) ?? (isAnswered && !isPublic(target) ? target : undefined)
  return {
    direction: 'inbound',
    trackingNumber: to,
    callerNumber: from,
    callerName: callerNameOf(legs),
    targetNumber: target,
    forwardedFrom: numberOf(forwardedFrom(legs), source),
    agent: agent?.slice(0, maxName),
  }
}

/** By the header of the call that came in; later redirections are the dial plan's own. */
function forwardedFrom(legs: CallLegs): string | undefined {
  const [, diverted] = /<(sips?:[^>]*)>/i.exec(legs.caller?.variable('sip_h_Diversion') ?? '') ?? []
  return headOf(legs)?.redirectedFrom || diverted
}

function isBridged(leg: Leg | undefined): boolean {
  return leg?.bridgedMs !== undefined
}

/** Who answered, else the only one that rang. */
function targetOf({ caller, dialled }: CallLegs, source: SourceContext): string | undefined {
  const answered = dialled.find(({ answeredMs }) => answeredMs !== undefined)
  if (answered !== undefined) return destinationOf(answered, source)
  const rang = dialled.length > 0 ? dialled.map((leg) => destinationOf(leg, source)) : (caller?.dialled ?? [])
  const numbers = new Set(rang.map((number) => numberOf(number, source)))
  const [only] = numbers
  return numbers.size === 1 ? only : undefined
}

export function destinationOf(leg: Leg, source: SourceContext): string | undefined {
  return numberOf(leg.profiles[0]?.destination || leg.variable('dialed_user'), source)
}

/** Of a queue of mod_callcenter. */
function queueAgentOf({ caller }: CallLegs): string | undefined {
  const [agent] = (caller?.variable('cc_agent') ?? '').split('@')
  return agent === '' ? undefined : agent
}

function callerNameOf(legs: CallLegs): string | undefined {
  const { callerName = '', callerNumber = '' } = headOf(legs) ?? {}
  const name = callerName.trim()
  const isName = name !== '' && name !== callerNumber && !/^(?:unknown|anonymous|unavailable)$/i.test(name)
  return isName ? name.slice(0, maxName) : undefined
}

function outboundParties(legs: CallLegs, { from, to }: Ends, source: SourceContext): Parties {
  const destinations = legs.dialled.map((leg) => destinationOf(leg, source))
  const shown = [
    ...legs.dialled.map((leg) => leg.profiles[0]?.callerNumber),
    legs.caller?.variable('effective_caller_id_number'),
  ].map((number) => numberOf(number, source))
  const own = [from, ...shown].find(isPublic) ?? from ?? shown.find((number) => number !== undefined)
  return {
    direction: 'outbound',
    trackingNumber: own ?? 'unknown',
    callerNumber: own,
    targetNumber: [to, ...destinations].find(isPublic) ?? to,
    agent: isPublic(from) ? undefined : from?.slice(0, maxName),
  }
}
