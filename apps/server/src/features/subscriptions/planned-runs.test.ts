import type { Subscription } from '@callboard/contract/subscriptions'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { change, systemActor } from '#server/db/records/change.ts'
import { planRuns } from './plan-runs.ts'
import { changesOf } from '#test/changes-of.ts'
import { expectOk } from '#test/expect-errors.ts'
import { startRealPostgres } from '#test/real-postgres.ts'
import { times } from '#test/soak.ts'
import { daily, errorOf, SubscriptionClient } from '#test/clients/subscriptions.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let client: SubscriptionClient
let saved: string

beforeAll(async () => {
  const server = await startRealPostgres()
  client = await SubscriptionClient.open({ databaseUrl: server.url })
})

beforeEach(async () => {
  // What other tests subscribed is not planned here.
  await client.portal.runtime.db.updateTable('subscription').set({ next_run_at: null }).execute()
  saved = await client.save(client.admin)
})

/** Plans as if it were so long after the next due time of a subscription. */
async function planAfter({ nextRunAt }: Subscription, ms: number): Promise<number> {
  return await planRuns(client.portal.runtime, new Date(Date.parse(nextRunAt ?? '') + ms))
}

async function runsOf({ id }: Subscription) {
  return await client.portal.runtime.db
    .selectFrom('delivery')
    .innerJoin('subscription_run', 'subscription_run.id', 'delivery.run_id')
    .where('delivery.subscription_id', '=', id)
    .orderBy('due_at')
    .select(['due_at as dueAt', 'cause', 'status', 'reason', 'user_id as userId'])
    .execute()
}

async function nowOf({ id }: Subscription): Promise<Subscription | undefined> {
  return (await client.list(client.admin, saved)).find((one) => one.id === id)
}

it('a due time makes a delivery for each who has not unsubscribed, once, and the next due time', async () => {
  const { admin } = client
  const [ada, ben] = [await client.user(), await client.user()]
  const recipients = [admin, ada, ben].map(({ id }) => ({ userId: id }))
  const one = await client.subscribe(admin, saved, { recipients })
  const path = `/api/user/me/subscriptions/${one.id}/unsubscribe`
  await ben.ask({ method: 'PUT', path })
  const mail = { email: `${ada.id}@example.com`, failures: 3, stopped_at: new Date() }
  await client.portal.make.changeUser(ada.id, { email: mail.email })
  await client.portal.runtime.db.insertInto('mail_address').values(mail).execute()
  expect(await planAfter(one, -1)).toBe(0)
  expect(await planAfter(one, 0)).toBe(1)
  expect(await planAfter(one, minuteMs)).toBe(0)
  const dueAt = new Date(one.nextRunAt ?? '')
  expect(await runsOf(one)).toEqual([
    { dueAt, cause: 'schedule', status: 'waiting', reason: null, userId: admin.id },
    {
      dueAt,
      cause: 'schedule',
      status: 'skipped',
      reason: 'Emails to this address bounced too often.',
      userId: ada.id,
    },
  ])
  const after = await nowOf(one)
  expect(after).toMatchObject({ lastRunAt: one.nextRunAt, lastStatus: 'skipped', revision: one.revision })
  expect(Date.parse(after?.nextRunAt ?? '') - dueAt.getTime()).toBeGreaterThan(22 * 60 * minuteMs)
})

it('paused and deleted subscriptions make none', async () => {
  const { admin } = client
  const [paused, deleted] = [await client.subscribe(admin, saved), await client.subscribe(admin, saved)]
  await client.update(admin, paused, { isActive: false })
  await client.remove(admin, deleted)
  expect(await planAfter(paused, dayMs)).toBe(0)
})

