import type { Subscription } from '@callboard/contract/subscriptions'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertRun } from './delivery-store.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { times } from '#test/soak.ts'
import { DeliveryClient, type Reader, tenth, usersOf } from '#test/clients/deliveries.ts'

let client: DeliveryClient

beforeAll(async () => {
  client = await DeliveryClient.open()
})

describe('one reading', () => {
  it('serves all recipients with the same rows, a hundred in the soak', { tags: ['soak'] }, async () => {
    const role = await client.portal.make.role(client.owner.id, ['reporting.view'])
    const readers = await client.colleagues(times(12, 100), role)
    const countReads = async (some: readonly Reader[]) => {
      const subscription = await client.subscribe((await client.saveAnother()).id, usersOf(some))
      const before = client.calls.reads.length
      await client.deliver(subscription)
      expect(new Set(Object.values(await client.outcomes(subscription)))).toEqual(new Set(['sent']))
      return client.calls.reads.length - before
    }
    const ofOne = await countReads(readers.slice(0, 1))
    const ofAll = await countReads(readers)
    expect(ofOne).toBeGreaterThan(0)
    expect(ofAll).toBeLessThanOrEqual(ofOne)
    const files = readers.map((reader) => client.mailsTo(reader).at(-1)?.files[0]?.bytes.toString())
    expect(new Set(files).size).toBe(1)
  })

  it('serves all subscriptions of a due time that ask the same of the same rows, but not who asks by hand', async () => {
    const { db } = client
    const asked = (source: string) => ({
      parameters: { dateRange: { relative: 'yesterday' }, source: ['radio', source] },
    })
    const subscribed = async (source: string, customer = 0) =>
      await client.subscribe((await client.save(asked(source))).id, usersOf([await client.reader(customer)]))
    const keysOf = async ({ id }: Subscription, cause: 'schedule' | 'run' = 'schedule') => {
      const rows = await db
        .selectFrom('delivery')
        .innerJoin('subscription_run', 'subscription_run.id', 'run_id')
        .where('delivery.subscription_id', '=', id)
        .where('cause', '=', cause)
        .select('files')
        .execute()
      return rows.flatMap(({ files }) => files.map(({ key }) => key))
    }
    const alone = await subscribed('alone')
    const atFirst = client.calls.reads.length
    await client.deliver(alone)
    const ofOne = client.calls.reads.length - atFirst
    const [one, another, other] = [
      await subscribed('together'),
      await subscribed('together'),
      await subscribed('together', 1),
    ]
    for (const { id } of [one, another]) await client.plan(id)
    const before = client.calls.reads.length
    client.runner.wake()
    for (const { id } of [one, another]) await client.settled(id)
    expect(client.calls.reads.length - before).toBe(ofOne)
    expect(await keysOf(one)).toHaveLength(1)
    expect(await keysOf(another)).toEqual(await keysOf(one))
    for (const { id } of [one, other]) await client.plan(id, new Date('2026-03-12T13:00:00.000Z'))
    const path = `/api/reporting/subscription/${one.savedReportId}/${one.id}/run`
    expectOk(await client.owner.ask({ method: 'POST', path }))
    client.runner.wake()
    for (const { id } of [one, other]) await client.settled(id)
    const keys = [...(await keysOf(one)), ...(await keysOf(other)), ...(await keysOf(one, 'run'))]
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(4)
  })
})

describe('a condition', () => {
  it('is checked for each recipient, also by the change since the period before, up or down', async () => {
    const [most, few, none] = [await client.reader(0), await client.reader(2), await client.reader(1)]
    const outcomesOf = async (condition: object, parameters: object = {}) => {
      const saved = await client.save({ parameters: { dateRange: { relative: 'yesterday' }, ...parameters } })
      const subscription = await client.subscribe(saved.id, usersOf([most, few, none]), { condition })
      await client.deliver(subscription)
      const outcomes = await client.outcomes(subscription)
      return [most, few, none].map(({ userName }) => outcomes[userName])
    }
    // Three, one and two calls; on the day before one each.
    expect(await outcomesOf({ measure: 'calls', op: 'gt', value: 1 })).toEqual([
      'sent',
      'skipped: Not sent: Calls was 1 and not over 1.',
      'sent',
    ])
    const byLimit = async (op: string) => {
      const outcomes = await outcomesOf({ measure: 'calls', op, value: 2 })
      return outcomes.map((outcome) => outcome === 'sent')
    }
    expect(await byLimit('ge')).toEqual([true, false, true])
    expect(await byLimit('le')).toEqual([false, true, true])
    expect(await outcomesOf({ hasRows: true }, { source: ['tv'] })).toEqual([
      'sent',
      'skipped: Not sent, because there were no calls.',
      'sent',
    ])
    expect(await outcomesOf({ measure: 'calls', changedByPercent: 200 })).toEqual([
      'sent',
      'skipped: Not sent: Calls was 1, and 1 in the period before: that is a change of less than 200%.',
      'skipped: Not sent: Calls was 2, and 1 in the period before: that is a change of less than 200%.',
    ])
    // On the day after there are none.
    const dateRange = { from: '2026-03-11', to: '2026-03-12' }
    expect(await outcomesOf({ measure: 'calls', changedByPercent: 100 }, { dateRange })).toEqual([
      'sent',
      'sent',
      'sent',
    ])
  })

  it('does not count for what is asked for by hand', async () => {
    const reader = await client.reader(0)
    const condition = { measure: 'calls', op: 'gt', value: 1000 }
    const { id: savedReportId } = await client.save({ parameters: { dateRange: tenth } })
    const { id } = await client.subscribe(savedReportId, usersOf([reader]), { condition })
    const path = `/api/reporting/subscription/${savedReportId}/${id}/run`
    expectOk(await client.owner.ask({ method: 'POST', path }))
    client.runner.wake()
    await client.settled(id)
    expect(client.mailTo(reader).files).toHaveLength(1)
  })
})

it('a subscription is sent by hand thirty times a day, and no more', async () => {
  const { id, savedReportId } = await client.subscribe(
    (await client.save()).id,
    usersOf([await client.reader(0)]),
  )
  const runs = async (count: number) =>
    await client.db.transaction().execute(async (transaction) => {
      for (let at = 0; at < count; at++)
        await insertRun(transaction, {
          subscriptionId: id,
          dueAt: new Date(Date.now() - at * 1000),
          cause: 'run',
          askedBy: client.owner.id,
          skippedAs: 'It was not wanted.',
        })
    })
  const path = `/api/reporting/subscription/${savedReportId}/${id}/run`
  const run = async () => await client.owner.ask({ method: 'POST', path })
  await runs(29)
  expectOk(await run())
  client.runner.wake()
  await client.settled(id)
  const refused = await run()
  expectError(refused, 409, 'conflict')
  expect(refused.text).toContain('30 times in the last 24 hours')
})
