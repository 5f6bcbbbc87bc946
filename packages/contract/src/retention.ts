import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { pageOf } from './paging.ts'
import { Guid, Instant } from './scalars.ts'

/** What of a customer is kept for so many days only: `logs` are who listened to recordings. */
export const customerRetentionKinds = ['calls', 'recordings', 'logs'] as const

/** `mails` are those of all, with deliveries of subscriptions and what alerts told. */
const retentionKinds = [...customerRetentionKinds, 'mails'] as const
const RetentionKind = z.enum(retentionKinds)
export type RetentionKind = z.infer<typeof RetentionKind>

export const retentionLabels = {
  calls: 'Calls',
  recordings: 'Recordings',
  logs: 'Logs',
  mails: 'Emails',
} as const satisfies Record<RetentionKind, string>

export const maxKeptDays = 36_500

/** Days after which something is deleted; 0 keeps it for ever. */
export const KeptDays = z
  .int('must be a whole number of days')
  .min(0, 'must be at least 0 days')
  .max(maxKeptDays, `must be at most ${maxKeptDays} days`)

/** What the next run deletes, by what is known now. */
export const Forecast = z.strictObject({
  /** Null of mails. */
  customerId: Guid.nullable(),
  customerName: z.string().nullable(),
  kind: RetentionKind,
  days: z.int(),
  /** What began before it is deleted. */
  before: Instant,
  count: z.int(),
  oldest: Instant.nullable(),
  /** As old, and kept by a legal hold. */
  held: z.int(),
})
export type Forecast = z.infer<typeof Forecast>

export const getRetention = endpoint({
  method: 'GET',
  path: '/api/retention',
  summary: 'What the next run deletes, by customer and kind; kinds that are kept forever are left out.',
  response: z.strictObject({ nextRun: Instant, items: z.array(Forecast) }),
})

/** What one run deleted, and why. */
export const Deletion = z.strictObject({
  id: Guid,
  at: Instant,
  /** Null of mails. */
  customerName: z.string().nullable(),
  kind: RetentionKind,
  /** For how long it was kept at that time; null of what an import brought and was undone. */
  days: z.int().nullable(),
  count: z.int(),
  oldest: Instant,
  newest: Instant,
})
export type Deletion = z.infer<typeof Deletion>

const Page = z.strictObject({
  page: z.int().min(1).default(1),
  pageSize: z.int().min(1).max(200).default(50),
})

export const searchDeletions = endpoint({
  method: 'POST',
  path: '/api/retention/deletions/search',
  summary: 'What earlier runs deleted, the newest first.',
  body: Page,
  response: pageOf(Deletion),
  effect: 'read',
})

/** A call that is not deleted, however old it is, nor are its recordings. */
export const CallHold = z.strictObject({
  callId: Guid,
  /** Who called, and when. */
  callName: z.string(),
  customerName: z.string(),
  reason: z.string(),
  userName: z.string(),
  fullName: z.string(),
  createdAt: Instant,
})
export type CallHold = z.infer<typeof CallHold>

export const searchHolds = endpoint({
  method: 'POST',
  path: '/api/retention/holds/search',
  summary: 'Calls under legal hold, the newest hold first.',
  body: Page.extend({ keyword: z.string().max(textLimits.keyword).optional() }),
  response: pageOf(CallHold),
  effect: 'read',
})

const CallId = z.strictObject({ id: idOf('call') })

export const getHold = endpoint({
  method: 'GET',
  path: '/api/calls/{id}/hold',
  summary: 'The legal hold on a call; null when nobody holds it.',
  params: CallId,
  response: z.strictObject({ hold: CallHold.nullable() }),
})

export const updateHold = endpoint({
  method: 'PUT',
  path: '/api/calls/{id}/hold',
  summary: 'Puts a call under legal hold, or changes why.',
  params: CallId,
  body: z.strictObject({
    reason: withExample(z.string().trim().min(1, 'is missing').max(500), 'Case 24-1187'),
  }),
  response: CallHold,
})

export const deleteHold = endpoint({
  method: 'DELETE',
  path: '/api/calls/{id}/hold',
  summary: 'Ends the legal hold on a call.',
  params: CallId,
})
