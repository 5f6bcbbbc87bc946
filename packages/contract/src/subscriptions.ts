import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exampleIds, idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { failedLatelyDays } from './mails.ts'
import { measureNames } from './measures.ts'
import { lineOf, RecordName } from './names.ts'
import { pageOf, QueryPage, QueryPageSize, searchBodyOf } from './paging.ts'
import { Guid, Instant } from './scalars.ts'
import { Schedule, ScheduleInput } from './schedule.ts'

/** The most subscriptions of one owner. */
export const maxSubscriptions = 200
/** The most recipients of one subscription. */
export const maxRecipients = 200

export const conditionOperators = ['gt', 'ge', 'lt', 'le'] as const

/** When a mail is sent at all, evaluated over the rows of each recipient: all of the report's rows told together. */
export const SubscriptionCondition = z.union([
  z.strictObject({ hasRows: z.literal(true) }),
  z.strictObject({
    measure: z.enum(measureNames),
    op: z.enum(conditionOperators),
    /** In the unit of the measure: shares from 0 to 1, durations in seconds. */
    value: z.number().min(-1e12).max(1e12),
  }),
  /** More or fewer by at least so many percent than in the period before, of the earlier figure; points for a share. */
  z.strictObject({ measure: z.enum(measureNames), changedByPercent: z.number().positive().max(10_000) }),
])
export type SubscriptionCondition = z.infer<typeof SubscriptionCondition>

/** As given: a user of the owner's customers, or an outside address of a domain that a setting allows. */
export const RecipientInput = z.union([
  z.strictObject({ userId: Guid }),
  z.strictObject({ email: z.email().max(textLimits.email) }),
])
export type RecipientInput = z.infer<typeof RecipientInput>

/** `stopped`: its address refused mails too often in a row. */
export const recipientStates = ['active', 'unsubscribed', 'stopped'] as const

export const Recipient = z.strictObject({
  /** Null for an outside address. */
  userId: Guid.nullable(),
  /** Of a user the full name, else the address. */
  name: z.string(),
  /** Of an outside address; one of a user is not told. */
  email: z.string().nullable(),
  state: z.enum(recipientStates),
  /** Why nothing would be sent to them now, in a sentence; in lists across saved reports only what does not rest on their rights. */
  reason: z.string().nullable(),
})
export type Recipient = z.infer<typeof Recipient>

/** Why a delivery was made. */
export const deliveryCauses = ['schedule', 'run', 'test', 'resend'] as const

/**
 * `waiting` to be rendered or tried again, `outbox`: rendered, there is no mail server; `uncertain`: the connection broke off or the portal
 * stopped while the mail server had the text, so it may have arrived, and nobody sends it again by himself.
 */
