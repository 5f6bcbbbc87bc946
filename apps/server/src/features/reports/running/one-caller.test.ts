import { getCaller, OneCaller } from '@callboard/contract/callers'
import { claims } from '@callboard/contract/claims'
import { beforeAll, expect, it } from 'vitest'
import { expectOk } from '#test/expect-errors.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal
let customer: string
let other: string

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
  other = await test.customerWith([{ callerNumber: ada, source: 'flyer', startedAt: at('04-01') }])
})

async function read(body: object, token = test.admin.token) {
  const answer = await test.ask({ path: getCaller.path, body: { timeZone: 'UTC', ...body }, token })
  const { figures, placed, sources, numbers, times, name } = OneCaller.parse(expectOk(answer))
  return {
    name,
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
  const { figures, ...told } = await read({ number: ada, customerId: customer })
  const [firstCall, lastCall] = [at('02-03'), at('03-10')]
  expect(figures).toMatchObject({ calls: 3, answered: 2, missed: 1, firstCall, lastCall })
  expect(told).toEqual({
    name: 'Ada',
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
  const own = await test.make.user({ customerId: other, claims })
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
