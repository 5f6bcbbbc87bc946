import { runReport, RunReportAnswer } from '@callboard/contract/reports'
import { claims } from '@callboard/contract/claims'
import { measureNames } from '@callboard/contract/measures'
import { explainChange } from '@callboard/contract/change-explanation'
import { beforeAll, describe, expect, it } from 'vitest'
import { NumberClient } from '#test/clients/number-client.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall, type Sender } from '#test/factory.ts'
import type { Portal } from '#test/portal.ts'

let numbers: NumberClient
let test: Portal
/** In Chicago, paid in dollars: a billboard for 310.00 a month from 11 March, and a radio spot for 100.00. */
let harbor: Sender
/** In Berlin, paid in euros: flyers for 30.00. */
let linden: Sender
let north: string

const billboard = '+18005550100'
const radio = '+18005550101'
const flyers = '+49305550100'

beforeAll(async () => {
  numbers = await NumberClient.open()
  test = numbers.portal
  harbor = await test.make.sender({ timeZone: 'America/Chicago', currency: 'USD' })
  linden = await test.make.sender({ timeZone: 'Europe/Berlin', currency: 'EUR' })
  north = await test.make.entity({ type: 'location', code: 'north', customerId: harbor.id })
  const assign = async (customerId: string, code: string, assignment: object) => {
    const numberId = await numbers.add(customerId, code)
    await numbers.edit({ kind: 'timeline', numberId, assignments: [assignment] })
  }
  await assign(harbor.id, billboard, {
    from: '2026-03-11',
    source: 'Billboard',
    campaign: 'Spring',
    location: 'north',
    monthlyCost: '310',
  })
  await assign(harbor.id, radio, { source: 'Radio', campaign: 'Spring', monthlyCost: '100' })
  await assign(linden.id, flyers, { source: 'Flyers', monthlyCost: '30' })
  const at = (day: string, given: object) => buildCall({ startedAt: `2026-${day}T15:00:00.000Z`, ...given })
  await test.sendCalls(harbor.key, [
    at('03-12', { trackingNumber: billboard, leadStatus: 'Qualified' }),
    at('03-12', { trackingNumber: billboard, status: 'missed', answeredAt: null }),
    at('04-02', { trackingNumber: billboard, callerNumber: '+14155550999' }),
    at('03-13', { trackingNumber: billboard, direction: 'outbound', targetNumber: '+14155550123' }),
  ])
})

const march = { from: '2026-03-01', to: '2026-04-01' }

async function post(
  definition: object,
  {
    period = march,
    token = test.admin.token,
    headers = {},
  }: { period?: object; token?: string; headers?: object } = {},
) {
  const whole = { dimensions: [], filters: [], sort: [], chart: { type: 'none' }, ...definition }
  const body = { definition: whole, parameters: { dateRange: period }, timeZone: 'America/Chicago' }
  return await test.ask({
    path: runReport.path,
    body,
    token,
    headers: { accept: 'application/json', ...headers },
  })
}

async function run(definition: object, more?: Parameters<typeof post>[1]) {
  const { rows, totals } = RunReportAnswer.parse(expectOk(await post(definition, more)))
  return { rows, totals }
}

const usd = (amount: string) => [{ amount, currency: 'USD' }]
const eur = (amount: string) => [{ amount, currency: 'EUR' }]

