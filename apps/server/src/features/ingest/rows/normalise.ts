import type { CallInput } from '@callboard/contract/calls'
import type { ArrivedCall } from '../../../db/arrived-call.ts'
import type { Geography } from '../../../lib/geo/place-of-number.ts'
import { countryOfNumbers, toE164, type CountryCode } from '../../../lib/phone.ts'
import { callId } from '../../../db/call-id.ts'
import { attribute, type AttributedValues, type Attribution, type Standings } from '../standings/attribute.ts'
import { type CallState, isEndKnown, stateOfCall } from './call-state.ts'
import type { IngestCustomer } from './check.ts'
import { contentHash } from './content-hash.ts'
import { type CallPlace, placeOfCall } from './place.ts'
import { hangupOf, hangupParty, stirVerdict } from './words-of-systems.ts'
import { type FoundColumns, rowText } from './row-text.ts'
import { attributeColumns } from './sent-attributes.ts'
import { sentDifferences } from './sent-fields.ts'
import { storedInstant } from './stored-instant.ts'

/** A call ready to be stored: what tells it from others, and its columns. */
export interface NormalCall extends CallFacts {
  externalCallId: string
  sourceSystem: string
  /** As the source gave it. */
  revision: number | null
  contentHash: string
  /**
   * The row as one line of JSONEachRow without its opening brace, its version and its revision: they are known when
   * the batch is written, and nothing is serialised twice.
   */
  columns: string
}

/** What is kept of a call in memory until it can be read. */
export interface CallFacts extends ArrivedCall {
  /** '' when withheld. */
  callerNumber: string
  targetNumber: string
  isLeg: boolean
  /** It has ended, and its end is known. */
  isOver: boolean
}

export interface Normalising {
  customer: IngestCustomer
  /** Stands for the source system where a call names none. */
  source: string
  geography: Geography
  standings: Standings
}

export function normaliseCall(
  input: CallInput,
  { customer, source, geography, standings }: Normalising,
): NormalCall {
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
  const number = numberOf(input.number, country) || numbers.tracking
  const [{ direction }, { startedMs }] = [input, state]
  const said = valuesOf(input, numbers.target)
  const attribution = attribute({ number, direction, startedMs, sourceSystem, values: said }, standings)
  const { values } = attribution
  const codes = {
    network: values.network,
    number,
    location: values.location,
    npanxx: place.npanxx,
    zipcode: place.zipcode,
    postalcode: place.postalcode,
    state: place.state,
    county: place.county,
    historicalroute: standings.codes.resolve('historicalroute', input.historicalroute ?? ''),
    dma: place.dma,
    tod: standings.codes.resolve('tod', input.tod ?? ''),
    rotationgroup: values.rotationgroup,
  }
  const hangup = hangupOf(input)
  const hash = contentHash(input)
  const startedAt = storedInstant(startedMs)
  const found: FoundColumns = {
    id,
    customer_id: customer.id,
    source_system: sourceSystem,
    content_hash: hash,
    started_at: startedAt,
    ...columnsOfState(state),
    tracking_number: numbers.tracking,
    caller_number: some(numbers.caller),
    forwarded_from: some(numberOf(input.forwardedFrom, country)),
    stir_verdict: some(stirVerdict(input.stirVerdict)),
    hangup_by: some(hangupParty(input)),
    hangup_cause: hangup.cause,
    hangup_reason: hangup.reason,
    number: some(number),
    ...columnsOfAttribution(attribution),
    historicalroute: some(codes.historicalroute),
    tod: some(codes.tod),
    ...columnsOfPlace(place),
    currency: some(currencyOf(input, customer)),
    ...attributeColumns(input, customer.attributes),
  }
  return {
    id,
    customerId: customer.id,
    externalCallId: input.externalCallId,
    sourceSystem,
    revision: input.revision ?? null,
    contentHash: hash,
    startedAt,
    direction,
    status: state.status,
    callerNumber: numbers.caller,
    targetNumber: values.targetNumber,
    isLeg: (input.parentCallId ?? null) !== null,
    isOver: isEndKnown(state),
    codes,
    columns: `${rowText(input, found)},"sent":${JSON.stringify(sentDifferences(input, found))}}`,
  }
}

function columnsOfState({ status, endedMs, phase, isEndUnknown, ...durations }: CallState) {
  return {
    ended_at: endedMs === null ? undefined : storedInstant(endedMs),
    status,
    duration: some(durations.duration),
    ring_duration: some(durations.ringDuration),
    talk_duration: some(durations.talkDuration),
    phase: phase?.name,
    phase_since: phase === null ? undefined : storedInstant(phase.sinceMs),
    end_unknown: isEndUnknown ? 1 : undefined,
  } satisfies FoundColumns
}

function valuesOf(input: CallInput, targetNumber: string): AttributedValues {
  return {
    source: input.source ?? '',
    medium: input.medium ?? '',
    campaign: input.campaign ?? '',
    keyword: input.keyword ?? '',
    location: input.location ?? '',
    rotationgroup: input.rotationgroup ?? '',
    network: input.network ?? '',
    targetNumber,
  }
}

function columnsOfAttribution({ values, by, fromNumber, assignmentId }: Attribution) {
  return {
    network: some(values.network),
    location: some(values.location),
    rotationgroup: some(values.rotationgroup),
    target_number: some(values.targetNumber),
    source: some(values.source),
    medium: some(values.medium),
    campaign: some(values.campaign),
    keyword: some(values.keyword),
    attributed_by: by,
    from_number: fromNumber.length === 0 ? undefined : fromNumber,
    number_assignment_id: assignmentId,
  } satisfies FoundColumns
}

function columnsOfPlace(place: CallPlace) {
  return {
    npanxx: some(place.npanxx),
    zipcode: some(place.zipcode),
    postalcode: some(place.postalcode),
    state: some(place.state),
    county: some(place.county),
    dma: some(place.dma),
    city: some(place.city),
    country: some(place.country),
    metro: some(place.metro),
    latitude: some(place.latitude),
    longitude: some(place.longitude),
    caller_time_zone: some(place.timeZone),
    geo_precision: place.precision,
    geo_source: some(place.geoSource),
  } satisfies FoundColumns
}

function some<T extends string | number>(value: T | null | undefined): T | undefined {
  return value === null || value === '' ? undefined : value
}

/** Amounts are in the customer's currency unless the source says another one. */
function currencyOf({ cost, value, currency }: CallInput, customer: IngestCustomer): string | null {
  const hasAmount = (cost ?? null) !== null || (value ?? null) !== null
  return currency ?? (hasAmount ? customer.currency : null)
}

const withheld = /^(anonymous|restricted|private|unknown|unavailable|withheld|blocked)$/i

/** E.164 where it can be read as a public number, as it was sent where not; '' when withheld. */
function numberOf(raw: string | null | undefined, country: CountryCode): string {
  if (raw === null || raw === undefined || raw === '' || withheld.test(raw)) return ''
  return toE164(raw, country) ?? raw
}
