import type { MailStatus } from '@callboard/contract/mails'
import { dashboardReports } from '@callboard/contract/reports'
import { Deletion, Forecast } from '@callboard/contract/retention'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Insertable } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { MailTables } from '#server/db/tables/mail-tables.ts'
import { Integer } from '#server/db/calls/row-values.ts'
import { change, systemActor } from '#server/db/records/change.ts'
import { jobs } from './routes.ts'
import { planRuns } from '#server/features/subscriptions/plan-runs.ts'
import { changesOf } from '#test/changes-of.ts'
import { expectError } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { type AskedRequest, openPortal, type Portal } from '#test/portal.ts'
import { runJob } from '#test/run-job.ts'

let test: Portal
let admin: { id: string; token: string }

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, claims: [], email: 'admin@example.com' })
})

const ask = async (request: AskedRequest) => await test.ask({ token: admin.token, ...request })

async function runNow(name: string): Promise<void> {
  await runJob(jobs(test.runtime), name)
}

const dayMs = 24 * 3_600_000
const dateOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs)
const daysAgo = (days: number) => dateOf(days).toISOString()

interface Kept {
  externalCallId: string
  id: string
  firstTime: boolean | null
}

/** A customer with calls of one caller, which began so many days ago. */
async function makeCustomer(days: readonly number[]) {
  const customer = await test.make.customer()
  const key = await test.make.apiKey(customer.id)
  const calls = days.map((age) => buildCall({ externalCallId: `${age}`, startedAt: daysAgo(age) }))
  await test.sendCalls(key, calls)
  const list = async () => {
    const columns = ['id', 'externalCallId', 'firstTime']
    const filters = [{ field: 'customer', op: 'eq', values: [customer.id] }]
    const body = { from: daysAgo(4000), to: daysAgo(-1), columns, filters, sort: 'startedAt' }
    const answer = await ask({ path: '/api/reporting/calldetails', body })
    return z.object({ items: z.array(z.custom<Kept>()) }).parse(answer.json()).items
  }
  const idOf = async (age: number) =>
    (await list()).find(({ externalCallId }) => externalCallId === `${age}`)?.id ?? ''
  const keepFor = async (fields: object) =>
    await ask({ method: 'PUT', path: `/api/customer/${customer.id}`, body: fields })
  return { ...customer, key, list, idOf, keepFor }
}

async function forecastOf(customerId: string): Promise<Forecast[]> {
  const answer = await ask({ path: '/api/retention' })
  const { items } = z.object({ items: z.array(Forecast) }).parse(answer.json())
  return items.filter((item) => item.customerId === customerId)
}

async function deletions(): Promise<Deletion[]> {
  const answer = await ask({ path: '/api/retention/deletions/search', body: {} })
  return z.object({ items: z.array(Deletion) }).parse(answer.json()).items
}

/** Rows of a call that are on the disk, whether they are deleted or not. */
async function countOnDisk(id: string): Promise<number | undefined> {
  const [row] = await test.runtime.calls.query({
    sql: 'SELECT count() AS stored FROM calls WHERE id = {id:UUID}',
    params: { id },
    settings: { apply_deleted_mask: 0 },
    row: z.object({ stored: Integer }),
  })
  return row?.stored
}

