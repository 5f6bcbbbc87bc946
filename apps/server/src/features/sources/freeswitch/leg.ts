import { hiddenKeys } from '@callboard/contract/call-words'
import { z } from 'zod'
import type { SourceEvent } from '../adapter.ts'

/** What is known of a leg at a step of its way through the dial plan: who called whom. */
export interface Profile {
  /** Rises with each step; the first is the smallest. */
  readonly index: number
  readonly context: string
  readonly callerNumber: string
  readonly callerName: string
  readonly destination: string
  /** From which number it was redirected. */
  readonly redirectedFrom: string
  readonly createdMs: number | undefined
  readonly heldMs: number
}

/** A leg of a call: a channel of FreeSWITCH. All its times are in ms since 1970; undefined for what never happened. */
export interface Leg {
  readonly uuid: string
  /** The leg of the caller, which is this one where none has called it into being. */
  readonly callKey: string
  /** By their names; '' for what is not set. */
  readonly variable: (name: string) => string
  /** The first first. */
  readonly profiles: readonly Profile[]
  /** Of the leg that called this one into being, as far as this one knows. */
  readonly originator: Profile | undefined
  /** Numbers that this leg called. */
  readonly dialled: readonly string[]
  readonly direction: string
  readonly startedMs: number | undefined
  readonly answeredMs: number | undefined
  readonly bridgedMs: number | undefined
  readonly endedMs: number | undefined
}

const Scalar = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)])
const Fields = z.record(z.string(), Scalar.catch(''))
type Fields = z.infer<typeof Fields>

const CallerProfile = z.looseObject({
  originator: z.looseObject({ originator_caller_profiles: z.array(Fields) }).optional(),
  originatee: z.looseObject({ originatee_caller_profiles: z.array(Fields) }).optional(),
})

const Step = z.looseObject({
  profile_index: Scalar.optional(),
  caller_profile: CallerProfile.optional(),
  times: Fields.optional(),
})
type Step = z.infer<typeof Step>

/** What `mod_json_cdr` writes when a leg has ended. */
const DetailRecord = z.looseObject({
  variables: Fields,
  channel_data: Fields.optional(),
  // Old versions had one step only.
  callflow: z.union([z.array(Step), Step.transform((step) => [step])]).optional(),
})

/** An event of the event socket, whose variables have a prefix. */
const ChannelEvent = z.looseObject({ 'Event-Name': z.string() })

/** Undefined for what is no leg: it says no id of a channel. */
export function readLeg(body: unknown): Leg | undefined {
  const record = DetailRecord.safeParse(body)
  if (record.success) return legOfRecord(record.data)
  return ChannelEvent.safeParse(body).success ? legOfEvent(Fields.parse(body)) : undefined
}

/** The event of a leg; undefined for what is no leg. */
export function eventOfLeg(body: unknown): SourceEvent | undefined {
  const leg = readLeg(body)
  // A leg is told of once, when it has ended: twice by two ways it is the same.
  return leg && { callKey: leg.callKey, eventKey: leg.uuid, body: keptOf(body) }
}

/** Half of a record, of no use here: what the dial plan did, and session descriptions, which may hold keys of the media. */
const unkept = /^(?:app_log|callStats)$|sdp|crypto/i
/** So many digits may be a card or an account. */
const secretDigits = /^(?:variable_)?digits_dialed$/
const digitsOfSecrets = 9

const Body = z.looseObject({ variables: z.looseObject({}).optional() })

function keptOf(body: unknown): Record<string, unknown> {
  const { variables, ...rest } = Body.parse(body)
  return { ...keptFields(rest), ...(variables !== undefined && { variables: keptFields(variables) }) }
}

function keptFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (unkept.test(name)) return []
      const isSecret = secretDigits.test(name) && (String(value).match(/\d/g)?.length ?? 0) >= digitsOfSecrets
      return [[name, isSecret ? hiddenKeys : value]]
    }),
  )
}

function legOfRecord({ variables, channel_data = {}, callflow = [] }: z.infer<typeof DetailRecord>) {
  const steps = callflow.toSorted((one, other) => indexOf(one) - indexOf(other))
  const originated = (of: 'originator' | 'originatee') =>
    steps.flatMap(({ caller_profile: profile = {} }) =>
      of === 'originator'
        ? (profile.originator?.originator_caller_profiles ?? [])
        : (profile.originatee?.originatee_caller_profiles ?? []),
    )
  const [originator] = originated('originator')
  return legOf(decoded(variables), {
    direction: channel_data['direction'] ?? '',
    profiles: steps.map(profileOfStep),
    originator: originator && profileOf(originator, {}),
    dialled: originated('originatee').map((profile) => profile['destination_number'] ?? ''),
  })
}

function indexOf({ profile_index: index = '0' }: Step): number {
  return Number(index)
}

function profileOfStep(step: Step): Profile {
  const profile = Fields.parse(step.caller_profile ?? {})
  return { ...profileOf(profile, step.times ?? {}), index: indexOf(step) }
}

