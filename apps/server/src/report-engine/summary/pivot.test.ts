import { callDetails } from '@callboard/contract/calls'
import { entityTypes } from '@callboard/contract/claims'
import { type MeasureName, measureNames, restsOnNumbers } from '@callboard/contract/measures'
import { countedCalls } from '@callboard/contract/report-drill'
import { type ReportDefinition, RunReportAnswer, runReport } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { measureOf, measureSql } from '../sql/measures.ts'
import { csvRows } from '#test/csv-rows.ts'
import { errorsOf, expectOk } from '#test/expect-errors.ts'
import type { SentCall } from '#test/factory.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let admin: Person
let customer: string

const march = { from: '2026-03-01', to: '2026-04-01' }
const day = (at: number) => ({ startedAt: `2026-03-${String(at).padStart(2, '0')}T15:00:00.000Z` })

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'America/New_York' })
  const calls: Partial<SentCall>[] = [
    { source: 'radio', campaign: 'spring', callerNumber: '+12125550101', ...day(2) },
    { source: 'radio', campaign: 'spring', callerNumber: '+12125550102', ...day(3), tags: ['lead', 'vip'] },
    { source: 'radio', campaign: 'autumn', callerNumber: '+12125550101', ...day(3) },
    { source: 'web', campaign: 'spring', callerNumber: '+12125550101', ...day(9), status: 'missed' },
    { source: 'web', campaign: '=1+1', callerNumber: '+12125550103', ...day(9), tags: ['vip'] },
    { source: 'tv', campaign: null, callerNumber: '+12125550103', ...day(10) },
    { source: 'print', campaign: 'winter', callerNumber: '+12125550103', ...day(10) },
    { source: 'radio', campaign: 'spring', startedAt: '2026-02-10T15:00:00.000Z' },
    { source: 'flyer', campaign: 'summer', startedAt: '2026-02-10T15:00:00.000Z' },
  ]
  customer = await test.customerWith(calls)
})

interface Asked {
  sort?: object[]
  page?: object
  steps?: object[]
  accept?: string
  dateRange?: object
}

async function ask(
  definition: z.input<typeof ReportDefinition>,
  { page, steps, sort, accept = 'application/json', dateRange = march }: Asked = {},
) {
  return await admin.ask({
    path: runReport.path,
    body: { definition, parameters: { dateRange, customer }, page, steps, sort },
    headers: { accept },
  })
}

async function run(
  definition: z.input<typeof ReportDefinition>,
  more: Pick<Asked, 'page' | 'steps' | 'sort'> = {},
) {
  return RunReportAnswer.parse(expectOk(await ask(definition, more)))
}

const across = ({ columns }: RunReportAnswer) =>
  columns.flatMap(({ name, pivot }) =>
    pivot === undefined ? [] : [[name, 'value' in pivot ? pivot.value : pivot.except]],
  )

const bySource = { dimensions: [{ field: 'source' as const }], sort: [{ field: 'calls', desc: true }] }

