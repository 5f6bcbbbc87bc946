import { comparisons } from '@callboard/contract/comparison'
import { relativePeriods } from '@callboard/contract/period'
import { findStep, type ReportStep } from '@callboard/contract/report-steps'
import { RunReportAnswer } from '@callboard/contract/reports'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCall } from '#test/factory.ts'
import { assertCases, times } from '#test/soak.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { anyCall, zones } from '#test/reporting/random-reports.ts'
import { wallClock } from '#test/reporting/wall-clock.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

/** A customer with as many calls in each half hour as nowhere near it, from one instant to another. */
async function customerBetween(from: string, to: string): Promise<{ id: string; startedAt: string[] }> {
  const { id } = await test.make.customer()
  const startedAt: string[] = []
  for (let ms = Date.parse(from), at = 0; ms < Date.parse(to); ms += 30 * minuteMs, at++) {
    const count = ((at * 31) % 3) + 1
    for (let call = 0; call < count; call++)
      startedAt.push(new Date(ms + call * minuteMs + 1000).toISOString())
  }
  const key = await test.make.apiKey(id)
  const calls = startedAt.map((at) => buildCall({ startedAt: at, duration: 1, callerNumber: null }))
  for (let at = 0; at < calls.length; at += 5000) await test.sendCalls(key, calls.slice(at, at + 5000))
  return { id, startedAt }
}

interface Asked {
  customer: string
  timeZone: string
  dateRange: object
  definition?: object
}

async function compare({ customer, timeZone, dateRange, definition }: Asked) {
  const body = {
    definition: {
      dimensions: [{ field: 'time', grain: 'hour' }],
      measures: ['calls'],
      compare: 'previousPeriod',
      ...definition,
    },
    parameters: { dateRange, customer },
    timeZone,
  }
  const { rows, totals, comparison, series } = await test.runReport(body)
  const sum = (figures: readonly unknown[]) =>
    figures.reduce<number>((all, figure) => all + Number(figure), 0)
  return {
    /** Label, figure, earlier figure. */
    rows: rows.map(
      ([label, calls], at) =>
        [JSON.stringify(label).slice(1, -1), calls, comparison?.rows[at]?.[1] ?? null] as const,
    ),
    totals: [totals?.[1], comparison?.totals?.[1]],
    sums: [sum(rows.map(([, calls]) => calls)), sum((comparison?.rows ?? []).map((row) => row?.[1] ?? 0))],
    comparison,
    series,
  }
}

describe('hours are compared by the clock', () => {
  const days = [
    { what: 'the day that leaves out 02:00', timeZone: 'America/New_York', day: '2026-03-08', hours: 24 },
    { what: 'the day after it', timeZone: 'America/New_York', day: '2026-03-09', hours: 24 },
    { what: 'the day that has 01:00 twice', timeZone: 'America/New_York', day: '2025-11-02', hours: 25 },
    { what: 'the day after that', timeZone: 'America/New_York', day: '2025-11-03', hours: 24 },
    {
      what: 'the day that leaves out its first hour',
      timeZone: 'America/Santiago',
      day: '2026-09-06',
      hours: 24,
    },
    { what: 'the day after it', timeZone: 'America/Santiago', day: '2026-09-07', hours: 24 },
    {
      what: 'the day that leaves out half an hour',
      timeZone: 'Australia/Lord_Howe',
      day: '2025-10-05',
      hours: 24,
    },
    { what: 'the day after it', timeZone: 'Australia/Lord_Howe', day: '2025-10-06', hours: 24 },
    {
      what: 'the day that has half an hour twice',
      timeZone: 'Australia/Lord_Howe',
      day: '2026-04-05',
      hours: 25,
    },
    { what: 'the day after that', timeZone: 'Australia/Lord_Howe', day: '2026-04-06', hours: 24 },
  ]

  it.each(days)('on $what: $timeZone $day', async ({ timeZone, day, hours }) => {
    const noon = Date.parse(`${day}T12:00:00Z`)
    const [from, to] = [new Date(noon - 3 * dayMs), new Date(noon + 2 * dayMs)].map((at) => at.toISOString())
    const { id: customer, startedAt } = await customerBetween(from ?? '', to ?? '')
    const dateRange = { from: day, to: new Date(noon + dayMs).toISOString().slice(0, 10) }
    const answer = await compare({ customer, timeZone, dateRange })
    expect(answer.rows).toHaveLength(hours)
    expect(answer.sums).toEqual(answer.totals)
    const clock = wallClock(timeZone)
    const dayBefore = new Date(noon - dayMs).toISOString().slice(0, 10)
    const before = Map.groupBy(
      startedAt.map(clock).filter((time) => time.day === dayBefore),
      ({ hour }) => hour,
    )
    const seen = new Set<number>()
    for (const [label, , earlier] of answer.rows) {
      const hour = Number(label.slice(11, 13))
      expect([label, earlier]).toEqual([label, seen.has(hour) ? null : (before.get(hour)?.length ?? null)])
      seen.add(hour)
    }
  })

  it('the hour that clocks leave out has no figure of its own, only the earlier one', async () => {
    const { id: customer } = await customerBetween('2026-03-07T00:00:00Z', '2026-03-09T12:00:00Z')
    const dateRange = { from: '2026-03-08', to: '2026-03-09' }
    const { rows } = await compare({ customer, timeZone: 'America/New_York', dateRange })
    expect(rows[2]).toEqual(['2026-03-08T02:00:00-05:00', null, expect.any(Number)])
    expect(rows[3]?.[0]).toBe('2026-03-08T03:00:00-04:00')
  })

  it('where both days have an hour twice, the first stands beside the first and the second beside the second', async () => {
    const timeZone = 'America/New_York'
    const customer = await test.make.customer()
    const key = await test.make.apiKey(customer.id)
    const at = [
      '2025-11-02T05:30:00Z',
      '2025-11-02T06:30:00Z',
      '2025-11-02T06:40:00Z',
      '2024-11-03T05:30:00Z',
    ]
    await test.sendCalls(
      key,
      [...at, '2024-11-03T05:40:00Z', '2024-11-03T06:30:00Z'].map((startedAt) => buildCall({ startedAt })),
    )
    const { rows, comparison } = await compare({
      customer: customer.id,
      timeZone,
      dateRange: { from: '2025-11-02', to: '2025-11-03' },
      definition: { compare: 'previousYear', matchWeekdays: true },
    })
    expect(comparison?.from).toBe('2024-11-03T04:00:00.000Z')
    expect(rows.slice(1, 3)).toEqual([
      ['2025-11-02T01:00:00-04:00', 1, 2],
      ['2025-11-02T01:00:00-05:00', 2, 1],
    ])
  })
})

