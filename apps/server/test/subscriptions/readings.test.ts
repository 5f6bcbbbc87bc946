import type { Subscription } from '@callboard/contract/subscriptions'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectOk } from '../expect-errors.ts'
import { times } from '../soak.ts'
import { DeliveringPortal, type Reader, usersOf } from './delivering-portal.ts'

let portal: DeliveringPortal

beforeAll(async () => {
  portal = await DeliveringPortal.open()
})

describe('one reading', () => {
  it('serves all recipients with the same rows, a hundred in the soak', { tags: ['soak'] }, async () => {
    const role = await portal.test.make.role(portal.owner.id, ['reporting.view'])
    const readers = await portal.colleagues(times(12, 100), role)
    const countReads = async (some: readonly Reader[]) => {
      const subscription = await portal.subscribe((await portal.saveAnother()).id, usersOf(some))
      const before = portal.calls.reads.length
      await portal.deliver(subscription)
      expect(new Set(Object.values(await portal.outcomes(subscription)))).toEqual(new Set(['sent']))
      return portal.calls.reads.length - before
    }
    const ofOne = await countReads(readers.slice(0, 1))
    const ofAll = await countReads(readers)
    expect(ofOne).toBeGreaterThan(0)
    expect(ofAll).toBeLessThanOrEqual(ofOne)
    const files = readers.map((reader) => portal.mailsTo(reader).at(-1)?.files[0]?.bytes.toString())
    expect(new Set(files).size).toBe(1)
  })

  it('serves all subscriptions of a due time that ask the same of the same rows, but not who asks by hand', async () => {
    const { db } = portal
    const asked = (source: string) => ({
      parameters: { dateRange: { relative: 'yesterday' }, source: ['radio', source] },
    })
    const subscribed = async (source: string, customer = 0) =>
      await portal.subscribe((await portal.save(asked(source))).id, usersOf([await portal.reader(customer)]))
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
    const atFirst = portal.calls.reads.length
    await portal.deliver(alone)
    const ofOne = portal.calls.reads.length - atFirst
    const [one, another, other] = [
      await subscribed('together'),
      await subscribed('together'),
      await subscribed('together', 1),
    ]
    for (const { id } of [one, another]) await portal.plan(id)
    const before = portal.calls.reads.length
    portal.runner.wake()
    for (const { id } of [one, another]) await portal.settled(id)
    expect(portal.calls.reads.length - before).toBe(ofOne)
    expect(await keysOf(one)).toHaveLength(1)
    expect(await keysOf(another)).toEqual(await keysOf(one))
    for (const { id } of [one, other]) await portal.plan(id, new Date('2026-03-12T13:00:00.000Z'))
    const path = `/api/reporting/subscription/${one.savedReportId}/${one.id}/run`
    expectOk(await portal.test.ask({ method: 'POST', path, token: portal.owner.token }))
    portal.runner.wake()
    for (const { id } of [one, other]) await portal.settled(id)
    const keys = [...(await keysOf(one)), ...(await keysOf(other)), ...(await keysOf(one, 'run'))]
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(4)
  })
})