describe('a pivot', () => {
  it('has a column for each of the values with most calls, one for all others, and the whole row', async () => {
    const answer = await run({
      ...bySource,
      measures: ['calls', 'uniqueCallers'],
      pivot: { field: 'campaign', limit: 2 },
    })
    expect(answer.pivot).toMatchObject({ name: 'campaign', label: 'Campaign', type: 'text' })
    expect(across(answer)).toEqual([
      ['calls#0', 'spring'],
      ['uniqueCallers#0', 'spring'],
      ['calls#1', '=1+1'],
      ['uniqueCallers#1', '=1+1'],
      ['calls#2', ['spring', '=1+1']],
      ['uniqueCallers#2', ['spring', '=1+1']],
    ])
    expect(answer.columns.slice(-2).map(({ name }) => name)).toEqual(['calls', 'uniqueCallers'])
    expect(answer.rows).toEqual([
      ['radio', 2, 2, 0, 0, 1, 1, 3, 2],
      ['web', 1, 1, 1, 1, 0, 0, 2, 2],
      ['print', 0, 0, 0, 0, 1, 1, 1, 1],
      ['tv', 0, 0, 0, 0, 1, 1, 1, 1],
    ])
    expect(answer.totals).toEqual([null, 3, 2, 1, 1, 3, 2, 7, 3])
  })

  it('tells shares of its columns and what they were, all others included', async () => {
    const answer = await run({
      ...bySource,
      measures: ['calls', 'calls:share', 'calls:earlier'],
      pivot: { field: 'campaign', limit: 1 },
      compare: 'previousPeriod',
      limit: 1,
    })
    expect(answer.rows).toEqual([['radio', 2, 2 / 3, 1, 1, 1 / 4, 0, 3, 3 / 7, 1]])
    expect(answer.totals).toEqual([null, 3, 1, 1, 4, 1, 1, 7, 1, 2])
    expect(answer.comparison?.totals).toEqual([null, 1, 1, null, 1, 1, null, 2, 1, null])
  })

  it('over time has every bucket in order, empty ones too, and after them the rest of the period', async () => {
    const weeks = await run({
      ...bySource,
      measures: ['calls'],
      pivot: { field: 'time', grain: 'week', limit: 3 },
      compare: 'previousPeriod',
    })
    const mondays = ['2026-02-23', '2026-03-02', '2026-03-09']
    expect(across(weeks)).toEqual([
      ...mondays.map((value, at) => [`calls#${at}`, value]),
      ['calls#3', mondays],
    ])
    expect(weeks.totals).toEqual([null, 0, 3, 4, 0, 7])
    expect(weeks.comparison?.totals?.slice(-1)).toEqual([2])
    // Five weeks before the week from March 16, which is among the rest.
    expect(weeks.comparison?.totals?.slice(1, -1)).toEqual([0, 0, 0, 2])
  })

  it('of weekdays begins with the day on which weeks do; without dimensions it is one row', async () => {
    const answer = await run({ measures: ['calls'], pivot: { field: 'dayOfWeek' } })
    expect(across(answer).map(([, value]) => value)).toEqual([1, 2])
    expect(answer.rows).toEqual([[3, 4, 7]])
    expect(answer.totals).toBeNull()
  })

  it('by tags counts a call under each of its tags, and among the others where it has none of them', async () => {
    const answer = await run({ measures: ['calls'], pivot: { field: 'tag', limit: 2 } })
    expect(across(answer)).toEqual([
      ['calls#0', null],
      ['calls#1', 'vip'],
      ['calls#2', [null, 'vip']],
    ])
    expect(answer.rows).toEqual([[5, 2, 0, 7]])
  })

  it('may have hundreds of columns, of the longest measures, and is an error beyond', async () => {
    const terms = { answerWithinSeconds: 600, generatedAt: '2026-03-20T15:00:00.000Z', timeZone: 'UTC' }
    const lengthOf = (name: MeasureName) => measureSql(measureOf(name, terms)).length
    const measures = measureNames.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, 12)
    const pivot = { field: 'time' as const, grain: 'day' as const, limit: 50 }
    const dateRange = { from: '2026-01-01', to: '2027-01-01' }
    const widest = expectOk(await ask({ measures: measures.slice(0, 11), pivot }, { dateRange }))
    expect(RunReportAnswer.parse(widest).columns).toHaveLength(52 * 11)
    const more = await ask({ measures, pivot }, { dateRange })
    const [error] = errorsOf(more)
    expect(error).toMatchObject({ field: 'definition.pivot.limit' })
    expect(error?.description).toContain('take fewer than 12 figures, or at most 49 across.')
    const ofCalls = measures.filter((name) => !restsOnNumbers(name))
    expect((await ask({ measures: ofCalls, pivot: { field: 'hourOfDay' } }, { dateRange })).status).toBe(200)
  })

  it('is in a file under the names of its values, which no spreadsheet runs', async () => {
    const definition = {
      ...bySource,
      measures: ['calls' as const],
      pivot: { field: 'campaign' as const, limit: 2 },
    }
    const answer = await ask({ ...definition, limit: 1, others: true }, { accept: 'text/csv' })
    expect(csvRows(answer.text)).toEqual([
      ['Source', 'spring: Calls', "'=1+1: Calls", 'Others: Calls', 'Total: Calls'],
      ['radio', '2', '0', '1', '3'],
      ['Others', '1', '1', '2', '4'],
    ])
  })
})

