import { z } from 'zod'
import { Filter } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { RecordName } from './names.ts'
import { pageOf, QueryPage, QueryPageSize, searchBodyOf } from './paging.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { Guid, Instant } from './scalars.ts'

/** The most webhooks of a portal. */
export const maxWebhooks = 50
/** So many waiting deliveries are counted at the most. */
export const maxCountedDeliveries = 10_000

/** What happened to a call. */
export const callEvents = ['call.created', 'call.updated'] as const

/** What is posted. */
export const deliveryEvents = [...callEvents, 'test'] as const

/** The same in words. */
export const callEventLabels = {
  'call.created': 'New calls',
  'call.updated': 'Changed calls',
} as const satisfies Record<(typeof callEvents)[number], string>

export const deliveryStates = ['waiting', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Where new and changed calls are posted to. */
export const Webhook = z.strictObject({
  id: Guid,
  name: z.string(),
  /** Whose calls; null for those of all customers. */
  customerId: Guid.nullable(),
  customerName: z.string().nullable(),
  url: z.string(),
  events: z.array(z.enum(callEvents)),
  filters: z.array(Filter),
  /** False while it is paused: nothing is posted, and changes of calls are not kept for it. */
  isActive: z.boolean(),
  /** Why the portal paused it by itself. */
  pausedReason: z.string().nullable(),
  /** Since when nothing that was posted has been accepted. */
  failingSince: Instant.nullable(),
  /** How many deliveries wait; counted up to 10,000. */
  waiting: z.int(),
  /** When the oldest of them came. */
  waitingSince: Instant.nullable(),
  createdAt: Instant,
  revision: z.int(),
})
export type Webhook = z.infer<typeof Webhook>

/** With the secret that its posts are signed with, which no other answer holds. */
export const NewWebhook = z.strictObject({ ...Webhook.shape, secret: z.string() })
export type NewWebhook = z.infer<typeof NewWebhook>

/** One post, with its last try. */
export const WebhookDelivery = z.strictObject({
  /** Sent with it, the same for all tries. */
  id: Guid,
  event: z.enum(deliveryEvents),
  /** Null of a test. */
  callId: Guid.nullable(),
  /** Nothing is left to be sent again. Missing while calls cannot be read. */
  isCallDeleted: z.boolean().optional(),
  createdAt: Instant,
  state: z.enum(deliveryStates),
  tries: z.int(),
  /** The last time; null before the first one. */
  triedAt: Instant.nullable(),
  /** When it is tried next, while it waits. */
  nextTryAt: Instant.nullable(),
  /** Of the last answer; null without one. */
  status: z.int().nullable(),
  /** Its first characters. */
  answer: z.string().nullable(),
  /** Why it was not accepted: a sentence. */
  error: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const fields = {
  name: withExample(RecordName, 'CRM'),
  customerId: withExample(Guid.nullable(), null),
  url: withExample(z.url().max(textLimits.menuUrl), 'https://crm.example.com/callboard'),
  events: withExample(
    z
      .array(z.enum(callEvents))
      .min(1, 'names no event')
      .max(callEvents.length)
      .transform((given) => callEvents.filter((event) => given.includes(event))),
    ['call.created', 'call.updated'],
  ),
  /** As those of the call list: which calls it tells of. */
  filters: withExample(z.array(Filter).max(50), [{ field: 'status', op: 'eq', values: ['missed'] }]),
  isActive: z.boolean(),
}

export const webhookSorts = ['name', 'customerName', 'createdAt'] as const

const plain = recordEndpoints('webhook', {
  record: Webhook,
  search: searchBodyOf(webhookSorts, { customerId: Guid.optional() }),
  fields,
  ofNew: {
    customerId: fields.customerId.default(null),
    filters: fields.filters.default([]),
    isActive: fields.isActive.default(true),
  },
  summaries: {
    create:
      'Creates a webhook, to which new and changed calls are posted; the answer alone holds its secret.',
    get: 'A webhook, without its secret.',
    update: 'Changes a webhook. What waits is posted to the new address; pausing keeps it waiting.',
    remove: 'Deletes a webhook, with what waits and its deliveries.',
  },
})

export const webhookEndpoints = { ...plain, create: endpoint({ ...plain.create, response: NewWebhook }) }

export const {
  search: searchWebhooks,
  create: createWebhook,
  get: getWebhook,
  update: updateWebhook,
  remove: deleteWebhook,
} = webhookEndpoints

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/secret',
  summary:
    'Gives a webhook a new secret, which this answer alone holds; the old one no longer signs anything.',
  params: getWebhook.params,
  response: z.strictObject({ secret: z.string() }),
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/test',
  summary:
    'Posts a test event with the newest call that the webhook would tell of, once, also while it is paused.',
  params: getWebhook.params,
  response: WebhookDelivery,
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  summary: 'What was posted to a webhook, and what waits, the newest first.',
  params: getWebhook.params,
  query: z.strictObject({
    page: QueryPage.default(1),
    pagesize: QueryPageSize.default(25),
    state: z.enum(deliveryStates).optional(),
  }),
  response: pageOf(WebhookDelivery),
})

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/{deliveryId}/send',
  summary:
    'Posts again what was sent or has failed, under the same id and with the call as it is now; not of a call that was deleted.',
  params: z.strictObject({ id: getWebhook.params.shape.id, deliveryId: idOf('webhookDelivery') }),
  response: WebhookDelivery,
})
