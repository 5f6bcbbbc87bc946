import { ChangeExplanation, type ExplainedDimension } from '@callboard/contract/change-explanation'
import { changeBehind } from '@callboard/contract/report-drill'
import { dashboardReports } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCall, type SentCall } from '#test/factory.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { errorsOf, expectError, expectOk } from '#test/expect-errors.ts'
import { expectToAddUp } from '#test/reporting/adding-up.ts'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

type Body = Record<string, unknown>

async function explain(body: Body, by = test.admin.token): Promise<ChangeExplanation> {
  const answer = expectOk(await test.ask({ path: '/api/reporting/whychanged', body, token: by }))
  return ChangeExplanation.parse(answer)
}

function dimensionOf({ dimensions }: ChangeExplanation, field: string): ExplainedDimension {
  const found = dimensions.find(({ column }) => column.name === field)
  if (found === undefined) throw new Error(`${field} is not told`)
  return found
}

describe('a change of known calls', () => {
  const nowDay = '2024-05-06'
  const earlierDay = '2024-05-05'
  const dateRange = { from: nowDay, to: '2024-05-07' }
  let ownCustomer: string

  const on = (day: string, count: number, given: Partial<SentCall>) =>
    Array.from({ length: count }, (_, at) =>
      buildCall({
        startedAt: `${day}T12:00:${String(at % 60).padStart(2, '0')}.000Z`,
        // As many callers as calls, each of whom called on one day only.
        callerNumber: `+1212555${String((at += made++ % 5000) + 1000).padStart(4, '0')}`,
        ...given,
      }),
    )
  let made = 0

  beforeAll(async () => {
    const { id } = await test.make.customer({ name: 'Told apart' })
    ownCustomer = id
    const missed = { status: 'missed' } as const
    await test.sendCalls(await test.make.apiKey(id), [
      ...on(earlierDay, 10, { ...missed, location: 'dallas', agent: 'Ada' }),
      ...on(nowDay, 34, { ...missed, location: 'dallas', agent: 'Ada' }),
      ...on(earlierDay, 20, { ...missed, location: 'austin', agent: 'Ada' }),
      ...on(nowDay, 18, { ...missed, location: 'austin', agent: 'Bea' }),
      ...on(nowDay, 6, { ...missed, agent: 'Bea' }),
      ...on(earlierDay, 30, { location: 'dallas', value: '10.10', currency: 'USD', talkDuration: 40 }),
      ...on(nowDay, 20, {
        location: 'dallas',
        value: '99999999999999.9999',
        currency: 'USD',
        talkDuration: 50,
      }),
      ...on(earlierDay, 5, { location: 'gone', value: '7.0001', currency: 'EUR', talkDuration: 10 }),
      ...on(nowDay, 5, { location: 'new', value: '0.01', currency: 'USD', tags: ['lead', 'spam'] }),
    ])
  })

  const measures = [
    'missed',
    'answerRate',
    'value',
    'uniqueCallers',
    'p90Talk',
    'averageTalk',
    'waitingToday',
  ]
  const asked = (measure: string, more: object = {}) => ({
    definition: { dimensions: [{ field: 'location' }], measures, compare: 'previousPeriod' },
    timeZone: 'UTC',
    parameters: { dateRange, customer: ownCustomer },
    measure,
    ...more,
  })

  it('the values that made it come first, with those that gained, those that lost and those without a value', async () => {
    const explanation = await explain(asked('missed'))
    expect(explanation).toMatchObject({ now: 58, earlier: 30, change: 28 })
    expectToAddUp(explanation)
    const { values, others, valueCount } = dimensionOf(explanation, 'location')
    expect(values).toEqual([
      { value: 'dallas', now: 34, earlier: 10, contribution: 24, share: 24 / 28 },
      { value: null, now: 6, earlier: 0, contribution: 6, share: 6 / 28 },
      { value: 'austin', now: 18, earlier: 20, contribution: -2, share: -2 / 28 },
    ])
    expect([others, valueCount]).toEqual([undefined, 3])
    const order = explanation.dimensions.map(({ column }) => column.name)
    // Every caller is another one: that explains nothing. All were inbound: neither does that.
    expect(order.indexOf('location')).toBeLessThan(order.indexOf('callerNumber'))
    expect(dimensionOf(explanation, 'callerNumber').score).toBeLessThan(0.2)
    expect(dimensionOf(explanation, 'direction').score).toBe(0)
  })

  it('a rate is split into mix and rate; what is new or gone is mix', async () => {
    const explanation = await explain(asked('answerRate'))
    expectToAddUp(explanation)
    const { values } = dimensionOf(explanation, 'location')
    const of = (name: string) => values.find(({ value }) => value === name)
    // The answered are all or none of each status.
    expect(dimensionOf(explanation, 'status').score).toBe(0)
    expect([of('new')?.rate, of('gone')?.rate]).toEqual([0, 0])
    // By hand: 40 of 65 and 54 of 83 calls, 30 and 20 of which were answered.
    const [weightThen, weightNow, before, after] = [40 / 65, 54 / 83, 30 / 40, 20 / 54]
    const middle = (35 / 65 + 25 / 83) / 2
    expect(of('dallas')?.rate).toBeCloseTo(((weightThen + weightNow) / 2) * (after - before), 12)
    expect(of('dallas')?.mix).toBeCloseTo((weightNow - weightThen) * ((before + after) / 2 - middle), 12)
  })

  it('that calls have no agent as nobody took them leads no explanation, nor does what became of calls; a place where nobody answers does', async () => {
    const { id: customer } = await test.make.customer()
    const [earlier, now] = ['2024-08-05', '2024-08-06']
    const missed = { status: 'missed' } as const
    const taken = (agent: string) => ({ location: 'open', rotationgroup: 'desk', agent })
    await test.sendCalls(await test.make.apiKey(customer), [
      ...[earlier, now].flatMap((day) =>
        ['Ada', 'Bea'].flatMap((agent) => [
          ...on(day, 20, taken(agent)),
          ...on(day, 2, { ...taken(agent), ...missed }),
        ]),
      ),
      ...on(earlier, 5, { ...missed, location: 'closed' }),
      ...on(now, 30, { ...missed, location: 'closed' }),
    ])
    const parameters = { customer, dateRange: { from: now, to: '2024-08-07' } }
    const explanation = await explain(asked('answerRate', { parameters }))
    for (const field of ['location', 'agent', 'rotationgroup']) {
      const never = dimensionOf(explanation, field).values.find(({ earlier: rate }) => rate === 0)
      expect([field, never?.now, Number(never?.contribution) < 0]).toEqual([field, 0, true])
    }
    expect(dimensionOf(explanation, 'location').score).toBeGreaterThan(0.3)
    expect([
      dimensionOf(explanation, 'agent').score,
      dimensionOf(explanation, 'rotationgroup').score,
    ]).toEqual([0, 0])
    const outcomes = ['answered', 'hasRecording', 'hangupCause', 'status', 'tag']
    const order = explanation.dimensions.map(({ column }) => column.name)
    const last = order.slice(Math.min(...outcomes.map((field) => order.indexOf(field))))
    expect(last.filter((field) => ['location', 'agent', 'rotationgroup', 'source'].includes(field))).toEqual(
      [],
    )
    const counted = await explain(asked('missed', { parameters }))
    expect(dimensionOf(counted, 'agent').score).toBe(0)
  })

  it('money is explained to the last digit, a currency at a time', async () => {
    const dollars = await explain(asked('value'))
    expect(dollars).toMatchObject({
      currency: 'USD',
      currencies: ['EUR', 'USD'],
      now: '2000000000000000.048',
      earlier: '303.00',
      change: '1999999999999697.048',
    })
    expect(
      dimensionOf(dollars, 'location').values.map(({ value, contribution }) => [value, contribution]),
    ).toEqual([
      ['dallas', '1999999999999696.998'],
      ['new', '0.05'],
    ])
    const euros = await explain(asked('value', { currency: 'EUR' }))
    expect(euros).toMatchObject({ now: '0.00', earlier: '35.0005', change: '-35.0005' })
  })

  it('what does not add up has figures of its own and no shares', async () => {
    for (const measure of ['uniqueCallers', 'p90Talk']) {
      const explanation = await explain(asked(measure))
      expect(explanation.change).not.toBeNull()
      expectToAddUp(explanation)
      expect(explanation.dimensions.some(({ addsUp }) => addsUp)).toBe(false)
    }
    expect(dimensionOf(await explain(asked('p90Talk')), 'location').values[0]).toMatchObject({
      value: 'dallas',
      now: 50,
      earlier: 40,
    })
    const { addsUp, values } = dimensionOf(await explain(asked('answerRate')), 'tag')
    expect([addsUp, new Set(values.map(({ value }) => value))]).toEqual([
      false,
      new Set(['lead', 'spam', null]),
    ])
  })

  it('nobody sees values of another customer, nor who called without the right to', async () => {
    const other = await test.make.customer()
    await test.sendCalls(
      await test.make.apiKey(other.id),
      on(nowDay, 3, { status: 'missed', location: 'elsewhere' }),
    )
    const user = await test.make.user({ customerId: ownCustomer, claims: ['dashboard.view'] })
    const body = {
      reportId: dashboardReports.summary,
      parameters: { dateRange },
      timeZone: 'UTC',
      measure: 'missed',
    }
    const explanation = await explain(body, user.token)
    expect(explanation).toMatchObject({ now: 58, change: 28 })
    expect(JSON.stringify(explanation)).not.toMatch(/elsewhere|\+1212555/)
    expect(explanation.labels['customer']).toEqual({ [ownCustomer]: 'Told apart' })
    const within = [{ field: 'callerNumber', op: 'eq', values: ['+12125551000'] }]
    expectError(await ask({ ...body, within }, user.token), 403, 'forbidden')
    expectError(await ask({ ...body, definition: {}, reportId: undefined }, user.token), 403, 'forbidden')
    const nobody = await test.make.user({ customerId: ownCustomer })
    expectError(await ask(body, nobody.token), 403, 'forbidden')
  })

  it('locations of one name say whose they are, or their code where they are of one customer', async () => {
    const day = '2024-07-06'
    const named = { type: 'location', name: 'Front desk' } as const
    for (const [name, codes] of [
      ['Bay Dental', ['bay-desk']],
      ['Hill Dental', ['hill-desk-1', 'hill-desk-2']],
    ] as const) {
      const { id: customerId } = await test.make.customer({ name })
      const calls = codes.flatMap((location) => on(day, 2, { location, status: 'missed' }))
      await test.sendCalls(await test.make.apiKey(customerId), calls)
      for (const code of codes) await test.make.entity({ ...named, code, customerId })
    }
    const labels = {
      'bay-desk': 'Front desk (Bay Dental)',
      'hill-desk-1': 'Front desk (hill-desk-1)',
      'hill-desk-2': 'Front desk (hill-desk-2)',
    }
    const definition = {
      dimensions: [{ field: 'location' }],
      measures: ['missed'],
      compare: 'previousPeriod',
    }
    const body = { definition, parameters: { dateRange: { from: day, to: '2024-07-07' } }, timeZone: 'UTC' }
    expect((await test.runReport(body)).labels['location']).toEqual(labels)
    expect((await explain({ ...body, measure: 'missed' })).labels['location']).toEqual(labels)
    const file = await test.admin.ask({
      path: '/api/reporting/runreport',
      body,
      headers: { accept: 'text/html' },
    })
    expect(file.text).toContain('Front desk (Bay Dental)')
  })

  const ask = async (body: Body, by = test.admin.token) =>
    await test.ask({ path: '/api/reporting/whychanged', body, token: by })

  it.each([
    {
      what: 'nothing to compare with',
      given: { parameters: { dateRange, compare: null } },
      error: ['invalid', 'parameters.compare'],
    },
    {
      what: 'a measure that the report does not have',
      given: { measure: 'cost' },
      error: ['unknownReportField', 'measure'],
    },
    { what: 'a measure of now', given: { measure: 'waitingToday' }, error: ['invalid', 'measure'] },
    {
      what: 'a bucket that the report does not have',
      given: { bucket: { grain: 'day', value: nowDay } },
      error: ['invalid', 'bucket'],
    },
    {
      what: 'a field that is no dimension',
      given: { within: [{ field: 'duration', op: 'eq', values: [1] }] },
      error: ['invalid', 'within.0'],
    },
    {
      what: 'a report of calls',
      given: { definition: { columns: ['startedAt'] } },
      error: ['invalid', 'definition.columns'],
    },
    {
      what: 'two reports at once',
      given: { reportId: dashboardReports.summary },
      error: ['invalid', undefined],
    },
  ])('$what is an error that names the field', async ({ given, error }) => {
    const answer = await ask({ ...asked('missed'), ...given })
    expect(answer.status).toBe(400)
    expect(errorsOf(answer).map(({ code, field }) => [code, field])).toEqual([error])
  })

  it('a bucket of time is compared with the one beside which it stands, however clocks went', async () => {
    const at = (startedAt: string) => buildCall({ startedAt })
    const id = await test.customerWith([
      // 01:00 came twice on the day before.
      at('2025-11-02T05:30:00.000Z'),
      at('2025-11-02T06:30:00.000Z'),
      at('2025-11-03T06:30:00.000Z'),
    ])
    const body = {
      definition: {
        dimensions: [{ field: 'time', grain: 'hour' }],
        measures: ['calls'],
        compare: 'previousPeriod',
      },
      parameters: { dateRange: { from: '2025-11-03', to: '2025-11-04' }, customer: id },
      timeZone: 'America/New_York',
    }
    const report = await test.runReport(body)
    const row = report.rows.findIndex(([, calls]) => calls === 1)
    const column = report.columns[1]
    const change = column && changeBehind({ answer: report, row: report.rows[row], column })
    const explanation = await explain({ ...body, ...change })
    expect(explanation).toMatchObject({ now: 1, earlier: report.comparison?.rows[row]?.[1], change: -1 })
    expect(explanation.meta.earlier).toEqual({
      from: '2025-11-02T05:00:00.000Z',
      to: '2025-11-02T07:00:00.000Z',
      matchWeekdays: false,
    })
  })
})
