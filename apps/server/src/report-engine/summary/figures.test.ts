import { standardReports } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import { csvRows } from '#test/csv-rows.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let admin: Person

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'America/New_York' })
})

const run = async (body: object) => await test.runReport(body, admin.token)
const customerWith: Portal['customerWith'] = async (calls) => await test.customerWith(calls)

const march = { from: '2026-03-01', to: '2026-04-01' }

describe('the figures of a report', () => {
  it('count each call once, by what became of it', async () => {
    const customer = await customerWith([
      { status: 'answered', talkDuration: 40, callerNumber: '+12125550111', value: '10.50', currency: 'USD' },
      { status: 'answered', talkDuration: 20, callerNumber: '+12125550111', value: '2', currency: 'CAD' },
      { status: 'missed', callerNumber: '+12125550112', startedAt: '2026-03-20T15:00:00.000Z' },
      { status: 'abandoned', duration: 5, callerNumber: null },
      { status: 'voicemail', callerNumber: '+12125550113' },
      { direction: 'outbound', status: 'answered', talkDuration: 600 },
    ])
    const answer = await run({
      definition: {
        measures: [
          'calls',
          'inbound',
          'outbound',
          'answered',
          'missed',
          'abandoned',
          'voicemail',
          'answerRate',
          'uniqueCallers',
          'missedNotReturned',
          'missedWithheld',
          'averageTalk',
          'value',
        ],
      },
      parameters: { dateRange: march, customer },
    })
    const [row] = answer.rows
    const figures = Object.fromEntries(answer.columns.map((column, at) => [column.name, row?.[at]]))
    expect(figures).toEqual({
      calls: 6,
      inbound: 5,
      outbound: 1,
      answered: 2,
      missed: 2,
      abandoned: 1,
      voicemail: 1,
      answerRate: 0.4,
      uniqueCallers: 3,
      missedNotReturned: 1,
      missedWithheld: 1,
      averageTalk: 220,
      value: [
        { amount: '2.00', currency: 'CAD' },
        { amount: '10.50', currency: 'USD' },
      ],
    })
  })

  it('are rates of the calls of each row, each column, the others, all calls and the earlier period', async () => {
    const radio = { source: 'radio', trackingNumber: '+18005550101' }
    const waited = (ringDuration: number, queueDuration: number | null = null) => ({
      ringDuration,
      queueDuration,
    })
    const customer = await customerWith([
      { ...radio, callerNumber: '+12125550111', ...waited(10, 20) },
      { ...radio, callerNumber: '+12125550111', status: 'missed', ...waited(30) },
      { ...radio, callerNumber: '+12125550112', status: 'voicemail', ...waited(12) },
      { ...radio, callerNumber: null, status: 'abandoned', duration: 5, ...waited(5) },
      { source: 'web', callerNumber: '+12125550113', status: 'busy', ...waited(0) },
      {
        source: 'tv',
        callerNumber: '+12125550111',
        startedAt: '2026-03-11T15:00:00.000Z',
        ...waited(6),
      },
      // Neither has ended, nor come in.
      { source: 'tv', callerNumber: null, status: 'in-progress', endedAt: null, duration: null },
      { source: 'tv', direction: 'outbound', status: 'missed', ...waited(50) },
      { source: 'web', callerNumber: '+12125550119', startedAt: '2026-02-10T15:00:00.000Z', ...waited(8) },
    ])
    const rates = ['missedRate', 'abandonedRate', 'voicemailRate', 'firstTimeRate'] as const
    const answer = await run({
      definition: {
        dimensions: [{ field: 'source' }],
        measures: ['inbound', ...rates, 'averageWait', 'p90Wait', 'missedRate:change'],
        sort: [{ field: 'inbound', desc: true }],
        limit: 1,
        others: true,
        compare: 'previousPeriod',
        pivot: { field: 'trackingNumber', limit: 1 },
      },
      parameters: { dateRange: march, customer },
    })
    const whole = (cells: readonly unknown[] | null | undefined) =>
      answer.columns.flatMap(({ pivot }, at) => (pivot === undefined ? [cells?.[at] ?? null] : []))
    const ofRadio = (cells: readonly unknown[] | null | undefined) =>
      answer.columns.flatMap(({ pivot }, at) =>
        pivot !== undefined && 'value' in pivot && pivot.value === radio.trackingNumber
          ? [cells?.[at] ?? null]
          : [],
      )
    const radioFigures = [4, 0.5, 0.25, 0.25, 2 / 3, 77 / 4, 30]
    expect(answer.rows.map(whole)).toEqual([['radio', ...radioFigures, null]])
    expect(answer.rows.map(ofRadio)).toEqual([[...radioFigures, null]])
    // The call in progress came in, and has ended as little as it waited.
    expect(whole(answer.others?.cells)).toEqual([null, 3, 0.5, 0, 0, 0.5, 3, 6, 0.5])
    expect(whole(answer.totals)).toEqual([null, 7, 0.5, 1 / 6, 1 / 6, 0.6, 83 / 6, 30, 0.5])
    expect(whole(answer.comparison?.totals)).toEqual([null, 1, 0, 0, 0, 1, 8, 8, null])
    expect(whole(answer.comparison?.others)).toEqual([null, 1, 0, 0, 0, 1, 8, 8, null])
    const better = answer.columns.flatMap(({ pivot, moreIsBetter }) => (pivot ? [] : [moreIsBetter]))
    expect(better).toEqual([undefined, true, false, false, null, null, false, false, false])
  })

  it('by source leave out outbound calls, which have none, unless they are asked for', async () => {
    const customer = await customerWith([
      { source: 'Radio' },
      { source: null },
      { direction: 'outbound', source: null },
      { direction: 'outbound', source: null },
    ])
    const bySource = async (direction?: string[]) => {
      const parameters = { dateRange: march, customer, ...(direction && { direction }) }
      const { rows } = await run({ reportId: standardReports.bySource, parameters })
      return new Map(rows.map(([source, calls]) => [source, calls]))
    }
    expect(await bySource()).toEqual(
      new Map([
        ['Radio', 1],
        [null, 1],
      ]),
    )
    expect((await bySource([])).get(null)).toBe(3)
    expect(await bySource(['outbound'])).toEqual(new Map([[null, 2]]))
  })

  it('of a period without calls are zeros and no figures, never an error', async () => {
    const customer = await customerWith([{}])
    const answer = await run({
      definition: {
        dimensions: [{ field: 'time', grain: 'day' }],
        measures: ['calls', 'answerRate', 'averageTalk', 'value'],
      },
      parameters: { dateRange: { from: '2020-01-01', to: '2020-01-03' }, customer },
    })
    expect(answer.rows).toEqual([
      ['2020-01-01', 0, null, null, null],
      ['2020-01-02', 0, null, null, null],
    ])
    expect(answer.totals).toEqual([null, 0, null, null, null])
  })

  it('put a call at midnight into the day it starts', async () => {
    const customer = await customerWith([
      { startedAt: '2026-03-10T03:59:59.999Z' },
      { startedAt: '2026-03-10T04:00:00.000Z' },
    ])
    const answer = await run({
      definition: { dimensions: [{ field: 'time', grain: 'day' }], measures: ['calls'] },
      parameters: { dateRange: { from: '2026-03-09', to: '2026-03-11' }, customer },
    })
    expect(answer.rows).toEqual([
      ['2026-03-09', 1],
      ['2026-03-10', 1],
    ])
  })

  it('add up over groups as over all calls: unique callers are no sum of rows', async () => {
    const customer = await customerWith([
      { source: 'radio', callerNumber: '+12125550111' },
      { source: 'web', callerNumber: '+12125550111' },
      { source: 'web', callerNumber: '+12125550112' },
    ])
    const answer = await run({
      definition: {
        dimensions: [{ field: 'source' }],
        measures: ['calls', 'uniqueCallers'],
        sort: [{ field: 'calls', desc: true }],
      },
      parameters: { dateRange: march, customer },
    })
    expect(answer.rows).toEqual([
      ['web', 2, 2],
      ['radio', 1, 1],
    ])
    expect(answer.totals).toEqual([null, 3, 2])
  })

  it('count unique callers exactly: numbers, callers without one, never withheld ones', async () => {
    const callers = ['+13052180779', '+12122156091', '+12122156091', '1001', 'anna@sip.example', '1001', null]
    const customer = await customerWith(callers.map((callerNumber) => ({ callerNumber })))
    const two = await customerWith(callers.slice(0, 3).map((callerNumber) => ({ callerNumber })))
    const answer = await run({
      definition: { dimensions: [{ field: 'customer' }], measures: ['uniqueCallers'] },
      parameters: { dateRange: march, customer: [customer, two] },
    })
    expect(answer.rows).toContainEqual([customer, 4])
    expect(answer.rows).toContainEqual([two, 2])
  })

  it('count 40,000 unique callers exactly, whichever they are', async () => {
    const customer = await test.make.customer()
    const days = 12
    await test.runtime.ingest.change(async () => {
      await test.runtime.calls.command({
        sql: `INSERT INTO calls (id, customer_id, direction, status, caller_number, started_at)
          SELECT generateUUIDv4(), {customer:UUID}, 'inbound', 'answered', concat('+1', toString(2010000000 + number)),
            toDateTime64('2026-03-01 15:00:00.000', 3, 'UTC') + toIntervalDay(intDiv(number, 40000))
          FROM numbers({count:UInt64})`,
        params: { customer: customer.id, count: days * 40_000 },
      })
    })
    const { rows, totals } = await run({
      definition: { dimensions: [{ field: 'time', grain: 'day' }], measures: ['uniqueCallers'] },
      parameters: { dateRange: { from: '2026-03-01', to: '2026-03-13' }, customer: customer.id },
    })
    expect(rows.map(([, count]) => count)).toEqual(rows.map(() => 40_000))
    expect(totals).toEqual([null, days * 40_000])
  })

  it('count a call with two tags in both groups and once in the total', async () => {
    const customer = await customerWith([{ tags: ['lead', 'spam'] }, { tags: ['lead'] }, {}])
    const answer = await run({
      definition: {
        dimensions: [{ field: 'tag' }],
        measures: ['calls'],
        sort: [{ field: 'calls', desc: true }],
      },
      parameters: { dateRange: march, customer },
    })
    expect(answer.rows).toContainEqual(['lead', 2])
    expect(answer.rows).toContainEqual(['spam', 1])
    expect(answer.rows).toContainEqual([null, 1])
    expect(answer.totals).toEqual([null, 3])
  })

  it('stand beside those of the period before, the third day with the third', async () => {
    const customer = await customerWith([
      { startedAt: '2026-03-12T15:00:00.000Z' },
      { startedAt: '2026-03-08T15:00:00.000Z' },
      { startedAt: '2026-03-08T16:00:00.000Z' },
    ])
    const answer = await run({
      definition: {
        dimensions: [{ field: 'time', grain: 'day' }],
        measures: ['calls'],
        compare: 'previousPeriod',
        matchWeekdays: false,
      },
      parameters: { dateRange: { from: '2026-03-10', to: '2026-03-13' }, customer },
    })
    expect(answer.rows.map(([, calls]) => calls)).toEqual([0, 0, 1])
    expect(answer.comparison?.rows.map((row) => row?.[1])).toEqual([0, 2, 0])
    expect(answer.comparison).toMatchObject({
      from: '2026-03-07T05:00:00.000Z',
      to: '2026-03-10T04:00:00.000Z',
    })
  })
})

