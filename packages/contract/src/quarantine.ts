import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { formatCount } from './format.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { Guid, Instant, isStorable } from './scalars.ts'

/** How many characters of a row a list shows. */
const listedCharacters = 300
/** No row is longer. */
const rowCharacters = 2 << 20
/** How many rows are retried or deleted by one request at the most. */
export const quarantineStepRows = 2000
/** So many rows of a customer and a source are kept: one that sends garbage for days must not fill the disk. */
export const maxQuarantined = 200_000
/** How many days are counted one by one. */
export const quarantineDays = 30

/**
 * What a rejected row is: a call as `POST /api/calls` takes it, a row of a file, what a webhook posted, or all that a system
 * said of a call. All but calls are read by their source again when they are retried.
 */
export const quarantinedForms = ['call', 'row', 'body', 'events'] as const
export type QuarantinedForm = (typeof quarantinedForms)[number]

/** A row that was sent as a call and could not be accepted. */
export const QuarantinedRow = z.strictObject({
  id: Guid,
  customerId: Guid,
  customerName: z.string(),
  sourceSystem: z.string(),
  externalCallId: z.string().nullable(),
  code: z.string(),
  /** Why it was rejected, for people. */
  description: z.string(),
  /** Of the request or the file: from 1. */
  line: z.int(),
  receivedAt: Instant,
  form: z
    .enum(quarantinedForms)
    .describe(
      'What it is: a call; a row of a file, a body that was posted, or all events of a call, which its source reads again on a retry.',
    ),
  isMerge: z.boolean().describe('Whether it was sent with merge=true: what it leaves out of its call stays.'),
  raw: z.string().describe(`As it was sent; in lists its first ${listedCharacters} characters.`),
})
export type QuarantinedRow = z.infer<typeof QuarantinedRow>

export const QuarantinedRecord = QuarantinedRow.extend({
  errors: z
    .array(z.strictObject({ field: z.string().nullable(), description: z.string() }))
    .describe('What is wrong with the row as it stands and as the portal is set up now.'),
  isReadable: z.boolean().describe('Whether it can be retried as it is.'),
})
export type QuarantinedRecord = z.infer<typeof QuarantinedRecord>

const filter = {
  customerId: Guid.optional(),
  sourceSystem: z.string().max(64).optional(),
  /** The reason, as it is told. */
  description: z.string().max(10_000).optional(),
  from: Instant.optional(),
  /** Exclusive. */
  to: Instant.optional(),
}
export const QuarantineFilter = z.strictObject(filter)
export type QuarantineFilter = z.infer<typeof QuarantineFilter>

export const quarantineSorts = ['receivedAt', 'customerName', 'sourceSystem', 'externalCallId'] as const

export const searchQuarantine = endpoint({
  method: 'POST',
  path: '/api/quarantine/search',
  summary:
    'Rejected rows by customer, source, reason, days and keyword, the newest first unless sorted otherwise; for admins.',
  body: searchBodyOf(quarantineSorts, filter),
  response: pageOf(QuarantinedRow),
  effect: 'read',
})

export const getQuarantineReasons = endpoint({
  method: 'GET',
  path: '/api/quarantine/reasons',
  summary: `Rejected rows counted by customer, source and reason, the most frequent 200, and by day of the last ${quarantineDays} in the portal’s zone; for admins.`,
  response: z.strictObject({
    total: z.int(),
    dropped: z
      .array(
        z.strictObject({
          customerId: Guid,
          customerName: z.string(),
          sourceSystem: z.string(),
          dropped: z.int(),
          droppedSince: Instant,
        }),
      )
      .describe(
        `Sources of which ${formatCount(maxQuarantined)} rows are kept, and how many more were rejected since.`,
      ),
    reasons: z.array(
      z.strictObject({
        customerId: Guid,
        customerName: z.string(),
        sourceSystem: z.string(),
        code: z.string(),
        description: z.string(),
        values: z
          .array(z.string())
          .describe('Up to two of the values that were sent instead, as JSON and cut short.'),
        count: z.int(),
        firstAt: Instant,
        lastAt: Instant,
      }),
    ),
    days: z.array(z.strictObject({ day: z.iso.date(), count: z.int() })),
  }),
})

export const downloadQuarantine = endpoint({
  method: 'GET',
  path: '/api/quarantine/file',
  summary: 'Rejected rows as they came, each on a line, the oldest first, however many; for admins.',
  query: QuarantineFilter,
  response: 'file',
  alsoProduces: ['application/x-ndjson', '*/*'],
})

const rowId = z.strictObject({ id: idOf('quarantinedRow') })

export const getQuarantined = endpoint({
  method: 'GET',
  path: '/api/quarantine/{id}',
  summary: 'A rejected row as it came, and what is wrong with it now; for admins.',
  params: rowId,
  response: QuarantinedRecord,
})

export const updateQuarantined = endpoint({
  method: 'PUT',
  path: '/api/quarantine/{id}',
  summary: 'Corrects a rejected row, which stays in the quarantine until it is retried; for admins.',
  params: rowId,
  body: z.strictObject({
    raw: withExample(
      z.string().min(1).max(rowCharacters).refine(isStorable, { error: 'contains an invalid character' }),
      '{"externalCallId":"pbx-1001","startedAt":"2026-11-02T15:04:05.000Z","direction":"inbound","trackingNumber":"+18005550100"}',
    ),
  }),
  response: QuarantinedRecord,
})

/** Why a row cannot be edited to be this text: what was JSON stays JSON, and any other row is text. */
export function problemOfEdit(before: string, after: string): string | undefined {
  const was = readJson(before)
  if ('problem' in was || typeof was.value !== 'object') return undefined
  const is = readJson(after)
  return 'problem' in is ? `This is not JSON: ${is.problem}` : undefined
}

function readJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'it cannot be read.' }
  }
}

export const deleteQuarantined = endpoint({
  method: 'DELETE',
  path: '/api/quarantine/{id}',
  summary: 'Deletes a rejected row; for admins.',
  params: rowId,
})

/** Some rows, or those that a filter finds, which are worked off in steps. */
const Chosen = z.union([
  z.strictObject({ ids: z.array(idOf('quarantinedRow')).min(1).max(quarantineStepRows) }),
  z.strictObject({
    filter: QuarantineFilter,
    after: Guid.nullish().describe('Goes on behind this row: `next` of the answer before.'),
  }),
])

const next = Guid.nullable().describe('Where the next request goes on; null when all rows were seen.')

export const retryQuarantined = endpoint({
  method: 'POST',
  path: '/api/quarantine/retry',
  summary: `Sends rejected rows again, up to ${quarantineStepRows} a request. What is accepted now leaves the quarantine; for admins.`,
  body: withExample(Chosen, { filter: { sourceSystem: 'api' } }),
  response: z.strictObject({
    retried: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    rejected: z.int(),
    next,
  }),
})

export const deleteManyQuarantined = endpoint({
  method: 'POST',
  path: '/api/quarantine/delete',
  summary: `Deletes rejected rows, up to ${quarantineStepRows} a request; for admins.`,
  body: withExample(Chosen, { filter: { sourceSystem: 'api' } }),
  response: z.strictObject({ deleted: z.int(), next }),
})
