import { CallHold, Deletion, Forecast } from '@callboard/contract/retention'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Integer } from '#server/db/row-values.ts'
import { jobs } from '#server/features/retention/routes.ts'
import { changesOf } from '../changes-of.ts'
import { expectError } from '../expect-errors.ts'
import { buildCall } from '../factory.ts'
import { openTestApp, type AskedRequest, type TestApp } from '../test-app.ts'

let test: TestApp
let admin: { id: string; token: string }

beforeAll(async () => {
  test = await openTestApp()
  admin = await test.make.user({ isAdmin: true, claims: [] })
})

const ask = async (request: AskedRequest) => await test.ask({ token: admin.token, ...request })

async function runJob(name: string): Promise<void> {
  await jobs(test.runtime)
    .find((job) => job.name === name)
    ?.work({})
}

const dayMs = 24 * 3_600_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

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
  it('are for ever unless somebody says so', async () => {
    const customer = await makeCustomer([3000])
    expect(await forecastOf(customer.id)).toEqual([])
    await runJob('delete-old')
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

    await runJob('delete-old')
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
        await runJob('purge-calls')
        return await countOnDisk(gone)
      })
      .toBe(0)
    expect(await countOnDisk(held)).toBeGreaterThan(0)
    const again = [buildCall({ externalCallId: '400', startedAt: daysAgo(400) })]
    expect(await test.sendCalls(customer.key, again)).toMatchObject({ created: 1 })

    await ask({ method: 'DELETE', path: `/api/calls/${held}/hold` })
    await runJob('delete-old')
    expect((await customer.list()).map(({ externalCallId }) => externalCallId)).toEqual(['10'])
  })

  it('are so by the setting where the customer says nothing else', async () => {
    const [usual, own] = [await makeCustomer([50]), await makeCustomer([50])]
    await own.keepFor({ keepCallsDays: 0 })
    const setting = await ask({ path: '/api/settings', body: { key: 'keepCallsDays', value: 30 } })
    expect(await forecastOf(usual.id)).toMatchObject([{ days: 30, count: 1 }])
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

describe('logs that are kept for some days', () => {
  it('are deleted, those of other customers are not', async () => {
    const [one, other] = [await makeCustomer([]), await makeCustomer([])]
    for (const { key } of [one, other])
      await test.ask({ path: '/api/calls', body: [{ externalCallId: 'bad' }], token: key })
    const { db } = test.runtime.postgres
    await db
      .updateTable('quarantine')
      .set({ received_at: new Date(daysAgo(20)) })
      .execute()
    await one.keepFor({ keepLogsDays: 10 })
    expect(await forecastOf(one.id)).toMatchObject([{ kind: 'logs', count: 1, held: 0 }])
    await runJob('delete-old')
    const left = await db.selectFrom('quarantine').select('customer_id').execute()
    expect(left).toEqual([{ customer_id: other.id }])
    expect((await deletions())[0]).toMatchObject({ kind: 'logs', count: 1, customerName: one.name })
  })
})

describe('a legal hold', () => {
  it('says who holds a call, why and since when, and is on record', async () => {
    const customer = await makeCustomer([5])
    const id = await customer.idOf(5)
    const path = `/api/calls/${id}/hold`
    expect((await ask({ path })).json()).toEqual({ hold: null })
    await ask({ method: 'PUT', path, body: { reason: 'Case 1' } })
    await ask({ method: 'PUT', path, body: { reason: ' Case 2 ' } })
    const hold = z.object({ hold: CallHold }).parse((await ask({ path })).json()).hold
    expect(hold).toMatchObject({ callId: id, reason: 'Case 2', customerName: customer.name })
    const found = await ask({ path: '/api/retention/holds/search', body: { keyword: customer.name } })
    expect(found.json()).toMatchObject({ items: [hold], total: 1 })
    expect((await ask({ method: 'DELETE', path })).status).toBe(204)
    expectError(await ask({ method: 'DELETE', path }), 404, 'notFound')
    expect((await changesOf(test, id)).map(({ table_type: type, changes }) => [type, changes])).toEqual([
      ['call', [{ field: 'hold', from: null, to: 'Case 1' }]],
      ['call', [{ field: 'hold', from: 'Case 1', to: 'Case 2' }]],
      ['call', [{ field: 'hold', from: 'Case 2', to: null }]],
    ])
  })

  it('is refused without a reason, for no call, and to others than administrators', async () => {
    const customer = await makeCustomer([5])
    const path = `/api/calls/${await customer.idOf(5)}/hold`
    expectError(await ask({ method: 'PUT', path, body: { reason: ' ' } }), 400, 'invalid')
    const unknown = '/api/calls/00000000-0000-4000-8000-000000000001/hold'
    expectError(await ask({ method: 'PUT', path: unknown, body: { reason: 'Case' } }), 404, 'notFound')
    const { token } = await test.make.user({ customerId: customer.id, claims: ['reporting.call.details'] })
    for (const method of ['GET', 'DELETE'] as const)
      expectError(await ask({ method, path, token }), 403, 'forbidden')
  })
})
