import type { CallInput } from '@callboard/contract/calls'
import type { EntityType } from '@callboard/contract/claims'
import type { CallStatus, Direction } from '@callboard/contract/fields'
import type { Geography } from '../../lib/geo/place-of-number.ts'
import { countryOfNumbers, toE164, type CountryCode } from '../../lib/phone.ts'
import { callId } from './call-id.ts'
import { stateOfCall, type CallState } from './call-state.ts'
import type { IngestCustomer } from './check.ts'
import { contentHash } from './content-hash.ts'
import { placeOfCall, type CallPlace } from './place.ts'

/** A call ready to be stored: what tells it from others, and its columns. */
export interface NormalCall extends CallFacts {
  externalCallId: string
  sourceSystem: string
  /** As the source gave it. */
  revision: number | null
  contentHash: string
  /**
   * The row as one line of JSONEachRow without its opening brace, its version and its revision: they are known when
   * the batch is written, and nothing is serialised twice. A column that is left out has its default, "no value".
   */
  columns: string
}

/** What is kept of a call in memory until it can be read. */
export interface CallFacts {
  id: string
  customerId: string
  /** `YYYY-MM-DD hh:mm:ss.mmm` in UTC, as ClickHouse writes it. */
  startedAt: string
  direction: Direction
  status: CallStatus
  /** '' when withheld. */
  callerNumber: string
  targetNumber: string
  isLeg: boolean
  codes: Record<EntityType, string>
}

export interface Normalising {
  customer: IngestCustomer
  /** Stands for the source system where a call names none. */
  source: string
  geography: Geography
}

export function normaliseCall(input: CallInput, { customer, source, geography }: Normalising): NormalCall {
  const country = countryOfNumbers(customer.country)
  const sourceSystem = input.sourceSystem ?? source
  const id = callId(customer.id, sourceSystem, input.externalCallId)
  const state = stateOfCall(input)
  const numbers = {
    tracking: numberOf(input.trackingNumber, country),
    caller: numberOf(input.callerNumber, country),
    target: numberOf(input.targetNumber, country),
  }
  const other = input.direction === 'inbound' ? numbers.caller : numbers.target
  const place = placeOfCall(input, other === '' ? null : other, geography)
  const codes = {
    network: input.network ?? '',
    number: numberOf(input.number, country) || numbers.tracking,
    location: input.location ?? '',
    npanxx: place.npanxx,
    zipcode: place.zipcode,
    postalcode: place.postalcode,
    state: place.state,
    county: place.county,
    historicalroute: input.historicalroute ?? '',
    dma: place.dma,
    tod: input.tod ?? '',
    rotationgroup: input.rotationgroup ?? '',
  }
  const hash = contentHash(input)
  const startedAt = storedInstant(state.startedMs)
  const identity: Columns = {
    id,
    customer_id: customer.id,
    source_system: sourceSystem,
    external_call_id: input.externalCallId,
    content_hash: hash,
    started_at: startedAt,
    tracking_number: numbers.tracking,
    caller_number: some(numbers.caller),
    target_number: some(numbers.target),
  }
  return {
    id,
    customerId: customer.id,
    externalCallId: input.externalCallId,
    sourceSystem,
    revision: input.revision ?? null,
    contentHash: hash,
    startedAt,
    direction: input.direction,
    status: state.status,
    callerNumber: numbers.caller,
    targetNumber: numbers.target,
    isLeg: (input.parentCallId ?? null) !== null,
    codes,
    columns: `${[identity, codeColumns(codes), stateColumns(input, state), placeColumns(place), sentColumns(input)].map(membersOf).filter(Boolean).join(',')}}`,
  }
}

// Put together as text: one object of all columns would be too large for the engine's fast objects.
function membersOf(columns: Columns): string {
  return JSON.stringify(columns).slice(1, -1)
}

/** What is undefined is left out of the row. */
type Columns = Record<string, string | number | readonly string[] | undefined>

function stateColumns(input: CallInput, state: CallState): Columns {
  return {
    direction: input.direction,
    status: state.status,
    answered_by: some(input.answeredBy),
    hangup_by: some(input.hangupBy),
    hangup_cause: some(input.hangupCause),
    answered_at: state.answeredMs === null ? undefined : storedInstant(state.answeredMs),
    ended_at: state.endedMs === null ? undefined : storedInstant(state.endedMs),
    duration: some(state.duration),
    ring_duration: some(state.ringDuration),
    ivr_duration: some(input.ivrDuration),
    hold_duration: some(input.holdDuration),
    queue_duration: some(input.queueDuration),
    talk_duration: some(state.talkDuration),
    billable_duration: some(input.billableDuration),
  }
}

function placeColumns(place: CallPlace): Columns {
  return {
    city: some(place.city),
    country: some(place.country),
    metro: some(place.metro),
    latitude: some(place.latitude),
    longitude: some(place.longitude),
    caller_time_zone: some(place.timeZone),
    geo_precision: place.precision,
    geo_source: some(place.geoSource),
  }
}

function codeColumns(codes: CallFacts['codes']): Columns {
  return {
    network: some(codes.network),
    number: some(codes.number),
    location: some(codes.location),
    npanxx: some(codes.npanxx),
    zipcode: some(codes.zipcode),
    postalcode: some(codes.postalcode),
    state: some(codes.state),
    county: some(codes.county),
    historicalroute: some(codes.historicalroute),
    dma: some(codes.dma),
    tod: some(codes.tod),
    rotationgroup: some(codes.rotationgroup),
  }
}

function sentColumns(input: CallInput): Columns {
  return {
    parent_call_id: some(input.parentCallId),
    caller_name: some(input.callerName),
    agent: some(input.agent),
    route_trace: listText(input.routeTrace),
    source: some(input.source),
    medium: some(input.medium),
    campaign: some(input.campaign),
    keyword: some(input.keyword),
    landing_page: some(input.landingPage),
    referrer: some(input.referrer),
    gclid: some(input.gclid),
    cost: some(input.cost),
    value: some(input.value),
    currency: some(input.currency),
    tags: input.tags ?? undefined,
    note: some(input.note),
    lead_status: some(input.leadStatus),
    score: some(input.score),
    recordings: listText(input.recordings),
  }
}

function some<T extends string | number>(value: T | null | undefined): T | undefined {
  return value === null || value === '' ? undefined : value
}

/** Lists of objects are kept as JSON. */
function listText(list: readonly object[] | null | undefined): string | undefined {
  return list === null || list === undefined || list.length === 0 ? undefined : JSON.stringify(list)
}

const withheld = /^(anonymous|restricted|private|unknown|unavailable|withheld|blocked)$/i

/** E.164 where it can be read as a public number, as it was sent where not; '' when withheld. */
function numberOf(raw: string | null | undefined, country: CountryCode): string {
  if (raw === null || raw === undefined || raw === '' || withheld.test(raw)) return ''
  return toE164(raw, country) ?? raw
}

const dayMs = 86_400_000
let newestDay = { day: Number.NaN, text: '' }

/** Calls of one day come together: its text is kept, as `Date.toISOString` is slow. */
function storedInstant(ms: number): string {
  const day = Math.floor(ms / dayMs)
  if (day !== newestDay.day) {
    newestDay = { day, text: new Date(day * dayMs).toISOString().slice(0, 10) }
  }
  const rest = ms - day * dayMs
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(seconds / 60)
  const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
  return `${newestDay.text} ${time}.${String(rest % 1000).padStart(3, '0')}`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}
