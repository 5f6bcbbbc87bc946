import { nowhere } from '../../lib/geo/place-of-number.ts'
import type { CallColumnName } from '../../report-engine/summary/call-columns.ts'
import type { DemoCall } from './demo-call.ts'
import { detailsOf } from './call-details.ts'
import { instantText } from './instant-text.ts'
import { demoSource, externalId } from './make-calls.ts'
import { secondsOf } from './outcome.ts'
import { routeTrace } from './route-trace.ts'

type Cell = string | number | boolean | null
type Row = Partial<Record<CallColumnName | 'version' | 'content_hash' | 'received_at', Cell>>

export interface RowOptions {
  seed: number
  nowMs: number
}

/** A call as the columns of its row; null is no value. */
export function rowOf(call: DemoCall, options: RowOptions) {
  const details = detailsOf(call, options.seed)
  const { line, channel, extension, rules } = call
  return {
    ...identityOf(call, options),
    direction: call.direction,
    status: call.status,
    answered_by: answeredBy(call),
    hangup_by: details.hangupBy,
    hangup_cause: details.hangupCause,
    ...partiesOf(call),
    ...timesOf(call),
    ...placeOf(call),
    first_time: call.priorCalls === null ? null : call.priorCalls === 0,
    prior_calls: call.priorCalls,
    network: line.network,
    number: line.number,
    location: extension.branch.code,
    historicalroute: rules?.route.code ?? '',
    tod: rules?.tod.code ?? '',
    rotationgroup: rules?.team.code ?? '',
    agent: call.agent,
    route_trace: routeTrace(call),
    source: channel?.source ?? '',
    medium: channel?.medium ?? '',
    campaign: details.campaign,
    keyword: details.keyword,
    landing_page: details.landingPage,
    referrer: details.referrer,
    gclid: details.gclid,
    cost: call.endedMs === null ? null : details.cost,
    value: details.value,
    currency: call.business.currency,
    returned_at: storedInstant(call.returnedMs),
    tags: details.tags.length === 0 ? '[]' : `['${details.tags.join("','")}']`,
    note: details.note,
    lead_status: details.leadStatus,
    score: details.score,
  } satisfies Row
}

/** A row as a line of tab-separated values. None of its values needs escaping. */
export function lineOf(row: ReturnType<typeof rowOf>): string {
  return `${Object.values<Cell>(row)
    .map((cell) => cell ?? '\\N')
    .join('\t')}\n`
}

function identityOf({ id, version, business, sequence, endedMs, startedMs }: DemoCall, options: RowOptions) {
  return {
    id,
    customer_id: business.customerId,
    source_system: demoSource,
    external_call_id: externalId(business.code, sequence),
    version,
    content_hash: Number.parseInt(id.slice(24), 16),
    received_at: storedInstant(Math.min((endedMs ?? startedMs) + 1500, options.nowMs)),
  }
}

function answeredBy({ status }: DemoCall): string {
  if (status === 'answered' || status === 'in-progress') return 'person'
  return status === 'voicemail' ? 'machine' : ''
}

/** An outbound call shows the advertised number and rings at the other party. */
function partiesOf({ direction, line, caller, extension }: DemoCall) {
  const other = caller?.number ?? ''
  const isInbound = direction === 'inbound'
  return {
    tracking_number: line.number,
    caller_number: isInbound ? other : line.number,
    target_number: isInbound ? extension.number : other,
    caller_name: caller?.name ?? '',
  }
}

function timesOf(call: DemoCall) {
  const { startedMs, answeredMs, endedMs, outcome } = call
  const { ivr, queue, ring, talk, hold, message } = outcome
  const hasEnded = endedMs !== null
  return {
    started_at: storedInstant(startedMs),
    answered_at: storedInstant(answeredMs),
    ended_at: storedInstant(endedMs),
    duration: hasEnded ? secondsOf(outcome) : null,
    ring_duration: ring,
    ivr_duration: ivr,
    hold_duration: hasEnded ? hold : null,
    queue_duration: queue,
    talk_duration: hasEnded ? talk : null,
    billable_duration: hasEnded ? Math.ceil((talk + message) / 60) * 60 : null,
  }
}

function placeOf({ caller }: DemoCall) {
  const place = caller?.place ?? nowhere
  return {
    city: place.city,
    state: place.state,
    county: place.county,
    zipcode: place.zipcode,
    postalcode: place.postalcode,
    country: place.country,
    npanxx: place.npanxx,
    dma: caller?.market ?? '',
    metro: place.metro,
    latitude: place.latitude,
    longitude: place.longitude,
    caller_time_zone: place.timeZone,
    geo_precision: place.precision,
    geo_source: caller === null ? '' : 'source',
  }
}

function storedInstant(instantMs: number | null): string | null {
  return instantMs === null ? null : instantText(instantMs, ' ')
}
