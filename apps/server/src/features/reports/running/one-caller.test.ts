import { getCaller, linkNumber, OneCaller, unlinkNumber } from '@callboard/contract/callers'
import { claims } from '@callboard/contract/claims'
import { beforeAll, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { expectOk } from '#test/expect-errors.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal
let customer: string
let elsewhere: string

const ada = '+12125550101'
const [main, spot] = ['+18005550100', '+18005550101'] as const
const at = (day: string, hour = 15) => `2026-${day}T${hour}:00:00.000Z`

beforeAll(async () => {
  test = await openPortal()
  customer = await test.customerWith([
    { callerNumber: ada, trackingNumber: main, source: 'radio', callerName: 'A.', startedAt: at('02-03') },
    { callerNumber: ada, trackingNumber: spot, source: 'web', campaign: 'spring', startedAt: at('03-03') },
    {
      callerNumber: ada,
      trackingNumber: main,
      source: 'radio',
      callerName: 'Ada',
      status: 'missed',
      answeredAt: null,
      startedAt: at('03-10'),
      location: 'north',
    },
    { callerNumber: '+12125550102', trackingNumber: main, source: 'tv', startedAt: at('03-11') },
    { callerNumber: main, direction: 'outbound', targetNumber: ada, startedAt: at('03-11') },
  ])
  elsewhere = await test.customerWith([{ callerNumber: ada, source: 'flyer', startedAt: at('04-01') }])
})

async function read(body: object, token = test.admin.token) {
  const answer = await test.ask({ path: getCaller.path, body: { timeZone: 'UTC', ...body }, token })
  const { figures, placed, sources, numbers, times, ...rest } = OneCaller.parse(expectOk(answer))
  return {
    ...rest,
    figures: Object.fromEntries(
      figures.columns.map((column, index) => [column.name, figures.rows[0]?.[index]]),
    ),
    placed: placed.rows[0]?.[0],
    sources: sources.rows,
    numbers: numbers.rows.map((row) => row.slice(0, 4)),
    times: times.rows,
  }
}

it('one caller is told by their calls with all numbers of a customer: how many, what brought them, when', async () => {
  const { figures, ...rest } = await read({ number: ada, customerId: customer })
  const [firstCall, lastCall] = [at('02-03'), at('03-10')]
  expect(figures).toMatchObject({ calls: 3, answered: 2, missed: 1, firstCall, lastCall })
  expect(rest).toEqual({
    name: 'Ada',
    customerId: customer,
    linked: [],
    placed: 1,
    sources: [
      ['radio', null, 2, at('02-03'), at('03-10')],
      ['web', 'spring', 1, at('03-03'), at('03-03')],
    ],
    numbers: [
      [main, 2, 1, 1],
      [spot, 1, 1, 0],
    ],
    times: [[2, 15, 3]],
  })
})

it('one caller is told by the calls that one may see, and not at all by others', async () => {
  expect((await read({ number: ada })).figures['calls']).toBe(4)
  const own = await test.make.user({ customerId: elsewhere, claims })
  expect(await read({ number: ada }, own.token)).toMatchObject({
    sources: [['flyer', null, 1, at('04-01'), at('04-01')]],
  })
  expect((await read({ number: ada, customerId: customer }, own.token)).figures['calls']).toBe(0)
  const north = await test.make.entity({ type: 'location', code: 'north', customerId: customer })
  const ofNorth = await test.make.user({ customerId: customer, claims })
  await test.make.entityGroup({ entityIds: [north], userIds: [ofNorth.id] })
  expect(await read({ number: ada }, ofNorth.token)).toMatchObject({
    figures: { calls: 1, missed: 1 },
    placed: 0,
    numbers: [[main, 1, 0, 1]],
  })
  expect((await read({ number: '+12125550199' })).figures['calls']).toBe(0)
})

const [office, mobile, home] = ['+12125550111', '+12125550112', '+12125550113'] as const

async function customerOfPerson() {
  const sender = await test.make.sender()
  await test.addCalls(sender.key, [
    { callerNumber: office, startedAt: at('03-02') },
    { callerNumber: mobile, startedAt: at('03-03'), location: 'north' },
    { callerNumber: home, startedAt: at('03-04') },
  ])
  return sender.id
}

async function post(path: string, body: object, token = test.admin.token) {
  return await test.ask({ path, body, token })
}

it('numbers that are linked by hand are one person, whichever is asked for, until they are unlinked', async () => {
  const customerId = await customerOfPerson()
  const link = async (number: string, second: string) =>
    expect((await post(linkNumber.path, { customerId, number, other: second })).status).toBe(204)
  await link(office, '(212) 555-0112')
  expect(await read({ number: mobile })).toMatchObject({
    customerId,
    linked: [office],
    figures: { calls: 2 },
  })
  await link(home, office)
  const person = {
    linked: [mobile, home],
    figures: { calls: 3, firstCall: at('03-02'), lastCall: at('03-04') },
  }
  expect(await read({ number: office, customerId })).toMatchObject(person)
  const stored = await test.db
    .selectFrom('linked_caller')
    .where('customer_id', '=', customerId)
    .select('id')
    .executeTakeFirstOrThrow()
  const changes = await changesOf(test, stored.id)
  expect(changes.map(({ action, record_name }) => `${action} ${record_name}`)).toEqual([
    `create ${office}`,
    `update ${office}`,
  ])
  await post(unlinkNumber.path, { customerId, number: office })
  expect(await read({ number: office, customerId })).toMatchObject({ linked: [], figures: { calls: 1 } })
  await post(unlinkNumber.path, { customerId, number: home })
  expect(await read({ number: mobile, customerId })).toMatchObject({ linked: [], figures: { calls: 1 } })
})

it('numbers are linked by those who may, of their customers, and the calls of others stay unseen', async () => {
  const customerId = await customerOfPerson()
  const statusOf = async (body: object, token = test.admin.token) =>
    (await post(linkNumber.path, { customerId, number: office, other: mobile, ...body }, token)).status
  expect(await statusOf({ other: office })).toBe(400)
  expect(await statusOf({ customerId: '01990000-0000-7000-8000-00000000dead' })).toBe(400)
  expect(await statusOf({ other: 'nobody' })).toBe(400)
  const stranger = await test.make.user({ customerId: elsewhere, claims })
  expect(await statusOf({}, stranger.token)).toBe(400)
  const reader = await test.make.user({ customerId, claims: ['reporting.call.details'] })
  expect(await statusOf({}, reader.token)).toBe(403)
  expect(await statusOf({})).toBe(204)
  expect(await statusOf({ other: home })).toBe(204)
  expect(await read({ number: office, customerId }, stranger.token)).toMatchObject({
    linked: [],
    figures: { calls: 0 },
  })
  const north = await test.make.entity({ type: 'location', code: 'north', customerId })
  const ofNorth = await test.make.user({ customerId, claims })
  await test.make.entityGroup({ entityIds: [north], userIds: [ofNorth.id] })
  expect(await read({ number: office, customerId }, ofNorth.token)).toMatchObject({
    linked: [mobile],
    figures: { calls: 1 },
  })
})