describe('what numbers cost', () => {
  it('is shared over the days of the month, by all that they stand for, also where no call came', async () => {
    const measures = ['calls', 'numberCost', 'costPerCall', 'costPerLead', 'costPerFirstTimeCaller']
    expect(await run({ dimensions: [{ field: 'source' }], measures })).toEqual({
      rows: [
        ['Billboard', 2, usd('210.00'), usd('105.00'), usd('210.00'), usd('210.00')],
        ['Flyers', 0, eur('30.00'), null, null, null],
        ['Radio', 0, usd('100.00'), null, null, null],
        [null, 1, null, null, null, null],
      ],
      totals: [null, 3, [...eur('30.00'), ...usd('310.00')], null, null, null],
    })
  })

  it('comes to the month’s cost to the cent, however its days are divided', async () => {
    const month = { from: '2026-05-01', to: '2026-06-01' }
    const days = await run(
      { dimensions: [{ field: 'time', grain: 'day' }], measures: ['numberCost'] },
      { period: month },
    )
    const cents = days.rows.flatMap(([, money]) => (Array.isArray(money) ? money : []))
    const sum = (currency: string) =>
      cents
        .filter((one) => one.currency === currency)
        .reduce((total, { amount }) => total + Number(amount) * 100, 0)
    expect(days.rows.length).toBe(31)
    expect(new Set(days.rows.map(([, money]) => JSON.stringify(money))).size).toBeGreaterThan(1)
    expect([Math.round(sum('USD')), Math.round(sum('EUR'))]).toEqual([41_000, 3000])
    expect(days.totals).toEqual([null, [...eur('30.00'), ...usd('410.00')]])
    const weeks = await run(
      { dimensions: [{ field: 'time', grain: 'week' }], measures: ['numberCost'] },
      { period: { from: '2026-05-01', to: '2026-05-18' } },
    )
    const rest = await run({ measures: ['numberCost'] }, { period: { from: '2026-05-18', to: '2026-06-01' } })
    expect(weeks.rows.length).toBe(3)
    expect([weeks.totals?.[1], rest.rows[0]?.[0]]).toEqual([
      [...eur('16.45'), ...usd('224.84')],
      [...eur('13.55'), ...usd('185.16')],
    ])
  })

  it('counts a day once it has begun, and none that is to come', async () => {
    const period = { from: '2026-11-01', to: '2027-03-01' }
    const days = async (to: object) =>
      await run({ measures: ['numberCost'] }, { period: { ...period, ...to } })
    const now = Temporal.Now.zonedDateTimeISO('America/Chicago').toPlainDate()
    const tomorrow = now.add({ days: 1 }).toString()
    expect((await days({})).rows).toEqual((await days({ to: tomorrow })).rows)
  })

  it('is told across, beside the time before, in any order', async () => {
    const across = await run({
      dimensions: [{ field: 'campaign' }],
      pivot: { field: 'trackingNumber' },
      measures: ['inbound', 'numberCost'],
      filters: [{ field: 'customer', op: 'eq', values: [harbor.id] }],
    })
    expect(across.rows).toEqual([
      ['Spring', 2, usd('210.00'), 2, usd('310.00')],
      [null, 0, null, 0, null],
    ])
    const compared = await run(
      {
        dimensions: [{ field: 'source' }],
        measures: ['numberCost', 'numberCost:earlier', 'numberCost:change', 'numberCost:share'],
        sort: [{ field: 'numberCost', desc: true }],
        compare: 'previousPeriod',
        filters: [{ field: 'location', op: 'in', values: ['north'] }],
      },
      { period: { from: '2026-04-01', to: '2026-05-01' } },
    )
    expect(compared.rows).toEqual([['Billboard', usd('310.00'), usd('210.00'), 100 / 210, 1]])
    const sorted = await run({
      dimensions: [{ field: 'source' }],
      measures: ['numberCost'],
      sort: [{ field: 'numberCost', desc: true }],
      limit: 2,
      others: true,
    })
    expect(sorted.rows.map(([source]) => source)).toEqual(['Billboard', 'Radio'])
  })

  it('changes no other figure, and goes with all of them', async () => {
    const others = measureNames.filter((name) => !/^(numberCost|costPer)/.test(name))
    const definition = { dimensions: [{ field: 'trackingNumber' }], measures: others }
    const filters = [{ field: 'trackingNumber', op: 'eq', values: [billboard] }]
    const askedAt = { filters, measures: others.filter((name) => !/aiting|Wait/.test(name)) }
    const alone = await run({ ...definition, ...askedAt })
    const beside = await run({
      ...definition,
      ...askedAt,
      measures: [...askedAt.measures, 'numberCost'],
    })
    expect(beside.rows.map((row) => row.slice(0, -1))).toEqual(alone.rows)
    expect(beside.rows[0]?.at(-1)).toEqual(usd('210.00'))
    expectOk(await post({ ...definition, measures: measureNames }))
  })

  it('is known by what numbers stand for, and by nothing else', async () => {
    const refused = async (definition: object) =>
      expectError(await post({ measures: ['costPerCall'], ...definition }), 400, 'invalid')
    await refused({ dimensions: [{ field: 'agent' }] })
    await refused({ pivot: { field: 'status' } })
    await refused({ dimensions: [{ field: 'time', grain: 'hour' }] })
    await refused({ filters: [{ field: 'duration', op: 'ge', values: [60] }] })
    const answer = await post({ measures: ['numberCost'], dimensions: [{ field: 'agent' }] })
    expect(answer.text).toContain('Number cost is known by what tracking numbers stand for, not by Agent')
  })

  it('is shown of the numbers whose calls one may see', async () => {
    const definition = { dimensions: [{ field: 'source' }], measures: ['numberCost'] }
    const { token } = await test.make.user({ customerId: linden.id, claims })
    expect((await run(definition, { token })).rows).toEqual([['Flyers', eur('30.00')]])
    const ofNorth = await test.make.user({ customerId: harbor.id, claims })
    await test.make.entityGroup({ entityIds: [north], userIds: [ofNorth.id] })
    expect(await run(definition, ofNorth)).toEqual({
      rows: [['Billboard', usd('210.00')]],
      totals: [null, usd('210.00')],
    })
  })

  it('is in files as on screens', async () => {
    const definition = {
      dimensions: [{ field: 'source' }],
      measures: ['numberCost'],
      sort: [{ field: 'numberCost', desc: true }],
      filters: [{ field: 'campaign', op: 'eq', values: ['Spring'] }],
    }
    const file = await post(definition, { headers: { accept: 'text/csv' } })
    expect(file.text).toBe('Source,Number cost (USD)\r\nBillboard,210.00\r\nRadio,100.00\r\n')
  })

  it('is not explained by calls', async () => {
    const definition = {
      dimensions: [],
      measures: ['numberCost', 'numberCost:change'],
      compare: 'previousPeriod',
    }
    const body = { definition, parameters: { dateRange: march }, measure: 'numberCost', within: [] }
    const answer = await test.admin.ask({ path: explainChange.path, body })
    expectError(answer, 400, 'invalid')
    expect(answer.text).toContain('Number cost rests on what numbers cost')
  })

  it('begins and ends within a day as its assignment does', async () => {
    const { id, key: _ } = await test.make.sender({ timeZone: 'UTC', currency: 'USD' })
    const numberId = await numbers.add(id, '+18005550177')
    await numbers.edit({
      kind: 'timeline',
      numberId,
      assignments: [
        { from: '2026-06-10T12:00:00Z', until: '2026-06-11T06:00:00Z', source: 'Kiosk', monthlyCost: '300' },
        { from: '2026-06-11T06:00:00Z', until: '2026-06-12', source: 'Stand', monthlyCost: '0.0003' },
      ],
    })
    const { rows } = await run(
      {
        dimensions: [{ field: 'source' }, { field: 'time', grain: 'day' }],
        measures: ['numberCost'],
        filters: [{ field: 'customer', op: 'eq', values: [id] }],
      },
      { period: { from: '2026-06-01', to: '2026-07-01' } },
    )
    expect(rows).toEqual([
      ['Kiosk', '2026-06-10', usd('5.00')],
      ['Kiosk', '2026-06-11', usd('2.50')],
    ])
  })
})
