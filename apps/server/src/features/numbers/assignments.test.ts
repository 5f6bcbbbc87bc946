import {
  assignmentEndpoints,
  AssignmentPreview,
  NumberAssignment,
} from '@callboard/contract/number-assignments'
import { pageOf } from '@callboard/contract/paging'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { NumberClient } from '#test/clients/number-client.ts'
import { expectCreated, expectError, expectOk } from '#test/expect-errors.ts'
import type { AskedRequest } from '#test/portal.ts'

const path = '/api/numberassignment'
let client: NumberClient

beforeAll(async () => {
  client = await NumberClient.open()
})

const ask = async (request: AskedRequest) =>
  await client.portal.ask({ token: client.portal.admin.token, ...request })
const read = NumberAssignment.parse.bind(NumberAssignment)
const number = '+12125550101'

/** A customer with a call of the number on March 10. */
async function begin(): Promise<string> {
  return await client.portal.customerWith([
    { trackingNumber: number, startedAt: '2026-03-10T15:00:00.000Z', source: null, campaign: null },
  ])
}

async function create(customerId: string, more: object = {}): Promise<NumberAssignment> {
  const body = { number: '(212) 555-0101', customerId, from: '2026-03-01', campaign: 'Winter', ...more }
  return read(expectCreated(await ask({ path, body })))
}

async function campaignOf(customerId: string): Promise<unknown> {
  await client.attributed()
  const [call] = await client.portal.listCalls([{ field: 'customer', op: 'eq', values: [customerId] }])
  return call?.['campaign']
}

