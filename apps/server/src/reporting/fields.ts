import type { Zone } from './bindings.ts'

/** How the values of a field are compared, bound and shown. */
export type FieldKind = 'text' | 'uuid' | 'integer' | 'decimal' | 'boolean' | 'instant' | 'tags'

export interface Field {
  kind: FieldKind
  label: string
  /** Expression over the table of calls. In a text '' means no value, elsewhere NULL does. */
  sql: (zone: Zone) => string
  /** A phone number: formulas are not suspected in it, and it is shown as one. */
  isPhone?: boolean
  /** Values of a closed set, which any other value is refused for. */
  unit?: 'seconds'
}

const text = (column: string, label: string): Field => ({ kind: 'text', label, sql: () => column })
const phone = (column: string, label: string): Field => ({ ...text(column, label), isPhone: true })
const seconds = (column: string, label: string): Field => ({
  kind: 'integer',
  label,
  sql: () => column,
  unit: 'seconds',
})
const instant = (column: string, label: string): Field => ({ kind: 'instant', label, sql: () => column })

/** Statuses of an inbound call that count as missed; constants of this code, no values of a user. */
export const missedSql = "status IN ('missed', 'abandoned', 'busy', 'failed')"
export const missedNotReturnedSql = `(direction = 'inbound' AND ${missedSql} AND caller_number != '' AND isNull(returned_at))`

/**
 * Everything of a call that can be read, filtered or grouped by. A report's dimension, a filter, a column of details
 * and of an export all come from here, so that a field means the same everywhere.
 */
const fields = {
  id: { kind: 'uuid', label: 'Call id', sql: () => 'id' },
  customerId: { kind: 'uuid', label: 'Customer id', sql: () => 'customer_id' },
  customer: { kind: 'uuid', label: 'Customer', sql: () => 'customer_id' },
  sourceSystem: text('source_system', 'Source system'),
  externalCallId: text('external_call_id', 'External id'),
  parentCallId: { kind: 'uuid', label: 'Parent call', sql: () => 'parent_call_id' },
  revision: { kind: 'integer', label: 'Revision', sql: () => 'revision' },
  direction: text('direction', 'Direction'),
  status: text('status', 'Status'),
  answeredBy: text('answered_by', 'Answered by'),
  hangupBy: text('hangup_by', 'Hung up by'),
  hangupCause: { kind: 'integer', label: 'Hang-up cause', sql: () => 'hangup_cause' },
  trackingNumber: phone('tracking_number', 'Tracking number'),
  callerNumber: phone('caller_number', 'Caller number'),
  targetNumber: phone('target_number', 'Target number'),
  callerName: text('caller_name', 'Caller name'),
  startedAt: instant('started_at', 'Started at'),
  answeredAt: instant('answered_at', 'Answered at'),
  endedAt: instant('ended_at', 'Ended at'),
  duration: seconds('duration', 'Duration'),
  ringDuration: seconds('ring_duration', 'Ring time'),
  ivrDuration: seconds('ivr_duration', 'IVR time'),
  holdDuration: seconds('hold_duration', 'Hold time'),
  queueDuration: seconds('queue_duration', 'Queue time'),
  talkDuration: seconds('talk_duration', 'Talk time'),
  billableDuration: seconds('billable_duration', 'Billable time'),
  city: text('city', 'City'),
  state: text('state', 'State'),
  county: text('county', 'County'),
  zipcode: text('zipcode', 'ZIP code'),
  postalcode: text('postalcode', 'Postal code'),
  country: text('country', 'Country'),
  npanxx: text('npanxx', 'NPA-NXX'),
  dma: text('dma', 'DMA'),
  metro: text('metro', 'Metro area'),
  latitude: { kind: 'decimal', label: 'Latitude', sql: () => 'latitude' },
  longitude: { kind: 'decimal', label: 'Longitude', sql: () => 'longitude' },
  callerTimeZone: text('caller_time_zone', 'Caller’s time zone'),
  geoPrecision: text('geo_precision', 'Precision of place'),
  geoSource: text('geo_source', 'Source of place'),
  firstTime: { kind: 'boolean', label: 'First-time caller', sql: () => 'first_time' },
  priorCalls: { kind: 'integer', label: 'Prior calls', sql: () => 'prior_calls' },
  network: text('network', 'Network'),
  number: text('number', 'Number'),
  location: text('location', 'Location'),
  historicalroute: text('historicalroute', 'Historical route'),
  tod: text('tod', 'Time-of-day rule'),
  rotationgroup: text('rotationgroup', 'Rotation group'),
  agent: text('agent', 'Agent'),
  source: text('source', 'Source'),
  medium: text('medium', 'Medium'),
  campaign: text('campaign', 'Campaign'),
  keyword: text('keyword', 'Keyword'),
  landingPage: text('landing_page', 'Landing page'),
  referrer: text('referrer', 'Referrer'),
  gclid: text('gclid', 'GCLID'),
  cost: { kind: 'decimal', label: 'Cost', sql: () => 'cost' },
  value: { kind: 'decimal', label: 'Value', sql: () => 'value' },
  currency: text('currency', 'Currency'),
  returnedAt: instant('returned_at', 'Returned at'),
  tag: { kind: 'tags', label: 'Tag', sql: () => 'tags' },
  tags: { kind: 'tags', label: 'Tags', sql: () => 'tags' },
  note: text('note', 'Note'),
  leadStatus: text('lead_status', 'Lead status'),
  score: { kind: 'integer', label: 'Score', sql: () => 'score' },
  // Lists, of which a table shows the length.
  routeTrace: { kind: 'integer', label: 'Route steps', sql: () => 'JSONLength(route_trace)' },
  recordings: { kind: 'integer', label: 'Recordings', sql: () => 'JSONLength(recordings)' },
  legalHold: { kind: 'boolean', label: 'Legal hold', sql: () => 'legal_hold' },
  answered: { kind: 'boolean', label: 'Answered', sql: () => "(status = 'answered')" },
  missed: { kind: 'boolean', label: 'Missed', sql: () => `(direction = 'inbound' AND ${missedSql})` },
  missedNotReturned: { kind: 'boolean', label: 'Missed, not returned', sql: () => missedNotReturnedSql },
  hourOfDay: { kind: 'integer', label: 'Hour of day', sql: (zone) => `toHour(started_at, ${zone()})` },
  dayOfWeek: {
    kind: 'integer',
    label: 'Day of week',
    sql: (zone) => `toDayOfWeek(started_at, 0, ${zone()})`,
  },
} as const satisfies Record<string, Field>

export type FieldName = keyof typeof fields

const names: ReadonlySet<string> = new Set(Object.keys(fields))

export function isFieldName(name: string): name is FieldName {
  return names.has(name)
}

export function fieldOf(name: FieldName): Field {
  return fields[name]
}