describe('whatever calls are told apart by', () => {
  const parties = ['customer', 'callerNumber', 'trackingNumber', 'agent', 'metro'] as const
  const marketing = ['source', 'medium', 'campaign', 'keyword', 'tag'] as const
  const course = ['status', 'direction', 'answered', 'firstTime', 'hangupBy', 'hangupCause'] as const
  const fields = [...parties, ...marketing, ...course, 'hourOfDay', 'dayOfWeek', ...entityTypes]

  it.each(fields)('is a row, a column across and a filter: %s', async (field) => {
    const other = field === 'source' ? 'campaign' : 'source'
    const one = { measures: ['calls'], filters: [{ field: 'trackingNumber', op: 'notNull' }] }
    for (const definition of [
      { ...one, dimensions: [{ field }], pivot: { field: other } },
      { ...one, dimensions: [{ field: other }], pivot: { field } },
    ]) {
      const body = { definition, parameters: { dateRange: march, customer } }
      const answer = await test.runReport(body, admin.token)
      const [row] = answer.rows
      const [, column] = answer.columns
      const calls = column && countedCalls({ answer, row, column })
      expect(calls?.filters.map((filter) => filter.field)).toContain(field)
      const { period, ...asked } = calls ?? {}
      const list = { ...asked, ...period, columns: ['id'], pageSize: 1, withTotal: true }
      const found = await admin.ask({ path: callDetails.path, body: list })
      expect(found.json()).toMatchObject({ total: row?.[1] })
    }
  })
})

describe('what the limit leaves out', () => {
  it('is told together: counts add up to the total, callers are counted once', async () => {
    const asked = {
      ...bySource,
      measures: ['calls' as const, 'calls:share' as const, 'uniqueCallers' as const],
    }
    const answer = await run({ ...asked, limit: 2, others: true, compare: 'previousPeriod' })
    expect(answer.rows.map(([source]) => source)).toEqual(['radio', 'web'])
    expect(answer.others).toEqual({ cells: [null, 2, 2 / 7, 1], except: ['radio', 'web'] })
    expect(answer.totals).toEqual([null, 7, 1, 3])
    expect(answer.comparison?.others).toEqual([null, 1, 0.5, 1])
    expect(answer.meta.rowCount).toBe(2)
    const all = await run({ ...asked, limit: 4, others: true })
    expect([all.rows.length, all.others]).toEqual([4, undefined])
  })

  it('is the same on every page, and however the rows are sorted', async () => {
    const measures = ['calls' as const, 'calls:change' as const]
    const asked = { ...bySource, measures, limit: 3, others: true, compare: 'previousPeriod' as const }
    for (const number of [1, 2]) {
      const page = await run(asked, { page: { number, size: 2 } })
      expect(page.rows.length).toBe(number === 1 ? 2 : 1)
      expect(page.others?.except).toEqual(['radio', 'web', 'print'])
      expect(page.meta.rowCount).toBe(3)
    }
    const sorted = await run({ ...asked, limit: 1, sort: [{ field: 'calls:change', desc: true }] })
    expect(sorted.rows).toEqual([['radio', 3, 2]])
    expect(sorted.others?.cells).toEqual([null, 4, 3])
  })

  it.each([
    [{ measures: ['calls'], others: true, limit: 3 }, 'definition.others'],
    [{ dimensions: [{ field: 'time' }], measures: ['calls'], others: true, limit: 3 }, 'definition.others'],
    [
      {
        dimensions: [{ field: 'source' }, { field: 'campaign' }],
        measures: ['calls'],
        others: true,
        limit: 3,
      },
      'definition.others',
    ],
    [{ dimensions: [{ field: 'source' }], measures: ['calls'], others: true }, 'definition.limit'],
    [
      { dimensions: [{ field: 'source' }], measures: ['calls'], others: true, limit: 1001 },
      'definition.limit',
    ],
    [{ measures: ['calls'], pivot: { field: 'source', limit: 51 } }, 'definition.pivot.limit'],
    [{ measures: ['calls'], pivot: { field: 'colour' } }, 'definition.pivot.field'],
    [{ measures: ['calls'], pivot: { field: 'source', grain: 'day' } }, 'definition.pivot.grain'],
    [
      { dimensions: [{ field: 'source' }], measures: ['calls'], pivot: { field: 'source' } },
      'definition.pivot.field',
    ],
    [{ measures: ['calls'], pivot: { field: 'source' }, sort: [{ field: 'calls#0' }] }, 'calls#0'],
  ])('is an error that names it where a report cannot have it: %j', async (definition, field) => {
    const body = { definition, parameters: { dateRange: march } }
    const answer = await admin.ask({ path: runReport.path, body })
    expect(errorsOf(answer)).toMatchObject([{ field }])
  })
})