describe('calls that are kept for some days', () => {
  it('take with them what people said of their callers', async () => {
    const customer = await makeCustomer([40, 1])
    const [old, recent] = ['+12125550111', '+12125550112'] as const
    await change(test.runtime.db, systemActor, async (transaction) =>
      transaction
        .insertInto('call_back')
        .values([
          { customer_id: customer.id, number: old, note: 'Wants a quote.', changed_at: dateOf(35) },
          { customer_id: customer.id, number: recent, note: 'Rings after six.', changed_at: dateOf(2) },
        ])
        .execute(),
    )
    await customer.keepFor({ keepCallsDays: 30 })
    await runNow('delete-old')
    const left = test.runtime.db.selectFrom('call_back').where('customer_id', '=', customer.id)
    expect(await left.select('number').execute()).toEqual([{ number: recent }])
  })

  it('are for ever unless somebody says so', async () => {
    const customer = await makeCustomer([3000])
    expect(await forecastOf(customer.id)).toEqual([])
    await runNow('delete-old')
    expect(await customer.list()).toHaveLength(1)
  })

  it('are foretold, deleted with what people said of them, and noted; held ones stay', async () => {
    const customer = await makeCustomer([400, 300, 200, 10])
    const held = await customer.idOf(300)
    const gone = await customer.idOf(400)
    const note = { note: 'Speaks of Case 24-1187' }
    await ask({ method: 'PUT', path: `/api/calls/${gone}/annotation`, body: note })
    await ask({ method: 'PUT', path: `/api/calls/${held}/hold`, body: { reason: 'Case 24-1187' } })
    expect((await customer.keepFor({ keepCallsDays: 100 })).json()).toMatchObject({ keepCallsDays: 100 })
    expect(await forecastOf(customer.id)).toMatchObject([{ kind: 'calls', days: 100, count: 2, held: 1 }])

    await runNow('delete-old')
    await test.runtime.ingest.relationsSettled()
    expect((await customer.list()).map(({ externalCallId: name, firstTime }) => [name, firstTime])).toEqual([
      ['10', false],
      ['300', true],
    ])
    expect(await forecastOf(customer.id)).toMatchObject([{ count: 0, oldest: null, held: 1 }])
    expect((await deletions()).find(({ customerName }) => customerName === customer.name)).toMatchObject({
      kind: 'calls',
      days: 100,
      count: 2,
    })
    const noted = (await changesOf(test, customer.id)).at(-1)
    expect(noted).toMatchObject({ user_name: 'system', action: 'update' })
    expect(noted?.changes).toMatchObject([{ field: 'deleted_calls', to: { count: 2, keptDays: 100 } }])
    const ofCall = await changesOf(test, gone)
    expect(ofCall.map(({ action }) => action)).toEqual(['update', 'delete'])
    expect(ofCall.at(-1)?.changes).toEqual([])
    expectError(await ask({ path: `/api/calls/${gone}/annotation` }), 404, 'notFound')

    // A day later nothing is left of them on the disk, and when they are sent again they are new.
    expect(await countOnDisk(gone)).toBeGreaterThan(0)
    await test.runtime.ingest.clean(Date.now() + 3_600_000)
    await expect
      .poll(async () => {
        await runNow('purge-calls')
        return await countOnDisk(gone)
      })
      .toBe(0)
    expect(await countOnDisk(held)).toBeGreaterThan(0)
    const again = [buildCall({ externalCallId: '400', startedAt: daysAgo(400) })]
    expect(await test.sendCalls(customer.key, again)).toMatchObject({ created: 1 })

    await ask({ method: 'DELETE', path: `/api/calls/${held}/hold` })
    await runNow('delete-old')
    expect((await customer.list()).map(({ externalCallId }) => externalCallId)).toEqual(['10'])
  })

  it('are not foretold where they are legs of a held one, with which they stay', async () => {
    const customer = await makeCustomer([300, 200])
    const held = await customer.idOf(300)
    const leg = (of: string, age: number) =>
      buildCall({ externalCallId: `leg ${age}`, parentCallId: of, startedAt: daysAgo(age) })
    await test.sendCalls(customer.key, [leg(held, 299), leg(await customer.idOf(200), 199)])
    await ask({ method: 'PUT', path: `/api/calls/${held}/hold`, body: { reason: 'Case 7' } })
    await customer.keepFor({ keepCallsDays: 100 })
    expect(await forecastOf(customer.id)).toMatchObject([{ count: 2, held: 2 }])
    await runNow('delete-old')
    expect(await forecastOf(customer.id)).toMatchObject([{ count: 0, held: 2 }])
  })

  it('are so by the setting where the customer says nothing else', async () => {
    const [byDefault, own] = [await makeCustomer([50]), await makeCustomer([50])]
    await own.keepFor({ keepCallsDays: 0 })
    const setting = await ask({ path: '/api/settings', body: { key: 'keepCallsDays', value: 30 } })
    expect(await forecastOf(byDefault.id)).toMatchObject([{ days: 30, count: 1 }])
    expect(await forecastOf(own.id)).toEqual([])
    const { id } = z.object({ id: z.string() }).parse(setting.json())
    expect((await ask({ method: 'DELETE', path: `/api/settings/${id}` })).status).toBe(204)
  })

  it('are a matter of administrators', async () => {
    const customer = await makeCustomer([5])
    const { token } = await test.make.user({
      customerId: customer.id,
      claims: ['client.view', 'client.edit', 'reporting.call.details'],
    })
    const path = `/api/customer/${customer.id}`
    const refused = await ask({ method: 'PUT', path, body: { keepCallsDays: 1 }, token })
    expectError(refused, 403, 'forbidden')
    expectError(await ask({ method: 'PUT', path, body: { keepCallsDays: -1 } }), 400, 'invalid')
    expectError(await ask({ method: 'PUT', path, body: { keepCallsDays: 0.5 } }), 400, 'invalid')
  })
})