describe('a report over time', () => {
  it('has its days without calls in whatever order, page or file, and its limit counts them', async () => {
    const answered = { status: 'answered', talkDuration: 40 } as const
    const customer = await customerWith([
      { ...answered, startedAt: '2026-03-02T15:00:00.000Z', value: '5', currency: 'USD' },
      { ...answered, startedAt: '2026-03-02T16:00:00.000Z' },
      { status: 'missed', startedAt: '2026-03-04T15:00:00.000Z' },
    ])
    const ask = (definition: object, more: object = {}) => ({
      definition: {
        dimensions: [{ field: 'time' as const, grain: 'day' as const }],
        measures: ['calls' as const, 'answerRate' as const, 'value' as const],
        ...definition,
      },
      parameters: { dateRange: { from: '2026-03-01', to: '2026-03-06' }, customer },
      ...more,
    })
    const days = async (definition: object, more?: object) => {
      const { rows, totals, meta } = await run(ask(definition, more))
      expect(totals).toEqual([null, 3, 2 / 3, [{ currency: 'USD', amount: '5.00' }]])
      return [meta.rowCount, ...rows.map(([day]) => (typeof day === 'string' ? Number(day.slice(-2)) : day))]
    }
    const by = (...sort: [field: string, desc: boolean][]) => ({
      sort: sort.map(([field, desc]) => ({ field, desc })),
    })
    expect((await run(ask(by(['calls', false])))).rows.slice(0, 4)).toEqual([
      ['2026-03-01', 0, null, null],
      ['2026-03-03', 0, null, null],
      ['2026-03-05', 0, null, null],
      ['2026-03-04', 1, 0, null],
    ])
    expect(await days(by(['calls', true]))).toEqual([5, 2, 4, 1, 3, 5])
    expect(await days(by(['answerRate', false]))).toEqual([5, 4, 2, 1, 3, 5])
    expect(await days(by(['answerRate', true], ['time', true]))).toEqual([5, 2, 4, 5, 3, 1])
    expect(await days(by(['value', true]))).toEqual([5, 2, 1, 3, 4, 5])
    expect(await days({ limit: 3 })).toEqual([3, 1, 2, 3])
    expect((await run(ask({ limit: 3 }))).meta.allRowCount).toBe(5)
    expect(await days({ ...by(['time', true]), limit: 3 })).toEqual([3, 5, 4, 3])
    expect(await days(by(['time', true]), { page: { number: 2, size: 2 } })).toEqual([5, 3, 2])
    const compared = await run(ask({ ...by(['calls', true]), limit: 2, compare: 'previousPeriod' }))
    expect(compared.comparison?.rows).toEqual([
      ['2026-02-23', 0, null, null],
      ['2026-02-25', 0, null, null],
    ])
    const headers = { accept: 'text/csv' }
    const body = ask({ ...by(['calls', true]), measures: ['calls'], limit: 4 })
    const file = await admin.ask({ path: '/api/reporting/runreport', body, headers })
    expect(csvRows(file.text).slice(1)).toEqual([
      ['2026-03-02', '2'],
      ['2026-03-04', '1'],
      ['2026-03-01', '0'],
      ['2026-03-03', '0'],
    ])
  })

  it('counts all its rows on every page, also on those behind the last one', async () => {
    const customer = await customerWith([{ source: 'radio' }, { source: 'tv', tags: ['a', 'b'] }, {}])
    for (const [field, limit, count, all] of [
      ['source', undefined, 3, undefined],
      ['tag', undefined, 3, undefined],
      ['source', 2, 2, 3],
      ['source', 3, 3, undefined],
    ] as const) {
      for (const number of [1, 2, 3, 1_000_000]) {
        const { rows, totals, meta } = await run({
          definition: { dimensions: [{ field }], measures: ['calls'], ...(limit && { limit }) },
          parameters: { dateRange: { from: '2026-03-01', to: '2026-04-01' }, customer },
          page: { number, size: 2 },
        })
        const asked = [field, limit, number, rows.length, totals, meta.rowCount, meta.allRowCount]
        const left = Math.max(0, Math.min(2, count - 2 * (number - 1)))
        expect(asked).toEqual([field, limit, number, left, [null, 3], count, all])
      }
    }
  })

  it('has every hour of two years in its pages, though an answer has 10,000 rows', async () => {
    const customer = await customerWith([{ startedAt: '2026-03-02T15:00:00.000Z' }])
    const hours = async (page?: { number: number; size: number }) =>
      await run({
        definition: { dimensions: [{ field: 'time', grain: 'hour' }], measures: ['calls'] },
        parameters: { dateRange: { from: '2025-01-01', to: '2027-01-01' }, customer },
        ...(page && { page }),
      })
    const first = await hours()
    expect([first.rows.length, first.meta.rowCount]).toEqual([10_000, 17_520])
    const { rows } = await hours({ number: 2, size: 10_000 })
    expect([rows.length, rows[0], rows.filter(([, calls]) => calls === 1)]).toEqual([
      7_520,
      ['2026-02-21T16:00:00-05:00', 0],
      [['2026-03-02T10:00:00-05:00', 1]],
    ])
  })
})

it('weekdays across begin with the day on which weeks do', async () => {
  const day = (at: number) => ({ startedAt: `2026-03-0${at}T15:00:00.000Z` })
  const customer = await customerWith([day(1), day(2), day(7), day(8)])
  const weekdays = async () => {
    const answer = await run({
      definition: { measures: ['calls'], pivot: { field: 'dayOfWeek' } },
      parameters: { dateRange: march, customer },
    })
    const across = answer.columns.flatMap(({ pivot }) => (pivot && 'value' in pivot ? [pivot.value] : []))
    return [across, answer.rows[0]]
  }
  await test.set('weekStartsOn', 7)
  const fromSunday = await weekdays()
  await test.unset('weekStartsOn')
  expect(fromSunday).toEqual([
    [7, 1, 6],
    [2, 1, 1, 4],
  ])
  expect(await weekdays()).toEqual([
    [1, 6, 7],
    [1, 1, 2, 4],
  ])
})