describe('an order that is asked for', () => {
  const measures = ['calls' as const, 'uniqueCallers' as const, 'calls:change' as const]
  const asked = { ...bySource, measures, compare: 'previousPeriod' as const }
  const sourcesOf = ({ rows }: RunReportAnswer) => rows.map(([source]) => source)

  it('takes the place of the order of the report, page by page', async () => {
    const sort = [{ field: 'source', desc: true }]
    const pages = [1, 2].map(async (number) => run(asked, { sort, page: { number, size: 2 } }))
    expect((await Promise.all(pages)).map(sourcesOf)).toEqual([
      ['web', 'tv'],
      ['radio', 'print'],
    ])
  })

  it('leaves the rows of a limit, their others and their totals as they are, and sorts them', async () => {
    const definition = { ...asked, limit: 3, others: true }
    const own = await run(definition)
    expect(sourcesOf(own)).toEqual(['radio', 'web', 'print'])
    for (const [sort, expected] of [
      [{ field: 'source' }, ['print', 'radio', 'web']],
      [{ field: 'uniqueCallers' }, ['print', 'radio', 'web']],
      [{ field: 'calls:change' }, ['radio', 'web', 'print']],
    ] as const) {
      const answer = await run(definition, { sort: [sort], page: { number: 1, size: 10 } })
      expect(sourcesOf(answer)).toEqual(expected)
      expect([answer.others, answer.totals, answer.meta.rowCount]).toEqual([own.others, own.totals, 3])
    }
    const second = await run(definition, { sort: [{ field: 'source' }], page: { number: 2, size: 2 } })
    expect(sourcesOf(second)).toEqual(['web'])
  })

  it('is the order of a file', async () => {
    const definition = { ...bySource, measures: ['calls' as const], limit: 3 }
    const file = await ask(definition, { sort: [{ field: 'source' }], accept: 'text/csv' })
    expect(csvRows(file.text).map(([source]) => source)).toEqual(['Source', 'print', 'radio', 'web'])
  })

  it('is an error that names it where there is no such column', async () => {
    const sort = [{ field: 'missed' }]
    expect(errorsOf(await ask(asked, { sort }))).toMatchObject([{ field: 'missed' }])
    const calls = { columns: ['source'] }
    expect(errorsOf(await ask(calls, { sort: [{ field: 'agent' }] }))).toMatchObject([{ field: 'agent' }])
  })
})