it('after a standstill the last due time is made up for, if it is not too old, and the others are on record', async () => {
  const { admin } = client
  const [recent, old, often] = [
    await client.subscribe(admin, saved),
    await client.subscribe(admin, saved),
    await client.subscribe(admin, saved, {
      schedule: { frequency: 'cron', cron: '*/15 * * * *', timeZone: 'UTC' },
    }),
  ]
  const { db } = client.portal.runtime
  await db.updateTable('subscription').set({ next_run_at: null }).where('id', '=', old.id).execute()
  expect(await planAfter(recent, 3 * dayMs + 60 * minuteMs)).toBe(2)
  const runs = await runsOf(recent)
  expect(runs.map(({ status }) => status)).toEqual(['skipped', 'skipped', 'skipped', 'waiting'])
  expect(runs[0]?.reason).toBe('The portal was not running at this time. A later run was sent instead.')
  const [first, ...more] = await runsOf(often)
  expect([more.length, more.at(-1)?.status]).toEqual([100, 'waiting'])
  expect(first?.reason).toMatch(/So it was at \d+ due times before\.$/)
  const dueAt = new Date(old.nextRunAt ?? '')
  await db.updateTable('subscription').set({ next_run_at: dueAt }).where('id', '=', old.id).execute()
  await client.portal.set('missedSubscriptionHours', 2)
  await planAfter(old, dayMs + 3 * 60 * minuteMs)
  expect((await runsOf(old)).map(({ reason }) => reason)).toEqual([
    'The portal was not running at this time. A later run was sent instead.',
    'The portal was not running at this time, and it is too late to catch up.',
  ])
  await client.portal.set('missedSubscriptionHours', 24)
})

it('where nothing that was missed is made up for, what is due now is sent all the same', async () => {
  const { admin } = client
  const [punctual, late] = [await client.subscribe(admin, saved), await client.subscribe(admin, saved)]
  await client.portal.set('missedSubscriptionHours', 0)
  const { db } = client.portal.runtime
  await db.updateTable('subscription').set({ next_run_at: null }).where('id', '=', late.id).execute()
  await planAfter(punctual, minuteMs)
  expect((await runsOf(punctual)).map(({ status }) => status)).toEqual(['waiting'])
  const dueAt = new Date(late.nextRunAt ?? '')
  await db.updateTable('subscription').set({ next_run_at: dueAt }).where('id', '=', late.id).execute()
  await planAfter(late, 6 * minuteMs)
  expect((await runsOf(late)).map(({ status }) => status)).toEqual(['skipped'])
  await client.portal.set('missedSubscriptionHours', 24)
})

it('one whose schedule cannot be read any more is paused, with the reason, and holds up no other', async () => {
  const { admin } = client
  const [broken, whole] = [await client.subscribe(admin, saved), await client.subscribe(admin, saved)]
  const schedule = JSON.stringify({ frequency: 'cron', cron: '@daily', timeZone: 'UTC' })
  await change(client.portal.runtime.db, systemActor, async (transaction) =>
    transaction.updateTable('subscription').set({ schedule }).where('id', '=', broken.id).execute(),
  )
  expect(await planAfter(whole, minuteMs)).toBe(1)
  expect([(await runsOf(broken)).length, (await runsOf(whole)).length]).toEqual([0, 1])
  const reason = 'Its schedule is no longer valid. Choose a new one.'
  expect(await nowOf(broken)).toMatchObject({ isActive: false, pausedReason: reason, nextRunAt: null })
  const [last] = (await changesOf(client.portal, broken.id)).toReversed()
  expect(last).toMatchObject({ action: 'update', user_name: systemActor.userName })
  expect(await planAfter(whole, minuteMs)).toBe(0)
  expect(errorOf(await client.update(admin, broken, { isActive: true }))).toEqual([400, 'schedule', reason])
  expectOk(await client.update(admin, broken, { isActive: true, schedule: daily }))
  expect(await nowOf(broken)).toMatchObject({ isActive: true, pausedReason: null })
})

it('several processes that plan at once make each run once', { tags: ['soak'] }, async () => {
  const { admin } = client
  const { db } = client.portal.runtime
  for (let round = 0; round < times(1, 20); round++) {
    await db.updateTable('subscription').set({ next_run_at: null }).execute()
    const all: Subscription[] = []
    for (let count = 0; count < times(6, 60); count++)
      all.push(await client.subscribe(admin, await client.save(admin)))
    const [one] = all
    if (one === undefined) throw new Error('nothing is subscribed')
    const counts = await Promise.all(Array.from({ length: 4 }, async () => await planAfter(one, minuteMs)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length)
    for (const subscription of all) {
      expect((await runsOf(subscription)).map(({ status }) => status)).toEqual(['waiting'])
      await client.remove(admin, subscription)
    }
  }
})
