import { type ReportDefinition, RunReportAnswer, runReport } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { csvRows } from '#test/csv-rows.ts'
import { errorsOf, expectOk } from '#test/expect-errors.ts'
import { buildCall, type SentCall } from '#test/factory.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let admin: Person
let customer: string

const march = { from: '2026-03-01', to: '2026-04-01' }

/** Calls of one source: so many in March, so many in February. */
const callsOf = (source: string, [now, then]: readonly [number, number], more: Partial<SentCall> = {}) => [
  ...Array.from({ length: now }, () => buildCall({ source, ...more })),
  ...Array.from({ length: then }, () =>
    buildCall({ source, startedAt: '2026-02-10T15:00:00.000Z', ...more }),
  ),
]

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'America/New_York' })
  customer = await test.customerWith([
    ...callsOf('radio', [6, 4], { value: '10', currency: 'USD', duration: 30 }),
    ...callsOf('web', [3, 6], { value: '20', currency: 'USD', status: 'missed', duration: 20 }),
    ...callsOf('tv', [1, 0]),
    ...callsOf('print', [0, 2]),
  ])
})

async function ask(
  definition: z.input<typeof ReportDefinition>,
  more: { page?: object; accept?: string; parameters?: object } = {},
) {
  const { page, accept = 'application/json', parameters } = more
  return await admin.ask({
    path: runReport.path,
    body: { definition, parameters: { dateRange: march, customer, ...parameters }, page },
    headers: { accept },
  })
}

async function run(definition: z.input<typeof ReportDefinition>, more: { page?: object } = {}) {
  return RunReportAnswer.parse(expectOk(await ask(definition, more)))
}

const bySource = { dimensions: [{ field: 'source' as const }], compare: 'previousPeriod' as const }

