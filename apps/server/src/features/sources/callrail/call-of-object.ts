import type { CallStatus, Direction } from '@callboard/contract/fields'
import { z } from 'zod'
import type { AdaptedCall, CallsOfEvents, SourceContext, SourceEvent } from '../adapter.ts'
import { type FieldReader, fieldsOf, isoOf, msOfInstant, secondsOf } from '../event-text.ts'
import { amountOf } from './amount.ts'
import { type CallObject, isOver, KeptCall } from './call-object.ts'
import { mergeCalls } from './merge-calls.ts'

/** The call of all that CallRail said of it. */
export function callsOfObjects(events: readonly SourceEvent[], source: SourceContext): CallsOfEvents {
  const [first] = events
  if (first === undefined) return { calls: [] }
  const call = mergeCalls(events.flatMap(({ body }) => KeptCall.safeParse(body).data ?? []))
  const built = buildCall(first.callKey, call, source)
  return typeof built === 'string' ? { calls: [], problem: built } : { calls: [built] }
}

/** A sentence where no call can be made of it. */
function buildCall(externalCallId: string, call: CallObject, source: SourceContext): AdaptedCall | string {
  const field = fieldsOf(call)
  const startedAt = isoOf(msOfInstant(field('start_time')))
  if (startedAt === undefined) return 'CallRail does not say when the call began.'
  const trackingNumber = field('tracking_phone_number') ?? field('trackingnum')
  if (trackingNumber === undefined) return 'CallRail does not say which number was called.'
  const isEnded = isOver(call)
  const duration = isEnded ? secondsOf(field('duration')) : undefined
  const isAnswered = field('answered') === 'true'
  return {
    externalCallId,
    ...partiesOf(field, trackingNumber.slice(0, 64)),
    status: isEnded ? statusOf(field, source) : 'in-progress',
    startedAt,
    duration,
    talkDuration: isAnswered && field('voicemail') !== 'true' ? duration : undefined,
    agent: cut(field('agent_email'), 200),
    ...placeOf(field),
    ...attributionOf(field),
    ...outcomeOf(call, field),
    firstTime: booleanOf(field('first_call')),
    priorCalls: secondsOf(field('prior_calls')),
    keysDialled: cut(keysOf(call), 200),
    recordingUrl: recordingOf(field),
    routeTrace: [
      {
        at: startedAt,
        step: 'received',
        detail: `Tracking number: ${field('source_name') ?? trackingNumber}`,
      },
    ],
  }
}

function cut(text: string | undefined, length: number): string | undefined {
  return text?.slice(0, length)
}

function booleanOf(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true'
}

/** Of an outbound call the customer is who was called. */
function partiesOf(field: FieldReader, trackingNumber: string) {
  const customer = cut(field('customer_phone_number'), 64)
  const business = cut(field('business_phone_number'), 64)
  const direction: Direction =
    field('direction') === 'outbound' || field('call_type') === 'outbound' ? 'outbound' : 'inbound'
  return {
    direction,
    trackingNumber,
    callerName: cut(field('customer_name'), 200),
    ...(direction === 'inbound'
      ? { callerNumber: customer, targetNumber: business }
      : { callerNumber: business ?? trackingNumber, targetNumber: customer }),
  }
}

/** Undefined where nobody answered, and CallRail does not say more. */
function statusOf(field: FieldReader, { statusWords }: SourceContext): CallStatus | undefined {
  const type = field('call_type') ?? ''
  const said = statusWords.find(({ word }) => word.toLowerCase() === type.toLowerCase())
  if (said !== undefined) return said.status
  if (field('voicemail') === 'true') return 'voicemail'
  if (field('answered') === 'true') return 'answered'
  // Its documentation writes the word in two ways.
  if (/^abandon(?:d)?ed$/.test(type)) return 'abandoned'
  return type === 'missed' ? 'missed' : undefined
}

function placeOf(field: FieldReader) {
  const country = field('customer_country')
  return {
    city: cut(field('customer_city'), 120),
    state: cut(field('customer_state'), 16),
    country: country !== undefined && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : undefined,
  }
}

/** The first name of each thing that says something: the tags of links (UTM) stand in where CallRail itself knows less. */
function attributionOf(field: FieldReader) {
  const first = (names: readonly string[], length: number) =>
    cut(
      names.map((name) => field(name)).find((value) => value !== undefined),
      length,
    )
  const source = first(['source', 'formatted_tracking_source', 'utm_source', 'source_name'], 200)
  return {
    source: source === 'Unknown Source' ? undefined : source,
    medium: first(['medium', 'utm_medium'], 200),
    campaign: first(['campaign', 'utm_campaign'], 200),
    keyword: first(['keywords', 'utm_term'], 500),
    landingPage: first(['landing_page_url', 'landingpage'], 2000),
    referrer: first(['referring_url', 'referrer_domain', 'referrer'], 2000),
    gclid: first(['gclid'], 500),
    fbclid: first(['fbclid'], 500),
    msclkid: first(['msclkid'], 500),
    content: first(['utm_content'], 500),
    device: first(['device_type'], 64),
  }
}

function outcomeOf(call: CallObject, field: FieldReader) {
  return {
    leadStatus: cut(field('lead_status'), 64),
    tags: tagsOf(call, field),
    ...amountOf(field('value') ?? field('formatted_value')),
    note: cut(field('note'), 5000),
  }
}

const Tags = z
  .array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]))
  .catch([])
const maxTags = 50
const maxTagLength = 100

function tagsOf(call: CallObject, field: FieldReader): string[] {
  const named = Tags.parse(call['tags'] ?? []).map((tag) => tag.trim().slice(0, maxTagLength))
  const tags = [...named, ...(field('spam') === 'true' ? ['spam'] : [])].filter((tag) => tag !== '')
  return [...new Set(tags)].slice(0, maxTags)
}

const KeypadEntry = z.object({ value: z.union([z.string(), z.number().transform(String)]) })
const KeypadEntries = z.array(KeypadEntry).catch([])

/** What a caller keyed in at each step of a call flow that asks for it. */
function keysOf(call: CallObject): string | undefined {
  const entries = KeypadEntries.parse(call['keypad_entries'])
  return entries.length === 0 ? undefined : entries.map(({ value }) => value).join(', ')
}

/** An address that holds its own key, else that of the API, which takes the key of the account and answers with another one. */
function recordingOf(field: FieldReader): string | undefined {
  const own = [field('recording_redirect'), field('recording')].filter((address) =>
    /^https:\/\/\S+\/redirect\?\S*access_key=/.test(address ?? ''),
  )
  const listed = field('api_recording')
  const isListed = /^https?:\/\/\S+\/calls\/\w+\/recording\.json$/.test(listed ?? '')
  return [...own, ...(isListed ? [listed] : [])].find(
    (address) => address !== undefined && address.length <= 2000,
  )
}
