import { randomUUID } from 'node:crypto'
import type { Body } from '@callboard/contract/endpoint'
import {
  maxWebhooks,
  type createWebhook as creating,
  type DeliveryState,
  type NewWebhook,
  type updateWebhook as updating,
  type Webhook,
  type WebhookDelivery,
} from '@callboard/contract/webhooks'
import { actorOf, changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { recordRules } from '../../access/record-rules.ts'
import type { CallerReading } from '../../access/rows/caller-reading.ts'
import { Scope } from '../../access/rows/scope.ts'
import type { ListPage } from '../../db/records/list-page.ts'
import { built } from '../../db/records/record-store.ts'
import { insertRecord, updateRecord } from '../../db/records/records.ts'
import { orNullUnread } from '../../db/calls/or-null-unread.ts'
import type { CallReading } from '../../db/calls/stored-calls.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { newPostSecret } from '../../lib/outside/signed-post.ts'
import { findAdminWebhookError } from '../../lib/outside/webhook-address.ts'
import { readDetailsPage } from '../../report-engine/details/details.ts'
import { findPresent, requireOwnFilters } from '../../report-engine/details/known-calls.ts'
import { findCustomerFields, findKeptCustomerFields } from '../attributes/attributes.ts'
import { getKnownCalls } from '../calls/calls.ts'
import * as deliveryStore from './delivery-store.ts'
import { postOne, type SendingParts } from './send-deliveries.ts'
import * as store from './store.ts'
import type { WebhookSender } from './webhook-sender.ts'

const plain = recordRules('webhook', built(store.webhooks, webhookOf))

type EditingParts = Pick<SendingParts, 'db' | 'allowedAddresses'>

export function webhookRules(allowedAddresses: readonly string[]) {
  return {
    ...plain,
    create: async (db: Db, caller: Caller, body: Body<typeof creating>) =>
      await createWebhook({ db, allowedAddresses }, caller, body),
    update: async (db: Db, caller: Caller, body: Body<typeof updating> & { id: string }) =>
      await updateWebhook({ db, allowedAddresses }, caller, body),
  }
}

function webhookOf(row: store.WebhookRow): Webhook {
  return {
    ...row,
    failingSince: row.failingSince?.toISOString() ?? null,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** The answer alone holds the secret. Throws `invalid` for an address or filters that cannot be, and `conflict` where there are too many. */
async function createWebhook(
  parts: EditingParts,
  caller: Caller,
  { filters, ...values }: Body<typeof creating>,
): Promise<NewWebhook> {
  await requireValues(parts, caller, { filters, url: values.url })
  const secret = newPostSecret()
  return await changeBy(parts.db, caller, async (transaction) => {
    if ((await store.countWebhooks(transaction)) >= maxWebhooks)
      throw new AppError('conflict', `There can be at most ${maxWebhooks} webhooks.`)
    const record = { ...values, filters: JSON.stringify(filters), secret, pausedReason: null }
    const id = await insertRecord(transaction, 'webhook', record)
    return { ...(await plain.get(transaction, caller, { id })), secret }
  })
}

/** Throws as `createWebhook`, `notFound` and `revisionConflict`. */
async function updateWebhook(
  parts: EditingParts,
  caller: Caller,
  { id, revision, filters, ...given }: Body<typeof updating> & { id: string },
): Promise<Webhook> {
  await requireValues(parts, caller, { filters, url: given.url })
  return await changeBy(parts.db, caller, async (transaction) => {
    const values = {
      ...given,
      filters: filters && JSON.stringify(filters),
      // Whoever has it go on, or pauses it themselves, knows why.
      ...(given.isActive !== undefined && { pausedReason: null, failingSince: null }),
    }
    await updateRecord(transaction, 'webhook', { id, revision, values })
    return await plain.get(transaction, caller, { id })
  })
}

async function requireValues(
  { db, allowedAddresses }: EditingParts,
  caller: Caller,
  { filters, url }: Pick<Body<typeof updating>, 'filters' | 'url'>,
): Promise<void> {
  const hosts = caller.settings.webhookHosts
  const error = url === undefined ? undefined : findAdminWebhookError(url, { hosts, allowedAddresses })
  if (error !== undefined) throw new AppError('invalid', error, { field: 'url' })
  if (filters === undefined) return
  const customerFields = await findCustomerFields({ db, caller }, { filters })
  requireOwnFilters(filters, { field: 'filters', customerFields })
}

/** Throws `notFound`. */
export async function renewSecret(
  db: Db,
  caller: Caller,
  { id }: { id: string },
): Promise<{ secret: string }> {
  const secret = newPostSecret()
  await changeBy(db, caller, async (transaction) => {
    await updateRecord(transaction, 'webhook', { id, values: { secret } })
  })
  return { secret }
}

/** Without whether their calls were deleted while calls cannot be read. Throws `notFound`. */
export async function listDeliveries(
  reading: CallerReading,
  {
    id,
    page,
    pagesize: pageSize,
    state,
  }: { id: string; page: number; pagesize: number; state?: DeliveryState | undefined },
): Promise<ListPage<WebhookDelivery>> {
  const { db, caller } = reading
  await plain.get(db, caller, { id })
  const found = await deliveryStore.selectDeliveries(db, id, { page, pageSize, state })
  const deleted = await orNullUnread(findDeleted(reading, id, found.items))
  const items = found.items.map((stored) =>
    deliveryOf(stored, deleted === null ? {} : { isCallDeleted: deleted.has(stored.id) }),
  )
  return { ...found, items }
}

/** Those whose calls were deleted. One whose customer the webhook has no longer is there all the same. */
async function findDeleted(
  asking: CallReading,
  webhookId: string,
  deliveries: readonly deliveryStore.StoredDelivery[],
): Promise<ReadonlySet<string>> {
  const known = deliveries.flatMap(({ callId, callStartedAt }) =>
    callId === null || callStartedAt === null ? [] : [{ id: callId, startedAt: callStartedAt }],
  )
  const ofAll = Scope.ofWebhook({ id: webhookId, customerId: null })
  const present = await findPresent(ofAll, known, asking)
  const deleted = deliveries.filter(({ callId }) => callId !== null && !present.has(callId))
  return new Set(deleted.map(({ id }) => id))
}

function deliveryOf(
  stored: deliveryStore.StoredDelivery,
  known: Pick<WebhookDelivery, 'isCallDeleted'>,
): WebhookDelivery {
  const { callStartedAt: _, ...delivery } = stored
  return { ...delivery, ...known }
}

/** Throws `notFound`, and `conflict` for one that waits, was a test, or whose call was deleted. */
export async function resend(
  { webhookSender, ...reading }: CallerReading & { webhookSender: WebhookSender },
  { id: webhookId, deliveryId: id }: { id: string; deliveryId: string },
): Promise<WebhookDelivery> {
  const { db, caller } = reading
  actorOf(caller)
  const delivery = orNotFound(await deliveryStore.selectDelivery(db, { webhookId, id }))
  if (delivery.event === 'test')
    throw new AppError('conflict', 'A test is not sent again. Send another test event instead.')
  const deleted = await findDeleted(reading, webhookId, [delivery])
  if (deleted.has(id)) throw new AppError('conflict', 'The call was deleted: there is nothing to send again.')
  if (!(await deliveryStore.updateToWaiting(db, id)))
    throw new AppError('conflict', 'This delivery is waiting to be sent already.')
  const waiting = await getDelivery(db, { webhookId, id })
  void webhookSender.poll()
  return waiting
}

/** Of a test, or of a call that is there. */
async function getDelivery(db: Db, of: { webhookId: string; id: string }): Promise<WebhookDelivery> {
  return deliveryOf(orNotFound(await deliveryStore.selectDelivery(db, of)), { isCallDeleted: false })
}

const testedDays = 30

/** Throws `notFound`. */
export async function testWebhook(
  parts: SendingParts & { closing: AbortSignal },
  caller: Caller,
  { id: webhookId }: { id: string },
): Promise<WebhookDelivery> {
  // Nobody is posted to by whoever looks on as an administrator.
  actorOf(caller)
  const { db, closing } = parts
  const webhook = orNotFound(await store.selectPosted(db, webhookId))
  const at = new Date()
  const delivery = { id: randomUUID(), event: 'test', createdAt: at } as const
  const call = await findNewestCall(parts, webhook)
  const { isPassing: _, ...outcome } = await postOne(parts, webhook, { delivery, call, closing })
  const state = outcome.error === null ? 'sent' : 'failed'
  await deliveryStore.insertTest(db, { ...outcome, id: delivery.id, webhookId, state, at })
  return await getDelivery(db, { webhookId, id: delivery.id })
}

/** Of the last days; null where there is none. */
async function findNewestCall(
  { closing: signal, ...parts }: SendingParts & { closing: AbortSignal },
  webhook: store.PostedWebhook,
) {
  const to = Temporal.Now.zonedDateTimeISO('UTC')
  const plan = {
    span: { from: to.subtract({ days: testedDays }), to, back: { days: testedDays } },
    filters: webhook.filters,
    customerFields: await findKeptCustomerFields(parts.db, Scope.ofWebhook(webhook), webhook),
    entities: undefined,
    isRecalculating: false,
    keyword: undefined,
    columns: ['id', 'startedAt'],
    sort: 'startedAt',
    desc: true,
  } as const
  const scope = Scope.ofWebhook(webhook)
  const asked = { cursor: undefined, pageSize: 1, withTotal: false, signal }
  const { rows } = await readDetailsPage(scope, plan, { ...parts, ...asked })
  const known = rows.map((row) => ({ id: String(row['id']), startedAt: new Date(String(row['startedAt'])) }))
  const [call = null] = (await getKnownCalls({ ...parts, signal }, scope, known)).values()
  return call
}