describe('days are compared with the same weekdays', () => {
  const timeZone = 'America/New_York'
  const dateRange = { from: '2026-04-01', to: '2026-05-01' }
  const byDay = { dimensions: [{ field: 'time' as const, grain: 'day' as const }] }
  let customer: string

  beforeAll(async () => {
    customer = (await customerBetween('2026-03-20T00:00:00Z', '2026-04-10T12:00:00Z')).id
  })

  it('where the grain is a day, in whole weeks before the period', async () => {
    const { comparison, sums, totals } = await compare({ customer, timeZone, dateRange, definition: byDay })
    // 30 days from a Wednesday, and 30 from the Wednesday five weeks before.
    expect(comparison).toMatchObject({
      matchWeekdays: true,
      from: '2026-02-25T05:00:00.000Z',
      to: '2026-03-27T04:00:00.000Z',
    })
    expect(comparison?.rows[0]?.[0]).toBe('2026-02-25')
    expect(comparison?.rows.at(-1)?.[0]).toBe('2026-03-26')
    expect(sums).toEqual(totals)
  })

  it('unless that is switched off', async () => {
    const definition = { ...byDay, matchWeekdays: false }
    const { comparison } = await compare({ customer, timeZone, dateRange, definition })
    expect(comparison).toMatchObject({ matchWeekdays: false, from: '2026-03-02T05:00:00.000Z' })
  })

  it('where the grain is a week', async () => {
    const definition = { dimensions: [{ field: 'time', grain: 'week' }] }
    const { comparison } = await compare({ customer, timeZone, dateRange, definition })
    expect(comparison).toMatchObject({ matchWeekdays: true, from: '2026-02-25T05:00:00.000Z' })
  })

  it('not by month or without time, unless that is asked for', async () => {
    for (const dimensions of [[{ field: 'time', grain: 'month' }], [{ field: 'source' }], []]) {
      const { comparison } = await compare({ customer, timeZone, dateRange, definition: { dimensions } })
      expect(comparison).toMatchObject({ matchWeekdays: false, from: '2026-03-02T05:00:00.000Z' })
    }
    const definition = { dimensions: [{ field: 'source' }], matchWeekdays: true }
    const { comparison } = await compare({ customer, timeZone, dateRange, definition })
    expect(comparison).toMatchObject({ matchWeekdays: true, from: '2026-02-25T05:00:00.000Z' })
  })

  it('by a parameter, wherever the comparison is one', async () => {
    const reportId = await test.make.report({
      definition: { ...byDay, measures: ['calls'], compare: 'previousPeriod' },
      parameters: [{ name: 'dateRange' }, { name: 'compare' }, { name: 'customer' }],
    })
    const parameters = { dateRange, customer, matchWeekdays: false }
    const body = { reportId, parameters, timeZone }
    const answer = await test.admin.ask({ path: '/api/reporting/runreport', body })
    expect(RunReportAnswer.parse(answer.json()).comparison?.matchWeekdays).toBe(false)
    const stored = await test.admin.ask({ path: `/api/reporting/${reportId}` })
    expect(stored.text).toContain('"name":"matchWeekdays","label":"Match day of week","type":"weekdays"')
    const wrong = { ...body, parameters: { ...parameters, matchWeekdays: 'maybe' } }
    expect((await test.admin.ask({ path: '/api/reporting/runreport', body: wrong })).status).toBe(400)
  })
})

