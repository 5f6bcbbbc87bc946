import type { CallField } from '@callboard/contract/calls'
import { CallRecording, RouteStep } from '@callboard/contract/calls'
import { z } from 'zod'
import { InstantValue, Integer, TextOrNull } from '../db/row-values.ts'

const Nullable = {
  integer: Integer.nullable(),
  instant: InstantValue.nullable(),
  decimal: z.union([z.string(), z.number()]).transform(String).nullable(),
}

const jsonText = <T extends z.ZodType>(list: T) =>
  z
    .string()
    .transform((text): unknown => (text === '' ? [] : JSON.parse(text)))
    .pipe(list)

const Boolean = z.union([z.boolean(), z.int().transform((value) => value === 1)])

/** How a column of the table of calls becomes a field of a call; the customer's name is added from elsewhere. */
const callColumns = {
  id: { column: 'id', value: z.string() },
  customerId: { column: 'customer_id', value: z.string() },
  sourceSystem: { column: 'source_system', value: z.string() },
  externalCallId: { column: 'external_call_id', value: z.string() },
  parentCallId: { column: 'parent_call_id', value: z.string().nullable() },
  revision: { column: 'revision', value: Nullable.integer },
  direction: { column: 'direction', value: z.string() },
  status: { column: 'status', value: z.string() },
  answeredBy: { column: 'answered_by', value: TextOrNull },
  hangupBy: { column: 'hangup_by', value: TextOrNull },
  hangupCause: { column: 'hangup_cause', value: Nullable.integer },
  trackingNumber: { column: 'tracking_number', value: z.string() },
  callerNumber: { column: 'caller_number', value: TextOrNull },
  targetNumber: { column: 'target_number', value: TextOrNull },
  callerName: { column: 'caller_name', value: TextOrNull },
  startedAt: { column: 'started_at', value: InstantValue },
  answeredAt: { column: 'answered_at', value: Nullable.instant },
  endedAt: { column: 'ended_at', value: Nullable.instant },
  duration: { column: 'duration', value: Nullable.integer },
  ringDuration: { column: 'ring_duration', value: Nullable.integer },
  ivrDuration: { column: 'ivr_duration', value: Nullable.integer },
  holdDuration: { column: 'hold_duration', value: Nullable.integer },
  queueDuration: { column: 'queue_duration', value: Nullable.integer },
  talkDuration: { column: 'talk_duration', value: Nullable.integer },
  billableDuration: { column: 'billable_duration', value: Nullable.integer },
  city: { column: 'city', value: TextOrNull },
  state: { column: 'state', value: TextOrNull },
  county: { column: 'county', value: TextOrNull },
  zipcode: { column: 'zipcode', value: TextOrNull },
  postalcode: { column: 'postalcode', value: TextOrNull },
  country: { column: 'country', value: TextOrNull },
  npanxx: { column: 'npanxx', value: TextOrNull },
  dma: { column: 'dma', value: TextOrNull },
  metro: { column: 'metro', value: TextOrNull },
  latitude: { column: 'latitude', value: z.number().nullable() },
  longitude: { column: 'longitude', value: z.number().nullable() },
  callerTimeZone: { column: 'caller_time_zone', value: TextOrNull },
  geoPrecision: {
    column: 'geo_precision',
    value: z.string().transform((text) => (text === '' ? 'none' : text)),
  },
  geoSource: { column: 'geo_source', value: TextOrNull },
  firstTime: { column: 'first_time', value: Boolean.nullable() },
  priorCalls: { column: 'prior_calls', value: Nullable.integer },
  network: { column: 'network', value: TextOrNull },
  number: { column: 'number', value: TextOrNull },
  location: { column: 'location', value: TextOrNull },
  historicalroute: { column: 'historicalroute', value: TextOrNull },
  tod: { column: 'tod', value: TextOrNull },
  rotationgroup: { column: 'rotationgroup', value: TextOrNull },
  agent: { column: 'agent', value: TextOrNull },
  routeTrace: { column: 'route_trace', value: jsonText(z.array(RouteStep)) },
  source: { column: 'source', value: TextOrNull },
  medium: { column: 'medium', value: TextOrNull },
  campaign: { column: 'campaign', value: TextOrNull },
  keyword: { column: 'keyword', value: TextOrNull },
  landingPage: { column: 'landing_page', value: TextOrNull },
  referrer: { column: 'referrer', value: TextOrNull },
  gclid: { column: 'gclid', value: TextOrNull },
  cost: { column: 'cost', value: Nullable.decimal },
  value: { column: 'value', value: Nullable.decimal },
  currency: { column: 'currency', value: TextOrNull },
  returnedAt: { column: 'returned_at', value: Nullable.instant },
  tags: { column: 'tags', value: z.array(z.string()) },
  note: { column: 'note', value: TextOrNull },
  leadStatus: { column: 'lead_status', value: TextOrNull },
  score: { column: 'score', value: Nullable.integer },
  recordings: { column: 'recordings', value: jsonText(z.array(CallRecording)) },
  legalHold: { column: 'legal_hold', value: Boolean },
} as const satisfies Record<Exclude<CallField, 'customerName'>, { column: string; value: z.ZodType }>

export type StoredCallField = keyof typeof callColumns

export const storedCallFields: readonly StoredCallField[] = Object.keys(callColumns).filter(isStoredCallField)

export function isStoredCallField(name: string): name is StoredCallField {
  return Object.hasOwn(callColumns, name)
}

/** Columns to select, each as its field, and the schema of such a row. */
export function selectCall(names: readonly StoredCallField[]) {
  const shape: Record<string, z.ZodType> = {}
  for (const name of names) shape[`f_${name}`] = callColumns[name].value
  const row = z.object(shape).transform((cells) => {
    // Prefixed in the query: a name that is also a column's would stand for it in WHERE.
    return Object.fromEntries(names.map((name) => [name, cells[`f_${name}`]]))
  })
  return { select: names.map((name) => `${callColumns[name].column} AS f_${name}`).join(', '), row }
}