async function idAt(path: string, body: object): Promise<string> {
  return z.object({ id: z.string() }).parse((await ask({ path, body })).json()).id
}

async function makeMail({
  age,
  ...given
}: Partial<Omit<Insertable<MailTables['mail']>, 'created_at'>> & {
  age: number
  status: MailStatus
  recipient: string
}) {
  const { id } = await test.runtime.db
    .insertInto('mail')
    .values({ subject: 'x', body_text: 'x', created_at: dateOf(age), ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Of a subscription of the admin, with one delivery each, as they were left so many days ago. */
async function runs(
  given: { age: number; due?: number; status?: 'mailed' | 'skipped'; mail?: MailStatus }[],
) {
  const saved = await idAt('/api/reporting/savereport', {
    reportId: dashboardReports.topSources,
    name: 'Sources',
    parameters: {},
  })
  const subscriptionId = await idAt(`/api/reporting/subscription/${saved}`, {
    name: 'Mornings',
    schedule: { frequency: 'daily', time: '08:00', timeZone: 'UTC' },
    recipients: [{ userId: admin.id }],
  })
  const { db } = test.runtime
  const ids: string[] = []
  for (const [at, { age, due = age, status = 'mailed', mail }] of given.entries()) {
    const created = { subscription_id: subscriptionId, created_at: dateOf(age) }
    const dueAt = new Date(dateOf(due).getTime() + at)
    const run = { ...created, due_at: dueAt, cause: 'schedule' as const }
    const { id } = await db
      .insertInto('subscription_run')
      .values(run)
      .returning('id')
      .executeTakeFirstOrThrow()
    const delivery = await db
      .insertInto('delivery')
      .values({ ...created, run_id: id, user_id: admin.id, status, ended_at: dateOf(age) })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (mail !== undefined)
      await makeMail({ age, status: mail, recipient: 'admin@example.com', delivery_id: delivery.id })
    ids.push(id)
  }
  return { ids, subscriptionId }
}

const left = async (table: 'mail' | 'subscription_run' | 'alert_episode' | 'alert_post') =>
  new Set((await test.runtime.db.selectFrom(table).select('id').execute()).map(({ id }) => id))

describe('mails', () => {
  it('and deliveries are foretold, deleted when they are over, and noted; a due time does not come again', async () => {
    const { db, deliveryFiles, deliveryRunner } = test.runtime
    expect(await forecast()).toBeUndefined()
    const settingId = await idAt('/api/settings', { key: 'keepMailsDays', value: 30 })
    const key = `${randomUUID()}.csv`
    await deliveryFiles.put(key, Readable.from([Buffer.from('x')]))
    const { ids, subscriptionId } = await runs([
      { age: 40, mail: 'sent' },
      { age: 40, mail: 'uncertain' },
      { age: 40, status: 'skipped' },
      { age: 40, mail: 'waiting' },
      { age: 40, mail: 'sending' },
      { age: 20, mail: 'sent' },
      { age: 40, due: -40, status: 'skipped' },
    ])
    const attachments = JSON.stringify([{ name: 'report.csv', contentType: 'text/csv', key, bytes: 1 }])
    const recipient = 'a@example.com'
    const gone = [
      await makeMail({ age: 40, status: 'sent', recipient, attachments }),
      await makeMail({ age: 31, status: 'failed', recipient: 'streak@example.com' }),
    ]
    const kept = [
      await makeMail({ age: 40, status: 'waiting', recipient }),
      await makeMail({ age: 29, status: 'sent', recipient }),
      // It was sent again later.
      await makeMail({ age: 40, status: 'sent', recipient, sent_at: new Date() }),
      // The next one that is taken does not end the streak.
      await makeMail({ age: 40, status: 'failed', recipient: 'Streak@example.com' }),
    ]
    await db.insertInto('mail_address').values({ email: 'streak@example.com', failures: 2 }).execute()
    expect(await forecast()).toMatchObject({ count: 5, days: 30, customerName: null, held: 0 })
    await runNow('delete-old')
    expect(await left('subscription_run')).toEqual(new Set(ids.slice(3)))
    const mails = await left('mail')
    expect(gone.filter((id) => mails.has(id))).toEqual([])
    expect(kept.filter((id) => !mails.has(id))).toEqual([])
    expect((await deletions()).filter(({ kind }) => kind === 'mails')).toMatchObject([
      { count: 5, days: 30, customerName: null },
    ])
    const [noted] = (await changesOf(test, settingId)).toReversed()
    expect(noted?.changes).toMatchObject([{ field: 'deleted_mails', to: { count: 5, keptDays: 30 } }])
    expect(await forecast()).toMatchObject({ count: 0 })
    await runNow('delete-old')
    expect((await deletions()).filter(({ kind }) => kind === 'mails')).toHaveLength(1)
    await deliveryRunner.sweep()
    expect(await deliveryFiles.list()).not.toContain(key)
    await planRuns(test.runtime)
    const again = db.selectFrom('subscription_run').where('subscription_id', '=', subscriptionId).select('id')
    expect(await again.execute()).toHaveLength(4)
  })

  it('are deleted with what alerts told, but for what is on or has to be posted yet', async () => {
    const { db } = test.runtime
    const alertId = await idAt('/api/alerts', { ...alertBody, recipients: [admin.id] })
    const condition = JSON.stringify(alertBody.condition)
    const episode = async (ended: Date | null, state?: 'sent' | 'waiting') => {
      const { id } = await db
        .insertInto('alert_episode')
        .values({
          alert_id: alertId,
          user_id: admin.id,
          condition,
          began_at: new Date(0),
          ended_at: ended,
          is_told: true,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (state !== undefined) await post({ episode_id: id, event: 'ended', state })
      return id
    }
    const post = async (given: {
      episode_id: string | null
      event: 'ended' | 'test'
      state: 'sent' | 'waiting'
    }) => {
      const values = {
        alert_id: alertId,
        body: '{}',
        created_at: new Date(0),
        not_before: new Date(4e12),
        ...given,
      }
      const { id } = await db
        .insertInto('alert_post')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('alert_post_try').values({ post_id: id, status: 200 }).execute()
      return id
    }
    const old = dateOf(40)
    const gone = [await episode(old, 'sent'), await episode(old)]
    const kept = [await episode(old, 'waiting'), await episode(new Date(), 'sent'), await episode(null)]
    const tests = [
      await post({ episode_id: null, event: 'test', state: 'sent' }),
      await post({ episode_id: null, event: 'test', state: 'waiting' }),
    ]
    expect(await forecast()).toMatchObject({ count: 3 })
    await runNow('delete-old')
    const episodes = await left('alert_episode')
    expect([gone, kept].map((ids) => ids.filter((id) => episodes.has(id)).length)).toEqual([0, 3])
    const posts = await left('alert_post')
    expect(tests.map((id) => posts.has(id))).toEqual([false, true])
  })
})

const alertBody = {
  name: 'Missed',
  condition: { measure: 'missed', filters: [], window: { lastMinutes: 60 }, op: 'gt' as const, value: 5 },
}

async function forecast(): Promise<Forecast | undefined> {
  const { items } = z
    .object({ items: z.array(Forecast) })
    .parse((await ask({ path: '/api/retention' })).json())
  return items.find(({ kind }) => kind === 'mails')
}