export const deliveryStatuses = [
  'waiting',
  'rendering',
  'outbox',
  'sending',
  'sent',
  'skipped',
  'failed',
  'uncertain',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** What one recipient gets at one due time. */
export const Delivery = z.strictObject({
  id: Guid,
  subscriptionId: Guid,
  subscriptionName: z.string(),
  savedReportId: Guid,
  savedReportName: z.string(),
  ownerName: z.string(),
  dueAt: Instant,
  cause: z.enum(deliveryCauses),
  recipient: Recipient.omit({ state: true, reason: true }),
  status: z.enum(deliveryStatuses),
  /** Why it was skipped, failed or is tried again: a sentence for people. */
  reason: z.string().nullable(),
  /** How often sending was tried. */
  tries: z.int(),
  /** Of the report; null before it is rendered. */
  rowCount: z.int().nullable(),
  files: z.array(
    z.strictObject({
      name: z.string(),
      bytes: z.int(),
      isAttached: z.boolean(),
      /** Whether it can be had: they are deleted after some days. */
      isKept: z.boolean(),
    }),
  ),
  /** Subject of the mail. */
  subject: z.string().nullable(),
  sentAt: Instant.nullable(),
  /** Whether the caller may see what was sent: whoever got it, and administrators. */
  isReadable: z.boolean(),
})
export type Delivery = z.infer<typeof Delivery>

export const Subscription = z.strictObject({
  id: Guid,
  savedReportId: Guid,
  savedReportName: z.string(),
  /** The owner, who also owns what outside addresses get. */
  userId: Guid,
  ownerName: z.string(),
  name: z.string(),
  schedule: Schedule,
  exportTypeIds: z.array(Guid),
  recipients: z.array(Recipient),
  /** Empty: the subject of the template. */
  subject: z.string(),
  /** Null: the template that comes with the portal. */
  emailTemplateId: Guid.nullable(),
  condition: SubscriptionCondition.nullable(),
  /** False while it is paused. */
  isActive: z.boolean(),
  /** Why the portal paused it; null while it is active, and when somebody paused it. */
  pausedReason: z.string().nullable(),
  nextRunAt: Instant.nullable(),
  lastRunAt: Instant.nullable(),
  /** The worst of the deliveries of the last run: failed before uncertain, skipped, waiting and sent. */
  lastStatus: z.enum(deliveryStatuses).nullable(),
  /** Whether the caller may change it: its owner, and administrators. Others are told only of themselves as recipients. */
  isEditable: z.boolean(),
  revision: z.int(),
})
export type Subscription = z.infer<typeof Subscription>

const SavedReportId = z.strictObject({ savedReportId: idOf('savedReport') })
const SubscriptionId = z.strictObject({ savedReportId: idOf('savedReport'), id: idOf('subscription') })
const DeliveryId = z.strictObject({ savedReportId: idOf('savedReport'), id: idOf('delivery') })

const exampleSchedule: Schedule = {
  frequency: 'weekly',
  time: '08:00',
  timeZone: 'America/Chicago',
  daysOfWeek: [1],
}

const fields = {
  name: withExample(RecordName, 'Every Monday'),
  schedule: withExample(ScheduleInput, exampleSchedule),
  /** Types that the report allows. None: the mail alone, with the first rows. */
  exportTypeIds: z.array(Guid).max(7),
  recipients: withExample(z.array(RecipientInput).min(1).max(maxRecipients), [
    { userId: exampleIds.otherUser },
  ]),
  subject: lineOf(textLimits.mailSubject),
  emailTemplateId: Guid.nullable(),
  condition: SubscriptionCondition.nullable(),
  isActive: z.boolean(),
}

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/reporting/subscription/{savedReportId}',
  summary:
    'The subscriptions of a saved report: all of them for its owner and for admins, for others those that they own or receive.',
  params: SavedReportId,
  response: z.strictObject({
    items: z.array(Subscription),
    total: z.int(),
    /** Of addresses outside that may be recipients, `*.parts.org` for all below; empty where none may. */
    outsideDomains: z.array(z.string()),
  }),
})

export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/reporting/subscription/{savedReportId}',
  summary: 'Subscribes people to a saved report that the user may run.',
  params: SavedReportId,
  body: z.strictObject({
    ...fields,
    exportTypeIds: fields.exportTypeIds.default([]),
    subject: fields.subject.default(''),
    emailTemplateId: fields.emailTemplateId.default(null),
    condition: fields.condition.default(null),
    isActive: fields.isActive.default(true),
  }),
  response: Subscription,
  status: 201,
})

export const updateSubscription = endpoint({
  method: 'PUT',
  path: '/api/reporting/subscription/{savedReportId}',
  summary:
    'Changes a subscription: one’s own, or anybody’s for admins. Recipients that are given take the place of those there are; who unsubscribed stays so.',
  params: SavedReportId,
  body: z.strictObject({
    id: idOf('subscription'),
    ...z.object(fields).partial().shape,
    revision: z.int().optional(),
  }),
  response: Subscription,
})

export const deleteSubscription = endpoint({
  method: 'DELETE',
  path: '/api/reporting/subscription/{savedReportId}/{id}',
  summary: 'Deletes a subscription: one’s own, or anybody’s for admins. What waits to be sent is not sent.',
  params: SubscriptionId,
})

export const restoreSubscription = endpoint({
  method: 'PUT',
  path: '/api/reporting/subscription/{savedReportId}/{id}/restore',
  summary: 'Puts back a subscription that was deleted; it is due again from now on.',
  params: SubscriptionId,
  response: Subscription,
})

export const runSubscription = endpoint({
  method: 'POST',
  path: '/api/reporting/subscription/{savedReportId}/{id}/run',
  summary: 'Sends it to all its recipients now, whatever its condition says; its next due time stays.',
  params: SubscriptionId,
  response: z.strictObject({ deliveries: z.int() }),
})

