import { z } from 'zod'
import { plainDecimal } from '../../../lib/decimal.ts'
import { parseJson } from '../../../lib/json.ts'
import type { SourceEvent } from '../adapter.ts'
import { type FieldReader, fieldsOf, msOfInstant, secondsOf } from '../event-text.ts'
import {
  type LegReport,
  type LegStatus,
  legStatuses,
  type PlaceReport,
  type RecordingReport,
  type Report,
} from '../legs/leg-reports.ts'

const Body = z.record(z.string(), z.unknown())

/** What an event says: of a leg, of a recording, or of both; nothing where it is no call-back and no row of the API. */
export function reportsOf({ eventKey, body }: SourceEvent): Report[] {
  const parsed = Body.safeParse(body)
  if (!parsed.success) return []
  const field = fieldsOf(parsed.data)
  if (field('call_sid') !== undefined) return [recordingOfRow(field, eventKey)]
  if (field('sid') !== undefined) return [legOfRow(field, eventKey)]
  const isOfLeg = field('CallStatus') !== undefined || field('AnsweredBy') !== undefined
  return [
    ...(isOfLeg ? [legOfCallback(field, eventKey)] : []),
    ...(field('RecordingSid') === undefined ? [] : [recordingOfCallback(field, eventKey)]),
  ]
}

function legOfCallback(field: FieldReader, eventKey: string): LegReport {
  return {
    kind: 'leg',
    eventKey,
    sid: field('CallSid') ?? '',
    isRow: false,
    status: statusOf(field('CallStatus')),
    word: field('CallStatus'),
    isAnswered: false,
    atMs: msOfInstant(field('Timestamp')),
    startedMs: msOfInstant(field('CallInitiatedAt')),
    answeredMs: msOfInstant(field('AnsweredTime')),
    endedMs: msOfInstant(field('EndTime')),
    // `Duration` is in billed minutes.
    seconds: secondsOf(field('CallDuration')),
    direction: field('Direction'),
    from: field('From'),
    to: field('To'),
    fromPlace: placeOf(field, 'From'),
    toPlace: placeOf(field, 'To'),
    callerName: field('CallerName') ?? field('CallerId'),
    answeredBy: field('AnsweredBy'),
    hangupBy: field('HangupSource'),
    hangupCause: field('HangupCause'),
    hangupReason: sipReasonOf(field('SipResponseCode')),
    forwardedFrom: field('ForwardedFrom'),
    stirVerdict: field('StirVerstat') ?? field('ShakenStirAttestation'),
    codec: field('Codec'),
    mos: mosOf(field('CallQualityStats')),
    ...moneyOf(field('Price'), field('PriceUnit')),
  }
}

function legOfRow(field: FieldReader, eventKey: string): LegReport {
  return {
    kind: 'leg',
    eventKey,
    sid: field('sid') ?? '',
    isRow: true,
    status: statusOf(field('status')),
    word: field('status'),
    isAnswered: false,
    atMs: msOfInstant(field('date_updated')),
    startedMs: msOfInstant(field('start_time')),
    endedMs: msOfInstant(field('end_time')),
    seconds: secondsOf(field('duration')),
    direction: field('direction'),
    from: field('from'),
    to: field('to'),
    callerName: field('caller_name'),
    answeredBy: field('answered_by'),
    forwardedFrom: field('forwarded_from'),
    ...moneyOf(field('price'), field('price_unit')),
  }
}

function recordingOfCallback(field: FieldReader, eventKey: string): RecordingReport {
  return {
    kind: 'recording',
    eventKey,
    sid: field('RecordingSid') ?? '',
    // Without a status it is what the older parameters of a call say of a recording that is there.
    status: field('RecordingStatus') ?? 'completed',
    seconds: secondsOf(field('RecordingDuration')),
    startedMs: msOfInstant(field('RecordingStartTime')),
    isMessage: field('RecordingSource') === 'RecordVerb',
    hasTwoChannels: field('RecordingChannels') === '2',
    url: field('RecordingUrl'),
  }
}

function recordingOfRow(field: FieldReader, eventKey: string): RecordingReport {
  return {
    kind: 'recording',
    eventKey,
    sid: field('sid') ?? '',
    status: field('status'),
    seconds: secondsOf(field('duration')),
    startedMs: msOfInstant(field('start_time')),
    isMessage: field('source') === 'RecordVerb',
    hasTwoChannels: field('channels') === '2',
    url: undefined,
  }
}

function statusOf(word: string | undefined): LegStatus | undefined {
  const lower = word?.toLowerCase()
  // SignalWire calls the state by the name of the event.
  return lower === 'answered' ? 'in-progress' : legStatuses.find((status) => status === lower)
}

/** 200 is how every call ends that was answered. */
function sipReasonOf(code: string | undefined): string | undefined {
  return code === undefined || code === '200' ? undefined : `SIP ${code}`
}

const Quality = z.object({ mos: z.coerce.number().min(0).max(5) })

/** Of figures that are JSON in a field. */
function mosOf(json: string | undefined): number | undefined {
  if (json === undefined) return undefined
  try {
    return Quality.safeParse(parseJson(json)).data?.mos
  } catch {
    return undefined
  }
}

function placeOf(field: FieldReader, end: 'From' | 'To'): PlaceReport | undefined {
  const place = {
    city: field(`${end}City`),
    state: field(`${end}State`),
    zip: field(`${end}Zip`),
    country: field(`${end}Country`),
  }
  return (place.city ?? place.state ?? place.zip ?? place.country) ? place : undefined
}

/** What is charged is said as a negative amount. */
function moneyOf(price: string | undefined, unit: string | undefined) {
  const amount = /^-?(\d{1,14})(?:\.(\d+))?$/.exec(price ?? '')
  const currency = unit?.toUpperCase()
  if (amount === null || currency === undefined || !/^[A-Z]{3}$/.test(currency)) return {}
  const [, whole = '', fraction = ''] = amount
  return { cost: plainDecimal(`${whole}.${fraction.slice(0, 4).padEnd(1, '0')}`), currency }
}