function profileOf(profile: Fields, times: Fields): Profile {
  return {
    index: 0,
    context: profile['context'] ?? '',
    callerNumber: profile['caller_id_number'] ?? '',
    callerName: profile['caller_id_name'] ?? '',
    destination: profile['destination_number'] ?? '',
    redirectedFrom: profile['rdnis'] ?? '',
    createdMs: msOf(times['profile_created_time']),
    heldMs: msOf(times['hold_accum_time']) ?? 0,
  }
}

const variablePrefix = 'variable_'

function legOfEvent(headers: Fields): Leg | undefined {
  const variables = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(variablePrefix) ? [[name.slice(variablePrefix.length), value]] : [],
    ),
  )
  const header = (name: string) => headers[name] ?? ''
  const other = profileOfHeaders(header, 'Other-Leg')
  const profile = profileOfHeaders(header, 'Caller')
  return legOf(
    {
      uuid: header('Unique-ID'),
      call_uuid: header('Channel-Call-UUID'),
      hangup_cause: header('Hangup-Cause'),
      start_uepoch: header('Caller-Channel-Created-Time'),
      answer_uepoch: header('Caller-Channel-Answered-Time'),
      bridge_uepoch: header('Caller-Channel-Bridged-Time'),
      end_uepoch: header('Caller-Channel-Hangup-Time'),
      ...variables,
    },
    {
      direction: header('Call-Direction'),
      profiles: [profile],
      originator: header('Other-Type') === 'originator' ? other : undefined,
      dialled: header('Other-Type') === 'originatee' ? [other.destination] : [],
    },
  )
}

function profileOfHeaders(header: (name: string) => string, prefix: string): Profile {
  return {
    index: Number(header(`${prefix}-Profile-Index`) || 0),
    context: header(`${prefix}-Context`),
    callerNumber: header(`${prefix}-Caller-ID-Number`),
    callerName: header(`${prefix}-Caller-ID-Name`),
    destination: header(`${prefix}-Destination-Number`),
    redirectedFrom: header(`${prefix}-RDNIS`),
    createdMs: msOf(header(`${prefix}-Profile-Created-Time`)),
    heldMs: msOf(header(`${prefix}-Channel-Hold-Accum`)) ?? 0,
  }
}

type LegParts = Pick<Leg, 'direction' | 'profiles' | 'originator' | 'dialled'>

function legOf(variables: Fields, parts: LegParts): Leg | undefined {
  const variable = (name: string) => (Object.hasOwn(variables, name) ? (variables[name] ?? '') : '')
  const uuid = variable('uuid')
  if (uuid === '') return undefined
  const direction = variable('direction') || parts.direction
  const time = (name: string) => msOf(variable(`${name}_uepoch`)) ?? secondsAsMs(variable(`${name}_epoch`))
  return {
    ...parts,
    uuid,
    callKey: callKeyOf(uuid, direction, variable),
    variable,
    direction,
    dialled: parts.dialled.filter((number) => number !== ''),
    startedMs: time('start'),
    answeredMs: time('answer'),
    bridgedMs: time('bridge'),
    endedMs: time('end'),
  }
}

/**
 * Which leg called this one into being is said by that leg's id from the start, and stays. The id of the call says the same
 * of two legs that were bridged, but after a transfer it is another one; the agents' legs of a queue name the waiting one.
 * A leg that came in from outside begins a call, whatever it was bridged to.
 */
function callKeyOf(uuid: string, direction: string, variable: Leg['variable']): string {
  const origin = variable('originating_leg_uuid') || variable('originator')
  if (origin !== '' && origin !== uuid) return origin
  if (direction === 'inbound') return uuid
  const other = [variable('cc_member_session_uuid'), variable('call_uuid')].find(
    (one) => one !== '' && one !== uuid,
  )
  if (other !== undefined) return other
  const isOriginatee = variable('last_bridge_role') === 'originatee'
  return (isOriginatee && (variable('bridge_uuid') || variable('signal_bond'))) || uuid
}

/** Microseconds; 0 is never. */
function msOf(text: string | undefined): number | undefined {
  const us = /^\d{1,17}$/.test(text ?? '') ? Number(text) : 0
  return us === 0 ? undefined : Math.floor(us / 1000)
}

function secondsAsMs(text: string): number | undefined {
  const seconds = /^\d{1,11}$/.test(text) ? Number(text) : 0
  return seconds === 0 ? undefined : seconds * 1000
}

/** What no version leaves as it is in a value that it encodes (`encode-values`, and events of `text/event-plain`). */
const alwaysEncoded = /[ "<>@]/

/** Values are percent-encoded where the switch is told so, which it is unless told otherwise: all of them or none. */
export function decoded(values: Fields): Fields {
  const texts = Object.values(values)
  const isEncoded =
    texts.some((text) => text.includes('%')) && !texts.some((text) => alwaysEncoded.test(text))
  if (!isEncoded) return values
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, decodedText(text)]))
}

export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
