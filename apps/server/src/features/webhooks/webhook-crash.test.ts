import { beforeAll, beforeEach, expect, it } from 'vitest'
import { change, systemActor } from '#server/db/records/change.ts'
import { createLog } from '#server/lib/log.ts'
import { buildCall } from '#test/factory.ts'
import { IngestPortal } from '#test/ingest-portal.ts'
import { WebhookReceiver } from '#test/webhook-receiver.ts'
import { planDeliveries } from './plan-deliveries.ts'
import { WebhookSender } from './webhook-sender.ts'

let portal: IngestPortal
let receiver: WebhookReceiver

beforeAll(async () => {
  receiver = await WebhookReceiver.open()
  portal = await IngestPortal.open({ isCheckpointed: true, checkpointIntervalMs: 1_000_000 })
  await change(portal.postgres.db, systemActor, async (transaction) => {
    const webhookHosts = { key: 'webhookHosts', value: JSON.stringify(`http://${receiver.host}`) }
    await transaction.insertInto('setting').values(webhookHosts).execute()
    const events = ['call.created', 'call.updated'] as const
    const webhook = { name: 'CRM', customer_id: null, url: receiver.url, events: [...events] }
    await transaction
      .insertInto('webhook')
      .values({ ...webhook, secret: 'secret', filters: '[]', paused_reason: null })
      .execute()
  })
})

beforeEach(() => {
  receiver.take()
})

const parts = () => ({
  db: portal.postgres.db,
  calls: portal.calls,
  snapshots: portal.ingest.snapshots,
  allowedAddresses: ['127.0.0.1'],
  log: createLog('silent'),
})

/** Posts what may be posted in so many minutes, and waits for the answers. */
async function post(minutes = 0): Promise<void> {
  const sender = new WebhookSender(parts())
  await sender.poll(new Date(Date.now() + minutes * 60_000))
  await sender.idle()
  await sender.close()
}

it('tells of calls whose insert was noted by nobody before the crash', async () => {
  const { customer, accept } = await portal.begin()
  await portal.send(customer, buildCall({ externalCallId: 'told' }))
  await accept(buildCall({ externalCallId: 'in-journal' }))
  // As if it ended before it could note the first one.
  await portal.postgres.db.deleteFrom('call_outbox').execute()
  await portal.crash()
  await portal.ingest.settled()
  await post(1)
  expect(receiver.take().toSorted()).toEqual(['call.created in-journal', 'call.created told'])
})

it('tells of nothing twice that was told before the crash and is noted again after it', async () => {
  const { customer } = await portal.begin()
  await portal.send(customer, buildCall({ externalCallId: 'once' }))
  await post(1)
  expect(receiver.take()).toEqual(['call.created once'])
  await portal.crash()
  await portal.ingest.settled()
  await post(2)
  expect(receiver.take()).toEqual([])
})

it('posts again, under the same id, what was being posted at the crash', async () => {
  const { customer } = await portal.begin()
  await portal.send(customer, buildCall({ externalCallId: 'posting' }))
  await planDeliveries(parts())
  receiver.answerWith = () => 'hang'
  const sender = new WebhookSender(parts())
  await sender.poll(new Date(Date.now() + 1000))
  await expect.poll(() => receiver.posts.length).toBe(1)
  receiver.answerWith = () => 200
  await post(30)
  await sender.close()
  const ids = receiver.posts.map(({ body }) => body.id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  expect(receiver.take()).toEqual(['call.created posting', 'call.created posting'])
})