describe('an assignment of a number', () => {
  it('is created with its number, read, changed field by field and deleted, and calls follow each time', async () => {
    const customerId = await begin()
    const made = await create(customerId, { until: '2026-04-01', monthlyCost: '40.00' })
    expect(made).toMatchObject({
      number,
      customerId,
      from: '2026-03-01T05:00:00.000Z',
      until: '2026-04-01T04:00:00.000Z',
      campaign: 'Winter',
      source: null,
      monthlyCost: '40',
      currency: 'USD',
      revision: 1,
    })
    expect(await campaignOf(customerId)).toBe('Winter')
    const one = `${path}/${made.id}`
    expect(expectOk(await ask({ path: one }))).toEqual(made)
    const body = { ...made, campaign: 'Spring' }
    const changed = read(expectOk(await ask({ method: 'PUT', path: one, body })))
    expect(changed).toEqual({ ...made, campaign: 'Spring', revision: 2 })
    expect(await campaignOf(customerId)).toBe('Spring')
    expect((await ask({ method: 'DELETE', path: one })).status).toBe(204)
    expect(await campaignOf(customerId)).toBeNull()
    expectError(await ask({ path: one }), 404, 'notFound')
    expect((await changesOf(client.portal, made.id)).map(({ action }) => action)).toEqual([
      'create',
      'update',
      'delete',
    ])
  })

  it('is only counted with preview=true, of which nothing stays', async () => {
    const customerId = await begin()
    const body = { number, customerId, campaign: 'Winter' }
    const preview = async (request: AskedRequest) => {
      const answer = expectOk(await ask({ ...request, path: `${request.path}?preview=true` }))
      return AssignmentPreview.parse(answer)
    }
    expect(await preview({ path, body })).toMatchObject({
      calls: 1,
      examples: [{ number, changes: [{ field: 'campaign', from: null, to: 'Winter' }] }],
    })
    expect(await campaignOf(customerId)).toBeNull()
    const made = await create(customerId)
    await client.attributed()
    const one = `${path}/${made.id}`
    expect(await preview({ method: 'PUT', path: one, body: { from: '2026-03-20' } })).toMatchObject({
      calls: 1,
    })
    expect(await preview({ method: 'DELETE', path: one })).toMatchObject({ calls: 1 })
    expect(read(expectOk(await ask({ path: one })))).toEqual(made)
  })

  it('is found by its number, its customer and the moment at which it is in force', async () => {
    const customerId = await begin()
    const first = await create(customerId, { until: '2026-04-01' })
    const second = await create(customerId, { from: '2026-05-01', campaign: 'Spring' })
    const find = async (search: object) => {
      const answer = await ask({ path: `${path}/search`, body: { customerId, ...search } })
      return pageOf(NumberAssignment).parse(expectOk(answer))
    }
    expect(await find({ sort: 'from' })).toMatchObject({ items: [first, second], total: 2 })
    expect(await find({ sort: 'from', desc: true, pageSize: 1 })).toMatchObject({ items: [second], total: 2 })
    expect((await find({ at: '2026-03-10T00:00:00Z' })).items).toEqual([first])
    expect((await find({ at: '2026-04-10T00:00:00+02:00' })).items).toEqual([])
    expect((await find({ numberId: first.numberId, keyword: '0101' })).total).toBe(2)
  })

  it('that overlaps another, ends before it begins, or is of no number or customer, is refused', async () => {
    const customerId = await begin()
    const made = await create(customerId, { until: '2026-04-01' })
    const other = await create(customerId, { from: '2026-05-01' })
    const refused = [
      { number, customerId, from: '2026-03-31' },
      { number, customerId },
      { number, customerId, from: '2026-07-02', until: '2026-07-01' },
      { number: 'front desk', customerId },
      { number },
      { number, customerId: client.portal.admin.id },
      { number, customerId, from: '2026-04-02', until: '2026-04-03', location: 'nowhere' },
    ]
    for (const body of refused) expectError(await ask({ path, body }), 400, 'invalid')
    const overlapping = { from: '2026-03-15' }
    const put = { method: 'PUT', path: `${path}/${other.id}` } as const
    expectError(await ask({ ...put, body: overlapping }), 400, 'invalid')
    expectError(await ask({ ...put, body: { number: '+12125550999' } }), 400, 'invalid')
    expectError(await ask({ ...put, body: { note: 'a', revision: 7 } }), 409, 'revisionConflict')
    expect(read(expectOk(await ask({ path: `${path}/${made.id}` })))).toEqual(made)
  })

  it('is lost by none of ten programs that add one of the same new number at the same time', async () => {
    const customerId = await begin()
    const days = Array.from({ length: 10 }, (_, at) => `2026-06-${10 + at}`)
    const made = await Promise.all(
      days.map(async (from, at) => await create(customerId, { from, until: `2026-06-${11 + at}` })),
    )
    const answer = await ask({ path: `${path}/search`, body: { customerId, sort: 'from' } })
    const { items } = pageOf(NumberAssignment).parse(expectOk(answer))
    expect(items.map(({ id }) => id)).toEqual(made.map(({ id }) => id))
  })

  it('is as unknown as any other to whoever does not see its customer, and changed by no reader', async () => {
    const customerId = await begin()
    const made = await create(customerId)
    const stranger = await client.portal.make.user({
      claims: ['number.view', 'number.edit'],
      customerId: (await client.portal.make.customer()).id,
    })
    const reader = await client.portal.make.user({ claims: ['number.view'], customerId })
    const one = `${path}/${made.id}`
    for (const request of [{}, { method: 'PUT', body: { note: 'a' } }, { method: 'DELETE' }] as const)
      expectError(await ask({ ...request, path: one, token: stranger.token }), 404, 'notFound')
    expect(read(expectOk(await ask({ path: one, token: reader.token })))).toEqual(made)
    expectError(await ask({ method: 'DELETE', path: one, token: reader.token }), 403, 'forbidden')
    const own = { number: '+12125550177', campaign: 'Own' }
    const owned = read((await ask({ path, body: own, token: stranger.token })).json())
    expect(owned.customerId).not.toBe(customerId)
  })
})

it('has a path for each operation that the contract names', () => {
  expect(Object.values(assignmentEndpoints).map((one) => `${one.method} ${one.path}`)).toEqual([
    `POST ${path}/search`,
    `POST ${path}`,
    `GET ${path}/{id}`,
    `PUT ${path}/{id}`,
    `DELETE ${path}/{id}`,
  ])
})
