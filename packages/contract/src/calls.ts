import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { callStatuses, directions, filterOperators, geoPrecisions } from './fields.ts'
import { keysetPageOf, keysetPageSizeLimit } from './paging.ts'
import { DayOrInstant, Period } from './period.ts'
import { Currency, Decimal, Guid, Instant, TimeZone } from './scalars.ts'

export const batchRowLimit = 10_000

const text = (most: number) => z.string().max(most)
const Seconds = z.int().min(0).max(10_000_000)

export const RouteStep = z.strictObject({
  at: Instant,
  /** What happened: `received`, `rule`, `rang`, `answered`, `ended`, … */
  step: text(64),
  detail: text(500),
})
export type RouteStep = z.infer<typeof RouteStep>

export const CallRecording = z.strictObject({
  id: Guid,
  status: text(32),
  duration: Seconds.nullable(),
  channels: z.int().min(1).max(8).nullable(),
  redactionStatus: z.enum(['none', 'pending', 'clean', 'redacted', 'failed']),
})

/** What a source sends of a call. Everything else about a call is found out here. */
export const CallInput = z.strictObject({
  customerId: Guid.optional(),
  customerCode: text(64).optional(),
  sourceSystem: z.string().min(1).max(64).optional(),
  externalCallId: z.string().min(1).max(200),
  parentCallId: Guid.nullish(),
  revision: z.int().min(0).nullish(),
  direction: z.enum(directions),
  status: z.enum(callStatuses).nullish(),
  answeredBy: text(200).nullish(),
  hangupBy: text(64).nullish(),
  /** Q.850 cause. */
  hangupCause: z.int().min(0).max(999).nullish(),
  trackingNumber: z.string().min(1).max(64),
  /** Null when withheld. */
  callerNumber: text(64).nullish(),
  targetNumber: text(64).nullish(),
  callerName: text(200).nullish(),
  startedAt: Instant,
  answeredAt: Instant.nullish(),
  endedAt: Instant.nullish(),
  duration: Seconds.nullish(),
  ringDuration: Seconds.nullish(),
  ivrDuration: Seconds.nullish(),
  holdDuration: Seconds.nullish(),
  queueDuration: Seconds.nullish(),
  talkDuration: Seconds.nullish(),
  billableDuration: Seconds.nullish(),
  city: text(120).nullish(),
  state: text(16).nullish(),
  county: text(16).nullish(),
  zipcode: text(16).nullish(),
  postalcode: text(16).nullish(),
  country: text(2).nullish(),
  npanxx: text(6).nullish(),
  dma: text(120).nullish(),
  metro: text(160).nullish(),
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  network: text(120).nullish(),
  number: text(64).nullish(),
  location: text(120).nullish(),
  historicalroute: text(120).nullish(),
  tod: text(120).nullish(),
  rotationgroup: text(120).nullish(),
  agent: text(200).nullish(),
  routeTrace: z.array(RouteStep).max(200).nullish(),
  source: text(200).nullish(),
  medium: text(200).nullish(),
  campaign: text(200).nullish(),
  keyword: text(500).nullish(),
  landingPage: text(2000).nullish(),
  referrer: text(2000).nullish(),
  gclid: text(500).nullish(),
  cost: Decimal.nullish(),
  value: Decimal.nullish(),
  currency: Currency.nullish(),
  tags: z.array(z.string().min(1).max(100)).max(50).nullish(),
  note: text(5000).nullish(),
  leadStatus: text(64).nullish(),
  score: z.int().min(0).max(100).nullish(),
  recordings: z.array(CallRecording).max(20).nullish(),
  /** Accepted because sources send it, and ignored: it is found out here. */
  firstTime: z.boolean().nullish(),
  priorCalls: z.int().min(0).nullish(),
})
export type CallInput = z.infer<typeof CallInput>

