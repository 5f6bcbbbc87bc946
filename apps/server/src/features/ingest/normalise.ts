import type { CallInput } from '@callboard/contract/calls'
import type { EntityType } from '@callboard/contract/claims'
import type { CallStatus, Direction } from '@callboard/contract/fields'
import { isSupportedCountry } from 'libphonenumber-js/min'
import type { Geography } from '../../lib/geo/place-of-number.ts'
import { toE164, type CountryCode } from '../../lib/phone.ts'
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
  const country = countryOf(customer)
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
  const columns: Columns = {
    id,
    customer_id: customer.id,
    source_system: sourceSystem,
    external_call_id: input.externalCallId,
    content_hash: hash,
    started_at: startedAt,
    tracking_number: numbers.tracking,
    caller_number: numbers.caller,
    target_number: numbers.target,
    ...codes,
    ...stateColumns(input, state),
    ...placeColumns(place),
    ...sentColumns(input),
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
    columns: JSON.stringify(columns, withoutDefaults).slice(1),
  }
}

type Column = string | number | readonly string[] | null | undefined
type Columns = Record<string, Column>

function withoutDefaults(_name: string, value: unknown): unknown {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value
}

function stateColumns(input: CallInput, state: CallState): Columns {
  return {
    direction: input.direction,
    status: state.status,
    answered_by: input.answeredBy,
    hangup_by: input.hangupBy,
    hangup_cause: input.hangupCause,
    answered_at: state.answeredMs === null ? null : storedInstant(state.answeredMs),
    ended_at: state.endedMs === null ? null : storedInstant(state.endedMs),
    duration: state.duration,
    ring_duration: state.ringDuration,
    ivr_duration: input.ivrDuration,
    hold_duration: input.holdDuration,
    queue_duration: input.queueDuration,
    talk_duration: state.talkDuration,
    billable_duration: input.billableDuration,
  }
}

function placeColumns(place: CallPlace): Columns {
  return {
    city: place.city,
    country: place.country,
    metro: place.metro,
    latitude: place.latitude,
    longitude: place.longitude,
    caller_time_zone: place.timeZone,
    geo_precision: place.precision,
    geo_source: place.geoSource,
  }
}

function sentColumns(input: CallInput): Columns {
  return {
    parent_call_id: input.parentCallId,
    caller_name: input.callerName,
    agent: input.agent,
    route_trace: listText(input.routeTrace),
    source: input.source,
    medium: input.medium,
    campaign: input.campaign,
    keyword: input.keyword,
    landing_page: input.landingPage,
    referrer: input.referrer,
    gclid: input.gclid,
    cost: input.cost,
    value: input.value,
    currency: input.currency,
    tags: input.tags,
    note: input.note,
    lead_status: input.leadStatus,
    score: input.score,
    recordings: listText(input.recordings),
  }
}

/** Lists of objects are kept as JSON; an empty one as ''. */
function listText(list: readonly object[] | null | undefined): string {
  return list === null || list === undefined || list.length === 0 ? '' : JSON.stringify(list)
}

function countryOf(customer: IngestCustomer): CountryCode {
  return isSupportedCountry(customer.country) ? customer.country : 'US'
}

const withheld = /^(anonymous|restricted|private|unknown|unavailable|withheld|blocked)$/i

/** E.164 where it can be read as a public number, as it was sent where not; '' when withheld. */
function numberOf(raw: string | null | undefined, country: CountryCode): string {
  if (raw === null || raw === undefined || raw === '' || withheld.test(raw)) return ''
  return toE164(raw, country) ?? raw
}

function storedInstant(ms: number): string {
  return new Date(ms).toISOString().slice(0, 23).replace('T', ' ')
}
