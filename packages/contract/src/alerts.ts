import { z } from 'zod'
import { Filter } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { exampleIds, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { measureNames } from './measures.ts'
import { RecordName } from './names.ts'
import { pageOf, QueryPage, QueryPageSize, searchBodyOf } from './paging.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { Guid, Instant, TimeZone } from './scalars.ts'
import { conditionOperators, recipientStates } from './subscriptions.ts'

/** The most alerts of one owner. */
export const maxAlerts = 100
/** The most people whom one alert tells. */
export const maxAlertRecipients = 50

/** The calls that an alert looks at: those that started lately, up to the last full minute. */
export const AlertWindow = z.union([
  z.strictObject({ lastMinutes: z.int().min(5).max(10_080) }),
  /** Days of the calendar of a zone, today being the last one: 1 is today alone. */
  z.strictObject({ lastDays: z.int().min(1).max(31), timeZone: TimeZone }),
])
export type AlertWindow = z.infer<typeof AlertWindow>

export const AlertCondition = z.strictObject({
  /** A count, a share or a duration. */
  measure: z.enum(measureNames),
  /** Of the calls that are looked at, as those of a report. */
  filters: z.array(Filter).max(50).default([]),
  /** Ids of entity groups, whose entities of that time are looked at; none is no restriction. */
  entityGroups: z.array(Guid).max(50).default([]),
  window: AlertWindow,
  op: z.enum(conditionOperators),
  /** In the unit of the measure: shares from 0 to 1, durations in seconds. */
  value: z.number().min(-1e12).max(1e12),
  /** The condition is not met by a figure that rests on fewer calls, so that one missed call of one is no alarm. */
  minimumCalls: z.int().min(0).max(1_000_000).default(0),
})
export type AlertCondition = z.infer<typeof AlertCondition>

/** What is posted to a webhook. */
export const webhookEvents = ['began', 'ended', 'test'] as const

/** What is posted: all there is to say as JSON; `{"text": …}`, which Slack, Google Chat and others read; a card of Microsoft Teams. */
export const webhookForms = ['json', 'text', 'teams'] as const
export type WebhookForm = (typeof webhookForms)[number]

export const webhookFormLabels = {
  json: 'JSON, for programs',
  text: 'Text, for Slack, Google Chat and Mattermost',
  teams: 'Card, for Microsoft Teams',
} as const satisfies Record<WebhookForm, string>

/** Where an alert is posted to: its address may hold a key, so only its host is told. */
const Webhook = z.strictObject({ host: z.string(), form: z.enum(webhookForms) })

/** One try to post what an alert tells. */
export const WebhookTry = z.strictObject({
  id: Guid,
  /** The same for all tries of one post, and sent with it. */
  postId: Guid,
  event: z.enum(webhookEvents),
  at: Instant,
  /** Of the answer; null without one. */
  status: z.int().nullable(),
  /** The first characters of it. */
  answer: z.string().nullable(),
  /** Why it did not succeed: a sentence. */
  error: z.string().nullable(),
  /** Of the post as it is now. */
  state: z.enum(['waiting', 'sent', 'failed']),
})
export type WebhookTry = z.infer<typeof WebhookTry>

export const AlertRecipient = z.strictObject({
  userId: Guid,
  name: z.string(),
  state: z.enum(recipientStates),
  /** Why they are not told at the moment, in a sentence. */
  reason: z.string().nullable(),
})
export type AlertRecipient = z.infer<typeof AlertRecipient>

/** How it is over the caller’s own calls, for whoever is told of it; else over those of its owner. */
export const AlertState = z.strictObject({
  isOn: z.boolean(),
  /** Since when it is on. */
  since: Instant.nullable(),
  lastCheckedAt: Instant.nullable(),
  /** Null: there were no calls of which it could be told, or the caller is not told of it. */
  lastFigure: z.number().nullable(),
})

export const Alert = z.strictObject({
  id: Guid,
  name: z.string(),
  userId: Guid,
  ownerName: z.string(),
  condition: AlertCondition,
  /** All of them for its owner and admins; others are told of themselves. */
  recipients: z.array(AlertRecipient),
  /** Null where there is none, and for whoever may not change the alert. */
  webhook: Webhook.nullable(),
  /** With which posts are signed; told once, in the answer to the call that made it. */
  webhookSecret: z.string().optional(),
  /** False while it is paused. */
  isActive: z.boolean(),
  /** Why the portal paused it by itself. */
  pausedReason: z.string().nullable(),
  state: AlertState,
  /** Whether the caller may change it: its owner, and administrators. */
  isEditable: z.boolean(),
  revision: z.int(),
})
export type Alert = z.infer<typeof Alert>

/** From when the condition of an alert was met until it no longer was, over the calls of one person. */
export const AlertEpisode = z.strictObject({
  id: Guid,
  /** Over whose calls it was evaluated. */
  user: z.strictObject({ id: Guid, name: z.string() }),
  condition: AlertCondition,
  beganAt: Instant,
  endedAt: Instant.nullable(),
  /** What made it end other than the calls: a sentence. */
  endReason: z.string().nullable(),
  /** Null for whoever may not see the calls of that person. */
  beganFigure: z.number().nullable(),
  endedFigure: z.number().nullable(),
  /** Whether they got a mail when it began. */
  isNotified: z.boolean(),
})
export type AlertEpisode = z.infer<typeof AlertEpisode>

const fields = {
  name: withExample(RecordName, 'Missed calls'),
  condition: withExample(AlertCondition, {
    measure: 'missed',
    filters: [{ field: 'location', op: 'eq', values: ['north'] }],
    window: { lastMinutes: 60 },
    op: 'gt',
    value: 5,
    minimumCalls: 0,
  }),
  /** Ids of users of the owner’s customers, the owner among them. */
  recipients: withExample(z.array(Guid).min(1).max(maxAlertRecipients), [exampleIds.otherUser]),
  /**
   * Where the owner’s own figures are posted to; a host that a setting names. A new address has a new secret. Null ends it.
   */
  webhook: withExample(
    z
      .strictObject({ url: z.url().max(textLimits.menuUrl), form: z.enum(webhookForms).default('json') })
      .nullable(),
    null,
  ),
  isActive: z.boolean(),
}

export const alertSorts = ['name', 'ownerName', 'since'] as const

export const alertEndpoints = recordEndpoints('alert', {
  record: Alert,
  search: searchBodyOf(alertSorts, {
    /** Only those that are on. */
    isOn: z.boolean().optional(),
    /** Only those that the caller owns, or is told of. */
    as: z.enum(['owner', 'recipient']).optional(),
    activeOnly: z.boolean().default(false),
  }),
  fields,
  ofNew: { webhook: fields.webhook.default(null), isActive: fields.isActive.default(true) },
  summaries: {
    search: 'Alerts by keyword: those that the caller owns or is notified by; all of them for admins.',
    get: 'An alert that the caller owns or is notified by; any for admins.',
    create:
      'Creates an alert, which emails its recipients when a figure of their own calls crosses a threshold, and when it ends.',
    update:
      'Changes an alert: one’s own, or anybody’s for admins. A new condition resets the alert: one that was triggered ends, and nobody is notified.',
    remove: 'Deletes an alert: one’s own, or anybody’s for admins. Nobody is notified.',
  },
})

export const {
  search: searchAlerts,
  get: getAlert,
  create: createAlert,
  update: updateAlert,
  remove: deleteAlert,
} = alertEndpoints

export const restoreAlert = endpoint({
  method: 'PUT',
  path: '/api/alerts/{id}/restore',
  summary:
    'Puts back an alert that was deleted: one’s own, or anybody’s for admins. It starts again as not triggered.',
  params: getAlert.params,
  response: Alert,
})

export const unsubscribe = endpoint({
  method: 'PUT',
  path: '/api/user/me/alerts/{id}/unsubscribe',
  summary: 'Stops an alert from notifying the caller, even if its owner names them again.',
  params: getAlert.params,
})

export const resubscribe = endpoint({
  method: 'PUT',
  path: '/api/user/me/alerts/{id}/resubscribe',
  summary:
    'Lets an alert notify the caller again after they had unsubscribed, or after its emails had bounced.',
  params: getAlert.params,
})

/** What a condition says of the caller’s own calls. */
const AlertFigure = z.strictObject({
  /** Null where there is none, as a share of no calls. */
  figure: z.number().nullable(),
  /** On which the figure rests. */
  calls: z.int(),
  isMet: z.boolean(),
  /** Whether emails leave the outbox. */
  hasMailServer: z.boolean(),
})
export type AlertFigure = z.infer<typeof AlertFigure>

export const previewAlert = endpoint({
  method: 'POST',
  path: '/api/alerts/preview',
  summary: 'Checks a condition over the caller’s own calls now, before it is an alert.',
  body: z.strictObject({ condition: fields.condition }),
  response: AlertFigure,
  effect: 'read',
})

export const testAlert = endpoint({
  method: 'POST',
  path: '/api/alerts/{id}/test',
  summary:
    'Checks an alert over the caller’s own calls now, and sends the resulting email to the caller only.',
  params: getAlert.params,
  response: AlertFigure,
})

export const listAlertHistory = endpoint({
  method: 'GET',
  path: '/api/alerts/{id}/history',
  summary:
    'When an alert began and ended, the newest first: of everybody for its owner and admins, for others their own.',
  params: getAlert.params,
  query: z.strictObject({ page: QueryPage.default(1), pagesize: QueryPageSize.default(25) }),
  response: pageOf(AlertEpisode),
})

export const listWebhookTries = endpoint({
  method: 'GET',
  path: '/api/alerts/{id}/webhook/tries',
  summary: 'Webhook deliveries of an alert with each attempt, newest first; for its owner and admins.',
  params: getAlert.params,
  query: z.strictObject({ page: QueryPage.default(1), pagesize: QueryPageSize.default(25) }),
  response: pageOf(WebhookTry),
})