/** A call as it is read. An empty text field is null; durations are whole seconds. */
export const Call = z.strictObject({
  id: Guid,
  customerId: Guid,
  customerName: z.string(),
  sourceSystem: z.string(),
  externalCallId: z.string(),
  parentCallId: Guid.nullable(),
  revision: z.int().nullable(),
  direction: z.enum(directions),
  status: z.enum(callStatuses),
  answeredBy: z.string().nullable(),
  hangupBy: z.string().nullable(),
  hangupCause: z.int().nullable(),
  trackingNumber: z.string(),
  callerNumber: z.string().nullable(),
  targetNumber: z.string().nullable(),
  callerName: z.string().nullable(),
  startedAt: Instant,
  answeredAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  duration: z.int().nullable(),
  ringDuration: z.int().nullable(),
  ivrDuration: z.int().nullable(),
  holdDuration: z.int().nullable(),
  queueDuration: z.int().nullable(),
  talkDuration: z.int().nullable(),
  billableDuration: z.int().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  county: z.string().nullable(),
  zipcode: z.string().nullable(),
  postalcode: z.string().nullable(),
  country: z.string().nullable(),
  npanxx: z.string().nullable(),
  dma: z.string().nullable(),
  metro: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  callerTimeZone: z.string().nullable(),
  geoPrecision: z.enum(geoPrecisions),
  geoSource: z.string().nullable(),
  firstTime: z.boolean().nullable(),
  priorCalls: z.int().nullable(),
  network: z.string().nullable(),
  number: z.string().nullable(),
  location: z.string().nullable(),
  historicalroute: z.string().nullable(),
  tod: z.string().nullable(),
  rotationgroup: z.string().nullable(),
  agent: z.string().nullable(),
  routeTrace: z.array(RouteStep),
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
  keyword: z.string().nullable(),
  landingPage: z.string().nullable(),
  referrer: z.string().nullable(),
  gclid: z.string().nullable(),
  cost: z.string().nullable(),
  value: z.string().nullable(),
  currency: z.string().nullable(),
  returnedAt: Instant.nullable(),
  tags: z.array(z.string()),
  note: z.string().nullable(),
  leadStatus: z.string().nullable(),
  score: z.int().nullable(),
  recordings: z.array(CallRecording),
  legalHold: z.boolean(),
})
export type Call = z.infer<typeof Call>
export type CallField = keyof Call

export const callFields = Call.keyof().options

/** A call of which only the asked columns are given; the id always is. */
export const PartialCall = Call.partial().required({ id: true })
export type PartialCall = z.infer<typeof PartialCall>

export const Filter = z.strictObject({
  field: z.string().max(64),
  op: z.enum(filterOperators),
  /** One for comparisons, several for `in` and `notIn`, none for `isNull` and `notNull`; null is "no value". */
  values: z
    .array(z.union([z.string().max(500), z.number(), z.boolean(), z.null()]))
    .max(1000)
    .default([]),
})
export type Filter = z.infer<typeof Filter>

export const CallDetailsQuery = z.strictObject({
  from: DayOrInstant.optional(),
  /** Exclusive. */
  to: DayOrInstant.optional(),
  /** Instead of from and to. */
  period: Period.optional(),
  /** Zone in which days are read; the user's own unless given. */
  timeZone: TimeZone.optional(),
  filters: z.array(Filter).max(50).default([]),
  /** Looked for in numbers, names, source, campaign, location, agent, tags and external id. */
  keyword: z.string().trim().max(200).optional(),
  columns: z.array(z.enum(callFields)).min(1).optional(),
  sort: z.enum(['startedAt', 'duration', 'talkDuration', 'ringDuration', 'value']).default('startedAt'),
  desc: z.boolean().default(true),
  cursor: z.string().max(2000).optional(),
  pageSize: z.int().min(1).max(keysetPageSizeLimit).default(50),
  /** Counts all rows behind the filters as well. */
  withTotal: z.boolean().default(false),
})
export type CallDetailsQuery = z.infer<typeof CallDetailsQuery>

export const callDetails = endpoint({
  method: 'POST',
  path: '/api/reporting/calldetails',
  summary:
    'Calls in the user’s scope, newest first, in keyset pages; as text/csv all of them, without pages. Legs (calls with a parent) are left out unless a filter names parentCallId.',
  body: CallDetailsQuery,
  response: keysetPageOf(PartialCall),
  alsoProduces: ['text/csv'],
  effect: 'read',
})

export const getCall = endpoint({
  method: 'GET',
  path: '/api/calls/{id}',
  summary: 'One call.',
  params: z.strictObject({ id: Guid }),
  response: Call,
  effect: 'read',
})

export const IngestAnswer = z.strictObject({
  received: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  rejected: z.array(
    z.strictObject({
      /** From 1: line of the NDJSON, or place in the array. */
      line: z.int(),
      externalCallId: z.string().nullable(),
      code: z.string(),
      description: z.string(),
    }),
  ),
})
export type IngestAnswer = z.infer<typeof IngestAnswer>

export const ingestCalls = endpoint({
  method: 'POST',
  path: '/api/calls',
  summary: `Takes a call, a JSON array or NDJSON of up to ${batchRowLimit} calls, with an API key. What is accepted is on disk before the answer; what is rejected is kept in the quarantine.`,
  body: z.unknown(),
  consumes: ['application/json', 'application/x-ndjson'],
  response: IngestAnswer,
  effect: 'change',
})