/** The step into each bucket that is shown, with its calls; the earlier ones are null where nothing is compared. */
function bucketsOf({ columns, pivot, rows, totals, comparison }: RunReportAnswer) {
  const [time] = columns
  if (pivot === undefined)
    return rows.map(([value, now], at) => {
      const step = time && findStep(time, value)
      return { step, now, earlier: comparison?.rows[at]?.[1] ?? null }
    })
  return columns.flatMap((column, at) => {
    if (!column.name.startsWith('calls#')) return []
    if (column.pivot === undefined || !('value' in column.pivot)) return []
    const step = findStep({ ...pivot, role: 'dimension' }, column.pivot.value)
    return [{ step, now: totals?.[at], earlier: comparison?.totals?.[at] ?? null }]
  })
}

function totalsOf({ columns, totals, comparison }: RunReportAnswer) {
  const at = columns.findIndex(({ name }) => name === 'calls')
  return { now: totals?.[at], earlier: comparison?.totals?.[at] ?? null }
}

describe('a step into a bucket of time is compared with what its row was compared with', () => {
  const anyMs = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2026-11-01') })
  const anyPeriod = fc.oneof(
    fc.tuple(anyMs, fc.integer({ min: 1, max: 120 }), fc.boolean()).map(([ms, days, isOfDays]) => {
      // Of instants, it is no whole number of days.
      const ends = [new Date(ms), new Date(ms + days * dayMs + (isOfDays ? 0 : 5 * 60 * minuteMs))]
      const [from = '', to = ''] = ends.map((at) => at.toISOString().slice(0, isOfDays ? 10 : undefined))
      return { from, to }
    }),
    fc.record({ relative: fc.constantFrom(...relativePeriods) }),
  )
  const anyReport = fc.record({
    dateRange: anyPeriod,
    timeZone: fc.constantFrom(...zones),
    grain: fc.constantFrom('day', 'week', 'month', 'quarter', 'year'),
    compare: fc.constantFrom(...comparisons),
    matchWeekdays: fc.option(fc.boolean(), { nil: undefined }),
    isAcross: fc.boolean(),
  })
  type Report = typeof anyReport extends fc.Arbitrary<infer T> ? T : never
  let customer: string

  beforeAll(async () => {
    customer = (await test.make.customer()).id
    const calls = fc.sample(anyCall, { numRuns: times(2000, 6000), seed: 12 })
    await test.sendCalls(await test.make.apiKey(customer), calls)
  })

  async function run({ dateRange, timeZone, grain, isAcross, ...how }: Report, steps: ReportStep[]) {
    const time = { field: 'time', grain }
    const shape = isAcross ? { dimensions: [{ field: 'source' }], pivot: time } : { dimensions: [time] }
    const definition = { ...shape, measures: ['calls', 'calls:change'], ...how }
    const body = { definition, parameters: { dateRange, customer }, timeZone, steps }
    return await test.runReport(body)
  }

  it('at any depth, in any zone and period, whatever it is compared with', async () => {
    await assertCases(
      fc.asyncProperty(anyReport, fc.tuple(fc.nat(), fc.nat()), async (asked, picks) => {
        const steps: ReportStep[] = []
        let shown = await run(asked, steps)
        for (const pick of picks) {
          const buckets = bucketsOf(shown)
          // The first and the last are cut by the period.
          const bucket = buckets.at([0, -1, pick % Math.max(1, buckets.length)][pick % 3] ?? 0)
          if (bucket?.step === undefined) return
          steps.push(bucket.step)
          shown = await run(asked, steps)
          // Across, what nothing is compared with stands beside no calls.
          const figuresOf = ({ now, earlier }: Pick<typeof bucket, 'now' | 'earlier'>) => [
            now,
            asked.isAcross ? (earlier ?? 0) : earlier,
          ]
          expect([steps, figuresOf(totalsOf(shown))]).toEqual([steps, figuresOf(bucket)])
        }
      }),
      { few: 20, many: 1000 },
    )
  })
})

