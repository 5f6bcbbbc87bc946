import type { DemoCall } from './demo-call.ts'
import { detailsOf } from './call-details.ts'
import { instantText } from './instant-text.ts'
import { demoSource, externalId } from './make-calls.ts'
import { secondsOf } from './outcome.ts'
import { routeTrace } from './route-trace.ts'

type Cell = string | number | boolean

export interface RowOptions {
  seed: number
  nowMs: number
}

/** Columns of a row, in their order. */
export const columns: readonly string[] = `
  id customer_id source_system external_call_id version content_hash received_at
  direction status answered_by hangup_by hangup_cause
  tracking_number caller_number target_number caller_name
  started_at answered_at ended_at
  duration ring_duration ivr_duration hold_duration queue_duration talk_duration billable_duration
  city state county zipcode postalcode country npanxx dma metro latitude longitude
  caller_time_zone geo_precision geo_source first_time prior_calls
  network number location historicalroute tod rotationgroup agent route_trace
  source medium campaign keyword landing_page referrer gclid
  cost value currency returned_at tags note lead_status score`
  .trim()
  .split(/\s+/)

const none = '\\N'

/** A call as a line of tab-separated values. No value of it holds a sign that would have to be escaped. */
export function rowOf(call: DemoCall, options: RowOptions): string {
  const details = detailsOf(call, options.seed)
  const { line, channel, extension, rules } = call
  const cells: Cell[] = [
    ...identityCells(call, options),
    call.direction,
    call.status,
    answeredBy(call),
    details.hangupBy,
    details.hangupCause ?? none,
    ...partyCells(call),
    ...timeCells(call),
    ...placeCells(call),
    ...(call.priorCalls === null ? [none, none] : [call.priorCalls === 0, call.priorCalls]),
    line.network,
    line.number,
    extension.branch.code,
    rules?.route.code ?? '',
    rules?.tod.code ?? '',
    rules?.team.code ?? '',
    call.agent,
    routeTrace(call),
    channel?.source ?? '',
    channel?.medium ?? '',
    details.campaign,
    details.keyword,
    details.landingPage,
    details.referrer,
    details.gclid,
    call.endedMs === null ? none : details.cost,
    details.value ?? none,
    call.business.currency,
    storedInstant(call.returnedMs),
    details.tags.length === 0 ? '[]' : `['${details.tags.join("','")}']`,
    details.note,
    details.leadStatus,
    details.score ?? none,
  ]
  return `${cells.join('\t')}\n`
}

function identityCells(
  { id, version, business, sequence, endedMs, startedMs }: DemoCall,
  options: RowOptions,
): Cell[] {
  return [
    id,
    business.customerId,
    demoSource,
    externalId(business.code, sequence),
    version,
    Number.parseInt(id.slice(24), 16),
    storedInstant(Math.min((endedMs ?? startedMs) + 1500, options.nowMs)),
  ]
}

function answeredBy({ status }: DemoCall): string {
  if (status === 'answered' || status === 'in-progress') return 'person'
  return status === 'voicemail' ? 'machine' : ''
}

/** A call that goes out shows the advertised number and rings at the other party. */
function partyCells({ direction, line, caller, extension }: DemoCall): Cell[] {
  const other = caller?.number ?? ''
  const name = caller?.name ?? ''
  return direction === 'inbound'
    ? [line.number, other, extension.number, name]
    : [line.number, line.number, other, name]
}

function timeCells({ startedMs, answeredMs, endedMs, outcome }: DemoCall): Cell[] {
  const { ivr, queue, ring, talk, hold, message } = outcome
  const times = [storedInstant(startedMs), storedInstant(answeredMs), storedInstant(endedMs)]
  if (endedMs === null) return [...times, none, ring, ivr, none, queue, none, none]
  const billable = Math.ceil((talk + message) / 60) * 60
  return [...times, secondsOf(outcome), ring, ivr, hold, queue, talk, billable]
}

function placeCells({ caller }: DemoCall): Cell[] {
  if (caller === null) return ['', '', '', '', '', '', '', '', '', none, none, '', 'none', '']
  const { place, market } = caller
  return [
    place.city,
    place.state,
    place.county,
    place.zipcode,
    place.postalcode,
    place.country,
    place.npanxx,
    market,
    place.metro,
    place.latitude ?? none,
    place.longitude ?? none,
    place.timeZone,
    place.precision,
    'source',
  ]
}

function storedInstant(instantMs: number | null): string {
  return instantMs === null ? none : instantText(instantMs, ' ')
}