describe('a step into a report', () => {
  const byWeek = {
    dimensions: [{ field: 'time' as const, grain: 'week' as const }],
    measures: ['calls' as const],
  }
  const week = { field: 'time', grain: 'week', value: '2026-03-02' }

  it('shows a bucket of time by its days, and a day by its hours, with the calls of that bucket alone', async () => {
    const days = await run(byWeek, { steps: [week] })
    expect(days.columns[0]?.grain).toBe('day')
    expect(days.rows).toHaveLength(7)
    expect(days.rows.slice(0, 3)).toEqual([
      ['2026-03-02', 1],
      ['2026-03-03', 2],
      ['2026-03-04', 0],
    ])
    const tuesday = { field: 'time', grain: 'day', value: '2026-03-03' }
    const hours = await run(byWeek, { steps: [week, tuesday] })
    expect(hours.meta).toMatchObject({ from: '2026-03-03T05:00:00.000Z', to: '2026-03-04T05:00:00.000Z' })
    expect(hours.rows).toHaveLength(24)
    expect(hours.rows[10]).toEqual(['2026-03-03T10:00:00-05:00', 2])
    const [, column] = hours.columns
    const calls = column && countedCalls({ answer: hours, row: hours.rows[10], column })
    expect(calls?.period).toEqual({ from: '2026-03-03T15:00:00.000Z', to: '2026-03-03T16:00:00.000Z' })
  })

  it('shows a state by its counties, which add up to it', async () => {
    const byState = {
      dimensions: [{ field: 'state' as const }],
      measures: ['calls' as const],
      sort: [{ field: 'state' }],
    }
    const states = await run(byState)
    expect(states.rows.length).toBeGreaterThan(0)
    for (const [value, calls] of states.rows) {
      const counties = await run(byState, { steps: [{ field: 'state', value }] })
      expect(counties.columns[0]?.name).toBe('county')
      expect(counties.totals).toEqual([null, calls])
      expect(counties.meta.filters).toContainEqual(
        value === null
          ? { field: 'state', op: 'isNull', values: [] }
          : { field: 'state', op: 'eq', values: [value] },
      )
    }
  })

  it('shows a column across by its parts, with the calls of that column alone', async () => {
    const counted = { ...bySource, measures: ['calls' as const] }
    const weeks = { ...counted, pivot: { field: 'time', grain: 'week' } as const }
    const days = await run(weeks, { steps: [week] })
    expect(days.pivot?.grain).toBe('day')
    expect(across(days).map(([, value]) => value)).toEqual(
      [2, 3, 4, 5, 6, 7, 8].map((at) => `2026-03-0${at}`),
    )
    expect(days.totals).toEqual([null, 1, 2, 0, 0, 0, 0, 0, 3])
    const month = { ...weeks, pivot: { field: 'time', grain: 'month', limit: 1 } as const }
    const ofMonth = await run(month, { steps: [{ field: 'time', grain: 'month', value: '2026-03-01' }] })
    expect(across(ofMonth)).toHaveLength(31)

    const byState = { ...counted, pivot: { field: 'state' } as const }
    const states = await run(byState)
    const [first] = states.columns.flatMap(({ pivot }) => (pivot && 'value' in pivot ? [pivot.value] : []))
    const counties = await run(byState, { steps: [{ field: 'state', value: first }] })
    expect(counties.pivot?.name).toBe('county')
    expect(counties.totals?.at(-1)).toBe(states.totals?.[1])
    const steps = [{ field: 'state', value: first }]
    const [state, county] = [{ field: 'state' }, { field: 'county' }] as const
    const both = { ...byState, dimensions: [county], sort: [county] }
    expect((await run(both, { steps })).rows).toHaveLength(1)
    const turned = { ...counted, dimensions: [state], pivot: county, sort: [] }
    expect((await run(turned, { steps })).pivot).toBeUndefined()
  })

  it.each([
    [[{ field: 'state', value: 'NY' }], 'steps.0.field'],
    [[week, { field: 'state', value: 'NY' }], 'steps.1.field'],
    [[{ field: 'time', grain: 'hour', value: '2026-03-02' }], 'steps.0.grain'],
    [[{ field: 'time', grain: 'day', value: 'monday' }], 'steps.0.value'],
    [[{ field: 'time', grain: 'day', value: '2026-05-02' }], 'to'],
  ])('is an error where the report has nothing of the kind: %j', async (steps, field) => {
    expect(errorsOf(await ask(byWeek, { steps }))).toMatchObject([{ field }])
  })
})