describe('a step into a weekday or an hour of the day', () => {
  let customer: string
  const whole = { from: '2026-03-02', to: '2026-03-30' }

  beforeAll(async () => {
    customer = (await test.make.customer()).id
    const perDay = Array.from({ length: 56 }, (_, day) =>
      Array.from({ length: 1 + (day % 5) }, (_call, at) =>
        buildCall({
          startedAt: new Date(
            Date.parse('2026-02-02T15:00:00Z') + day * dayMs + at * 3_600_000,
          ).toISOString(),
        }),
      ),
    )
    await test.sendCalls(await test.make.apiKey(customer), perDay.flat())
  })

  async function run(field: string, dateRange: object, steps: ReportStep[] = []) {
    const definition = {
      dimensions: [{ field }],
      measures: ['calls'],
      compare: 'previousPeriod',
      limit: 4,
      others: true,
    }
    const body = { definition, parameters: { dateRange, customer }, timeZone: 'UTC', steps }
    return await test.runReport(body)
  }

  it.each(['dayOfWeek', 'hourOfDay'])(
    'of %s shows its days, each beside the earlier day of its row',
    async (field) => {
      const shown = await run(field, whole)
      expect(shown.rows).toHaveLength(4)
      for (const { step, now, earlier } of bucketsOf(shown)) {
        const days = await run(field, whole, step === undefined ? [] : [step])
        expect(days.columns[0]).toMatchObject({ name: 'time', grain: 'day' })
        expect(days.others).toBeUndefined()
        expect(totalsOf(days)).toEqual({ now, earlier })
        const inRows = days.comparison?.rows.map((row) => Number(row?.[1] ?? 0)) ?? []
        expect(inRows.reduce((sum, calls) => sum + calls, 0)).toBe(earlier)
      }
    },
  )

  it('of a part of the day shows its hours, each beside the same hour', async () => {
    const shown = await run('dayPart', whole)
    const parts = shown.rows.map(([part]) => Number(part))
    expect(parts).toEqual(parts.toSorted((one, other) => one - other))
    for (const { step, now, earlier } of bucketsOf(shown)) {
      if (step?.field !== 'dayPart') throw new Error('A part of the day has a step into it.')
      const hours = await run('dayPart', whole, [step])
      expect(hours.columns[0]).toMatchObject({ name: 'hourOfDay' })
      expect(totalsOf(hours)).toEqual({ now, earlier })
      for (const [hour] of hours.rows) expect(Number(hour) - (Number(hour) % 6)).toBe(step.value)
    }
  })

  it.each(['2026-03-22', '2026-03-25', '2026-03-29'])(
    'keeps the earlier period of its row where that lies no whole weeks back, until %s',
    async (to) => {
      const dateRange = { from: '2026-03-02', to }
      const shown = await run('dayOfWeek', dateRange)
      for (const { step, now, earlier } of bucketsOf(shown)) {
        if (step?.field !== 'dayOfWeek') continue
        const days = await run('dayOfWeek', dateRange, [step])
        expect(totalsOf(days)).toEqual({ now, earlier })
        const { from, to: end, rows = [] } = days.comparison ?? {}
        expect([from, end]).toEqual([shown.comparison?.from, shown.comparison?.to])
        const weekdayOf = (row: readonly unknown[] | null) => new Date(String(row?.[0])).getUTCDay() || 7
        const beside = rows.flatMap((row, at) =>
          Number(row?.[1] ?? 0) > 0 ? [weekdayOf(row), weekdayOf(days.rows[at] ?? null)] : [],
        )
        expect(new Set(beside)).toEqual(new Set([step.value]))
      }
      const hours = await run('hourOfDay', dateRange, [{ field: 'hourOfDay', value: 15 }])
      expect(hours.comparison).toMatchObject({ matchWeekdays: false, from: shown.comparison?.from })
    },
  )
})

it('a stack over time, also one of changes, has the earlier figures of time alone', async () => {
  const { id: customer } = await customerBetween('2026-05-04T00:00:00Z', '2026-05-06T00:00:00Z')
  const asked = { customer, timeZone: 'UTC', dateRange: { from: '2026-05-05', to: '2026-05-06' } }
  const dimensions = [{ field: 'time', grain: 'hour' }, { field: 'status' }]
  const chart = { type: 'stackedBar' }
  const { series: stack } = await compare({ ...asked, definition: { dimensions, chart } })
  expect(stack?.earlier).toEqual((await compare(asked)).rows.map(([, , earlier]) => earlier))
  const changes = { dimensions, chart, measures: ['calls:change'] }
  expect((await compare({ ...asked, definition: changes })).series).toEqual(stack)
})
