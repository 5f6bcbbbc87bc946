import { z } from 'zod'
import { AttributeField, ReadAttributes, SentAttributes } from './attribute-fields.ts'
import { fields } from './call-fields.ts'
import { findField, sortNames } from './field-names.ts'
import { buildCallSchemas } from './call-schemas.ts'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { fileContentTypes } from './export-types.ts'
import { filterOperators } from './fields.ts'
import { Keyword, keysetPageOf, keysetPageSizeLimit, QueryFlag } from './paging.ts'
import { recalculatingNote } from './recalculating-note.ts'
import { DayOrInstant, Period } from './period.ts'
import { Guid, TimeZone } from './scalars.ts'

export const batchRowLimit = 10_000

/** No call starts earlier: such a time is a mistake, or none. In milliseconds since 1970. */
export const earliestStartMs: number = Date.UTC(1990, 0, 1)

/** `CallInput` is what a source sends of a call; everything else about a call is found out here. `Call` is a call as it is read. */
const declared = buildCallSchemas(fields)
export const CallInput = declared.CallInput.extend({ attributes: SentAttributes.nullish() })
export const Call = declared.Call.extend({ attributes: ReadAttributes })
export type CallInput = z.infer<typeof CallInput>
export type Call = z.infer<typeof Call>

/** All that is declared in one table; what a customer adds is in `attributes`. */
export const callFields = declared.Call.keyof().options
export type CallField = (typeof callFields)[number]

/** A column of a list of calls: a field, all attributes, or one of them by its id. */
export const CallListColumn = z.union([z.enum([...callFields, 'attributes']), AttributeField])
export type CallListColumn = z.infer<typeof CallListColumn>

/** A call with only the requested columns, and always the id. */
export const PartialCall = Call.partial().required({ id: true })
export type PartialCall = z.infer<typeof PartialCall>

export const Filter = z.strictObject({
  field: z.string().max(64),
  op: z.enum(filterOperators),
  /** One for comparisons, several for `in` and `notIn`, none for `isNull` and `notNull`. Null is "no value". */
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
  /** As many as lead from a figure of a report to its calls. */
  filters: z.array(Filter).max(100).default([]),
  /** Ids: calls that match an entity of any of these groups. */
  entityGroups: z.array(Guid).max(50).default([]),
  /** Searches numbers, names, source, campaign, location, agent, tags and external id. */
  keyword: Keyword.optional(),
  columns: z.array(CallListColumn).min(1).optional(),
  sort: z.enum(sortNames).default('startedAt'),
  desc: z.boolean().default(true),
  cursor: z.string().max(2000).optional(),
  /** 50 unless given. */
  pageSize: z.int().min(1).max(keysetPageSizeLimit).optional(),
  /** Also counts all rows that match the filters. */
  withTotal: z.boolean().default(false),
})
export type CallDetailsQuery = z.infer<typeof CallDetailsQuery>

/** Words of transcripts are looked for among this many of the newest calls that have them. */
export const spokenCallsLimit = 10_000

/** Told by an answer for words of transcripts that more calls have. */
export const WordsCut = z
  .literal(true)
  .optional()
  .describe(`More calls contain these words. These are among the newest ${spokenCallsLimit}.`)

export const callDetails = endpoint({
  method: 'POST',
  path: '/api/reporting/calldetails',
  summary:
    'Calls in the user’s scope, newest first, in keyset pages; as a file all of them, without pages. Legs (calls with a parent) are left out unless a filter names parentCallId.',
  body: withExample(CallDetailsQuery, {
    period: { relative: 'last7Days' },
    filters: [{ field: 'status', op: 'in', values: ['missed', 'abandoned'] }],
    columns: ['startedAt', 'status', 'callerNumber', 'trackingNumber', 'source', 'duration'],
    pageSize: 50,
  }),
  response: keysetPageOf(PartialCall).extend({
    isCut: WordsCut,
    isRecalculating: z.literal(true).optional().describe(recalculatingNote),
  }),
  alsoProduces: fileContentTypes,
  effect: 'read',
})

export const getCall = endpoint({
  method: 'GET',
  path: '/api/calls/{id}',
  summary: 'One call.',
  params: z.strictObject({ id: idOf('call') }),
  response: Call,
})

/** A call with the fields that have an example. */
export const exampleCall = Object.fromEntries(
  Object.keys(fields).flatMap((name) => {
    const field = findField(name)
    return field?.sent === undefined || field.example === undefined ? [] : [[name, field.example]]
  }),
)

/** With nothing but what a call has to have. */
const minimalCall = {
  externalCallId: 'pbx-1002',
  startedAt: '2026-11-02T15:09:41.000Z',
  direction: 'inbound',
  trackingNumber: '+18005550100',
}

const callContents = {
  'application/json': z.union([
    CallInput.meta({ title: 'A call', example: exampleCall }),
    z
      .array(CallInput)
      .max(batchRowLimit)
      .meta({ title: 'Several calls', example: [exampleCall, minimalCall] }),
  ]),
  'application/x-ndjson': z.string().meta({
    description: 'A call on each line.',
    example: [exampleCall, minimalCall].map((call) => `${JSON.stringify(call)}\n`).join(''),
  }),
}

const sentLine = z.int().describe('From 1: the line of the NDJSON, or the place in the array.')

export const IngestAnswer = z.strictObject({
  received: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  rejected: z.array(
    z.strictObject({
      line: sentLine,
      externalCallId: z.string().nullable(),
      code: z.string(),
      description: z.string(),
    }),
  ),
  calls: z
    .array(z.strictObject({ line: sentLine, id: Guid, externalCallId: z.string() }))
    .optional()
    .describe('The calls that were not rejected, when asked with ids=true.'),
})
export type IngestAnswer = z.infer<typeof IngestAnswer>

export const ingestCalls = endpoint({
  method: 'POST',
  path: '/api/calls',
  summary: `Takes a call, a JSON array or NDJSON of up to ${batchRowLimit} calls, with an API key. What is accepted is on disk before the answer; what is rejected is kept in the quarantine.`,
  query: z.strictObject({
    ids: QueryFlag.default(false).describe('Also answers the id of each call that was not rejected.'),
    merge: QueryFlag.default(false).describe(
      'Changes only the fields that are sent: what a row leaves out of a call that is known stays as it was sent before, and null clears it. Such a row needs no field but externalCallId.',
    ),
  }),
  body: z.unknown(),
  consumes: ['application/json', 'application/x-ndjson'],
  contents: callContents,
  response: IngestAnswer,
  calledBy: 'programs',
})