describe('what is derived from a figure', () => {
  it('is a column: the share of the total, the earlier figure, and the change since then', async () => {
    const answer = await run({
      ...bySource,
      measures: [
        'calls',
        'calls:share',
        'calls:earlier',
        'calls:change',
        'answerRate:change',
        'totalDuration:change',
      ],
      sort: [{ field: 'calls', desc: true }],
    })
    expect(answer.rows).toEqual([
      ['radio', 6, 0.6, 4, 0.5, 0, 60],
      ['web', 3, 0.3, 6, -0.5, 0, -60],
      ['tv', 1, 0.1, 0, null, null, 60],
    ])
    const [, , , earlier, change] = answer.totals ?? []
    expect([earlier, change]).toEqual([12, (10 - 12) / 12])
    expect(answer.comparison?.rows[0]).toEqual(['radio', 4, 4 / 12, null, null, null, null])
    expect(
      answer.columns.slice(1).map(({ label, measure, view, type }) => [label, measure, view, type]),
    ).toEqual([
      ['Calls', 'calls', 'figure', 'integer'],
      ['Calls, share', 'calls', 'share', 'ratio'],
      ['Calls, earlier period', 'calls', 'earlier', 'integer'],
      ['Calls, change', 'calls', 'change', 'ratio'],
      ['Answer rate, change', 'answerRate', 'change', 'ratio'],
      ['Total duration, change', 'totalDuration', 'change', 'duration'],
    ])
  })

  it('has shares of money where all of it is in one currency', async () => {
    const measures = ['value:share' as const, 'value:change' as const]
    const { rows } = await run({ ...bySource, measures, filters: [{ field: 'value', op: 'notNull' }] })
    expect(rows).toEqual([
      ['radio', 0.5, 0.5],
      ['web', 0.5, -0.5],
    ])
    const other = await test.customerWith([
      ...callsOf('radio', [1, 1], { value: '10', currency: 'USD' }),
      ...callsOf('web', [1, 0], { value: '10', currency: 'CAD' }),
      ...callsOf('tv', [1, 0], { value: '10', currency: 'CAD' }),
      ...callsOf('tv', [0, 1], { value: '5', currency: 'USD' }),
    ])
    const answer = await ask({ ...bySource, measures }, { parameters: { customer: other } })
    expect(RunReportAnswer.parse(answer.json()).rows).toEqual([
      ['radio', null, 0],
      ['tv', null, null],
      ['web', null, null],
    ])
  })

  it('has percentiles that are durations of calls, half and nine tenths of which lasted no longer', async () => {
    const customerWith = async (durations: readonly number[]) => {
      const id = await test.customerWith(durations.map((duration) => ({ duration })))
      return id
    }
    const durations = [10, 20, 30, 40, 50, 60, 70, 80, 90, 1000]
    const [ten, four] = [await customerWith(durations), await customerWith(durations.slice(0, 4))]
    const answer = await ask(
      { dimensions: [{ field: 'customer' }], measures: ['p50Duration', 'p90Duration'] },
      { parameters: { customer: [ten, four] } },
    )
    const { rows } = RunReportAnswer.parse(answer.json())
    expect(new Map(rows.map(([id, ...figures]) => [id, figures]))).toEqual(
      new Map([
        [ten, [50, 90]],
        [four, [20, 40]],
      ]),
    )
  })

  it('sorts rows without an amount last, below what was lost and above it', async () => {
    const other = await test.customerWith([
      buildCall({ source: 'gain', value: '10', currency: 'USD' }),
      buildCall({ source: 'loss', value: '-10', currency: 'USD' }),
      buildCall({ source: 'none' }),
    ])
    const sources = async (desc: boolean) => {
      const sort = [{ field: 'value', desc }]
      const answer = await ask(
        { dimensions: [{ field: 'source' }], measures: ['value'], sort },
        { parameters: { customer: other } },
      )
      return RunReportAnswer.parse(answer.json()).rows.map(([source]) => source)
    }
    expect(await sources(true)).toEqual(['gain', 'loss', 'none'])
    expect(await sources(false)).toEqual(['loss', 'gain', 'none'])
  })

  it('sorts all rows, whatever the page and the limit, those without a value last', async () => {
    const sorted = async (by: string, more: object = {}, page?: object) => {
      const [field = '', order] = by.split(' ')
      const desc = order === 'desc'
      const measures = ['calls:change' as const, 'calls:share' as const, 'calls:earlier' as const]
      const answer = await run({ ...bySource, measures, sort: [{ field, desc }], ...more }, page && { page })
      return [
        answer.rows.map(([source]) => (typeof source === 'string' ? source : '')).join(),
        answer.meta.rowCount,
      ]
    }
    expect(await sorted('calls:change desc')).toEqual(['radio,web,tv', 3])
    expect(await sorted('calls:change')).toEqual(['web,radio,tv', 3])
    expect(await sorted('calls:earlier')).toEqual(['tv,radio,web', 3])
    expect(await sorted('calls:share')).toEqual(['tv,web,radio', 3])
    expect(await sorted('calls:change', { limit: 2 })).toEqual(['web,radio', 2])
    expect(await sorted('calls:change', {}, { number: 2, size: 2 })).toEqual(['tv', 3])
    expect(await sorted('calls:earlier desc', { limit: 2 }, { number: 2, size: 1 })).toEqual(['radio', 2])
  })

  it('is in a file as on the screen', async () => {
    const measures = ['calls' as const, 'calls:share' as const, 'calls:earlier' as const, 'missed' as const]
    const sort = [{ field: 'calls:earlier', desc: true }]
    const answer = await ask({ ...bySource, measures, sort }, { accept: 'text/csv' })
    expect(csvRows(answer.text)).toEqual([
      ['Source', 'Calls', 'Calls, share', 'Calls, earlier period', 'Missed', 'Missed, earlier period'],
      ['web', '3', '0.3', '6', '3', '6'],
      ['radio', '6', '0.6', '4', '0', '0'],
      ['tv', '1', '0.1', '0', '0', ''],
    ])
  })

  it('knows no earlier figure where the earlier period has no such day', async () => {
    const { rows } = await run({
      dimensions: [{ field: 'time', grain: 'day' }, { field: 'source' }],
      measures: ['calls', 'calls:earlier'],
      compare: 'previousPeriod',
      matchWeekdays: false,
    })
    expect(rows).toContainEqual(['2026-03-10', 'tv', 1, 0])
    const byDay = await run({
      dimensions: [{ field: 'time', grain: 'day' }],
      measures: ['calls:earlier'],
      compare: 'previousYear',
      matchWeekdays: false,
      sort: [{ field: 'calls:earlier', desc: true }],
    })
    expect(byDay.rows).toHaveLength(31)
  })

  it.each([
    [{ measures: ['calls:change'] }, 'definition.compare'],
    [{ measures: ['answerRate:share'] }, 'definition.measures.0'],
    [{ measures: ['uniqueCallers:share'] }, 'definition.measures.0'],
    [{ measures: ['calls', 'longestWaiting:change'] }, 'definition.measures.1'],
    [{ measures: ['calls:colour'] }, 'definition.measures.0'],
    [{ measures: ['calls'], sort: [{ field: 'calls:share' }] }, 'calls:share'],
    [{ measures: ['calls'], chart: { type: 'bar', measures: ['missed'] } }, 'definition.chart.measures'],
    [{ measures: ['calls'], answerWithinSeconds: 0 }, 'definition.answerWithinSeconds'],
  ])('is an error that names it where it cannot be told: %j', async (definition, field) => {
    const body = { definition, parameters: { dateRange: march } }
    const answer = await admin.ask({ path: runReport.path, body })
    expect(errorsOf(answer)).toMatchObject([{ field }])
  })

  it('is not there while nothing is compared, neither are an order by it and its chart', async () => {
    const definition = {
      dimensions: [{ field: 'source' as const }],
      measures: ['calls' as const, 'calls:change' as const, 'calls:earlier' as const],
      compare: 'previousPeriod' as const,
      sort: [{ field: 'calls:change' }, { field: 'source' }],
      chart: { type: 'bar' as const, measures: ['calls:change' as const, 'calls' as const] },
    }
    const sort = [{ field: 'calls:change' }]
    for (const asked of [{ definition }, { definition, sort }]) {
      const body = { ...asked, parameters: { dateRange: march, compare: null } }
      const { columns, comparison } = await test.runReport(body, admin.token)
      expect(columns.map(({ name }) => name)).toEqual(['source', 'calls'])
      expect(comparison).toBeUndefined()
    }
  })

  it('leaves the plain figure where a report has nothing else and nothing is compared', async () => {
    const definition = {
      ...bySource,
      measures: ['calls:change' as const, 'missed:earlier' as const, 'calls:earlier' as const],
      chart: { type: 'bar' as const, measures: ['calls:change' as const] },
    }
    const answer = expectOk(await ask(definition, { parameters: { dateRange: march, compare: null } }))
    const { columns } = RunReportAnswer.parse(answer)
    expect(columns.map(({ name }) => name)).toEqual(['source', 'calls', 'missed'])
  })

  it('is an error that names the dimensions where a period has too many hours to show', async () => {
    const definition = {
      dimensions: [{ field: 'time' as const, grain: 'hour' as const }],
      measures: ['calls' as const],
    }
    const answer = await ask(definition, {
      parameters: { dateRange: { from: '2016-01-01', to: '2026-01-01' } },
    })
    expect(errorsOf(answer)).toMatchObject([{ field: 'definition.dimensions' }])
  })
})