export const testSubscription = endpoint({
  method: 'POST',
  path: '/api/reporting/subscription/{savedReportId}/{id}/test',
  summary: 'Sends it to the caller alone, with the caller’s own rows, whatever its condition says.',
  params: SubscriptionId,
  response: z.strictObject({ deliveries: z.int() }),
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/reporting/subscription/{savedReportId}/deliveries',
  summary:
    'What was delivered of a saved report, the newest first: all for its owner and admins; for others those of their own subscriptions and to themselves.',
  params: SavedReportId,
  query: z.strictObject({
    page: QueryPage.default(1),
    pagesize: QueryPageSize.default(25),
    subscriptionId: Guid.optional(),
    status: z.enum(deliveryStatuses).optional(),
  }),
  response: pageOf(Delivery),
})

export const getDelivery = endpoint({
  method: 'GET',
  path: '/api/reporting/subscription/{savedReportId}/deliveries/{id}',
  summary: 'One of the deliveries that are listed to the caller.',
  params: DeliveryId,
  response: Delivery,
})

export const resendDelivery = endpoint({
  method: 'POST',
  path: '/api/reporting/subscription/{savedReportId}/deliveries/{id}/resend',
  summary:
    'Makes a delivery once more for its recipient, for the period of its due time, with the rows and rights of now. For the owner and admins.',
  params: DeliveryId,
  response: Delivery,
})

export const getDeliveredMail = endpoint({
  method: 'GET',
  path: '/api/reporting/subscription/{savedReportId}/deliveries/{id}/mail',
  summary:
    'The email of a delivery as it was sent, for whoever got it, as long as they see the same rows, and for admins.',
  params: DeliveryId,
  response: z.strictObject({ subject: z.string(), text: z.string(), html: z.string().nullable() }),
})

export const getDeliveredFile = endpoint({
  method: 'GET',
  path: '/api/reporting/subscription/{savedReportId}/deliveries/{id}/file/{name}',
  summary:
    'A file of a delivery that was too large for an email, or was attached, for whoever got it; 410 when it was deleted, or the user no longer has access to its rows.',
  params: z.strictObject({
    ...DeliveryId.shape,
    name: withExample(z.string().max(300), 'Radio this week.csv'),
  }),
  response: 'file',
  alsoProduces: ['application/octet-stream'],
})

/** Subscriptions across saved reports, for the user's own page. */
export const listOwnSubscriptions = endpoint({
  method: 'GET',
  path: '/api/user/me/subscriptions',
  summary: 'The subscriptions that one owns or receives.',
  response: z.strictObject({ items: z.array(Subscription), total: z.int() }),
})

export const unsubscribe = endpoint({
  method: 'PUT',
  path: '/api/user/me/subscriptions/{id}/unsubscribe',
  summary: 'Ends what one gets of a subscription.',
  params: z.strictObject({ id: idOf('subscription') }),
})

export const resubscribe = endpoint({
  method: 'PUT',
  path: '/api/user/me/subscriptions/{id}/resubscribe',
  summary:
    'Resumes a subscription for the caller after they had unsubscribed, or after its emails had bounced.',
  params: z.strictObject({ id: idOf('subscription') }),
})

export const deliverySorts = ['dueAt', 'status', 'recipient', 'subscriptionName'] as const

export const searchDeliveries = endpoint({
  method: 'POST',
  path: '/api/deliveries/search',
  summary: `Deliveries of everybody by keyword, status and days, failures first and then the newest unless sorted otherwise; \`failedLately\` are those of the last ${failedLatelyDays} days that failed or are uncertain. For admins.`,
  body: searchBodyOf(deliverySorts, {
    status: z.enum([...deliveryStatuses, 'failedLately']).optional(),
    cause: z.enum(deliveryCauses).optional(),
    from: Instant.optional(),
    to: Instant.optional(),
  }),
  response: pageOf(Delivery),
  effect: 'read',
})

export const getDeliveryCounts = endpoint({
  method: 'GET',
  path: '/api/deliveries/counts',
  summary:
    'How many deliveries there were each day of the last 30, in the portal’s zone, by status; for admins.',
  response: z.strictObject({
    days: z.array(
      z.strictObject({ day: z.iso.date(), counts: z.partialRecord(z.enum(deliveryStatuses), z.int()) }),
    ),
  }),
})
