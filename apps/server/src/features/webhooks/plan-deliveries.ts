import { Scope } from '../../access/rows/scope.ts'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import type { Db } from '../../db/tables/schema.ts'
import { guidOfText } from '../../lib/guid-of-text.ts'
import { matchCalls } from '../../report-engine/details/known-calls.ts'
import { findKeptCustomerFields } from '../attributes/attributes.ts'
import * as deliveryStore from './delivery-store.ts'
import { type PostedWebhook, selectActive } from './store.ts'

export interface PlanningParts extends StoredCalls {
  db: Db
}

/** Each is of up to a thousand calls. */
const pageSize = 20

/**
 * Finds out which webhooks are to be told of what has happened to calls, and has that wait for them. Several processes may do
 * so at once, and one that is cut short does it again: what is planned twice has the same id.
 */
export async function planDeliveries(parts: PlanningParts): Promise<void> {
  const { db, snapshots } = parts
  for (;;) {
    // What is still being written can be seen by nobody.
    const to = await snapshots.published()
    const noted = await deliveryStore.selectNoted(db, { to, limit: pageSize })
    if (noted.length === 0) return
    const webhooks = await selectActive(db)
    const deliveries: deliveryStore.PlannedDelivery[] = []
    for (const change of noted)
      for (const webhook of webhooks) deliveries.push(...(await planFor(parts, webhook, change)))
    await db.transaction().execute(async (transaction) => {
      const notedIds = noted.map(({ id }) => id)
      await deliveryStore.insertPlanned(transaction, { deliveries, notedIds })
    })
    if (noted.length < pageSize) return
  }
}

async function planFor(
  { db, calls: store, snapshots }: PlanningParts,
  webhook: PostedWebhook,
  { number, calls }: { number: number; calls: readonly deliveryStore.NotedCall[] },
): Promise<deliveryStore.PlannedDelivery[]> {
  const { id: webhookId, customerId, events, filters } = webhook
  const known = calls.filter(
    (call) =>
      (customerId === null || call.customerId === customerId) &&
      events.includes(call.isNew ? 'call.created' : 'call.updated'),
  )
  const scope = Scope.ofWebhook(webhook)
  const customerFields = await findKeptCustomerFields(db, scope, { filters })
  const matching = await matchCalls(scope, { known, filters, customerFields }, { calls: store, snapshots })
  return known
    .filter(({ id }) => matching.has(id))
    .map(({ id: callId, startedAt: callStartedAt, isNew }) => ({
      id: guidOfText(JSON.stringify(['callboard.webhook', webhookId, callId, number])),
      webhookId,
      event: isNew ? 'call.created' : 'call.updated',
      callId,
      callStartedAt,
      number,
    }))
}