describe('what a team is measured by', () => {
  it('counts as in time what was answered within the seconds that the report says', async () => {
    const waited = (ringDuration: number, queueDuration: number | null = null) =>
      buildCall({ ringDuration, queueDuration })
    const service = await test.customerWith([
      waited(5),
      waited(20),
      waited(5, 16),
      buildCall({ status: 'missed', ringDuration: 3 }),
      buildCall({ direction: 'outbound', ringDuration: 3 }),
    ])
    const parameters = { customer: service }
    const measures = ['answeredInTime' as const, 'serviceLevel' as const]
    const byDefault = RunReportAnswer.parse((await ask({ measures }, { parameters })).json())
    expect(byDefault.rows).toEqual([[2, 0.5]])
    expect(byDefault.columns.map(({ label }) => label)).toEqual([
      'Answered within 20 s',
      'Service level (20 s)',
    ])
    const longer = await ask({ measures, answerWithinSeconds: 21 }, { parameters })
    expect(RunReportAnswer.parse(longer.json())).toMatchObject({
      rows: [[3, 0.75]],
      meta: { answerWithinSeconds: 21 },
    })
  })

  it('tells how long missed calls wait, and how long they took to be returned', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    let caller = 1000
    const missed = (startedAt: string) =>
      buildCall({ status: 'missed', startedAt, callerNumber: `+1212555${caller++}`, duration: 30 })
    const answered = (startedAt: string, callerNumber: string) =>
      buildCall({ startedAt, callerNumber, answeredAt: startedAt })
    const team = await test.customerWith([
      missed(minutesAgo(30)),
      missed(minutesAgo(3 * 60)),
      missed(minutesAgo(30 * 60)),
      missed(minutesAgo(50 * 60)),
      buildCall({ status: 'missed', startedAt: minutesAgo(20), callerNumber: null }),
      buildCall({ status: 'missed', startedAt: minutesAgo(600), callerNumber: '+12125552001', duration: 30 }),
      answered(minutesAgo(590), '+12125552001'),
      buildCall({ status: 'missed', startedAt: minutesAgo(600), callerNumber: '+12125552002', duration: 30 }),
      answered(minutesAgo(580), '+12125552002'),
    ])
    // It is noon: three hours ago was today.
    const toNoon = 12 - new Date().getUTCHours()
    const answer = await admin.ask({
      path: runReport.path,
      body: {
        definition: {
          measures: [
            'missed',
            'missedNotReturned',
            'missedWithheld',
            'returned',
            'waitingUnderHour',
            'waitingToday',
            'waitingOlder',
            'longestWaiting',
            'averageTimeToReturn',
            'p50TimeToReturn',
          ],
          compare: 'previousPeriod',
        },
        parameters: { dateRange: { relative: 'last7Days' }, customer: team },
        timeZone: `Etc/GMT${toNoon < 0 ? '+' : '-'}${Math.abs(toNoon)}`,
      },
    })
    const { rows, comparison } = RunReportAnswer.parse(answer.json())
    const [row = []] = rows
    expect(row.slice(0, 7)).toEqual([7, 4, 1, 2, 1, 1, 2])
    expect(Number(row[7])).toBeGreaterThanOrEqual(50 * 3600)
    expect(Number(row[7])).toBeLessThan(50 * 3600 + 120)
    expect(row.slice(8)).toEqual([14.5 * 60, 9.5 * 60])
    expect(comparison?.rows[0]?.slice(4, 8)).toEqual([null, null, null, null])
  })
})
