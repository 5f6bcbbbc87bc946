import { type Filter, PartialCall } from '@callboard/contract/calls'
import { callStatuses, directions } from '@callboard/contract/fields'
import { type Cell, RunReportAnswer } from '@callboard/contract/reports'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildCall, type SentCall } from '../factory.ts'
import { assertCases, times } from '../soak.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import {
  type CountedDimension,
  countedGrains,
  countedMeasures,
  counts,
  matches,
  valuesOf,
} from './recount.ts'

const zones = [
  'UTC',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Vancouver',
  'America/Edmonton',
  'America/Toronto',
  'America/Halifax',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'America/Sao_Paulo',
  'Pacific/Honolulu',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Kwajalein',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Europe/London',
  'Europe/Chisinau',
  'Atlantic/Azores',
] as const

const hourMs = 3_600_000
const firstMs = Date.parse('2025-09-01T00:00:00Z')
const lastMs = Date.parse('2026-11-15T00:00:00Z')
const clockChanges = ['2025-11-02T06:00Z', '2026-03-08T07:00Z', '2026-03-29T01:00Z', '2026-11-01T06:00Z'].map(
  (at) => Date.parse(at),
)
const sources = ['radio', 'web', 'Paid "search"', null] as const
const locations = ['north', 'south', null] as const
const callCount = times(600, 3000)

let test: TestApp
let key: string
let token: string
let customer: string
let calls: PartialCall[]

/** A call of the year, every other one within a day of a change of clocks. */
const anyCall = fc
  .record({
    startedMs: fc.oneof(
      fc.integer({ min: firstMs, max: lastMs }),
      fc
        .tuple(fc.constantFrom(...clockChanges), fc.integer({ min: -24 * hourMs, max: 24 * hourMs }))
        .map(([change, apart]) => change + apart),
    ),
    direction: fc.constantFrom(...directions),
    status: fc.constantFrom('answered', 'answered', 'voicemail', 'missed', 'busy', 'abandoned', 'failed'),
    source: fc.constantFrom(...sources),
    campaign: fc.constantFrom('spring', null),
    location: fc.constantFrom(...locations),
    tags: fc.subarray(['lead', 'spam']),
    line: fc.integer({ min: 0, max: 3 }),
    caller: fc.integer({ min: 0, max: 150 }),
    duration: fc.integer({ min: 15, max: 900 }),
  })
  .map(({ startedMs, line, caller, duration, ...call }) =>
    buildCall({
      ...call,
      startedAt: new Date(startedMs).toISOString(),
      duration,
      ...(call.status === 'answered' ? { talkDuration: duration - 10 } : {}),
      trackingNumber: `+1800555010${line}`,
      callerNumber: caller === 0 ? null : `+1212555${String(1000 + caller)}`,
    }),
  )

const CallPage = z.object({
  items: z.array(PartialCall),
  nextCursor: z.string().nullable(),
})

/** As the call list gives them: what became of a call is decided on its way in. */
async function listCalls(): Promise<PartialCall[]> {
  const body = { from: '2025-08-01', to: '2026-12-01', pageSize: 1000 }
  const found: PartialCall[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const answer = await test.ask({ path: '/api/reporting/calldetails', body: { ...body, cursor }, token })
    const page = CallPage.parse(answer.json())
    found.push(...page.items)
    cursor = page.nextCursor
  }
  return found
}

let sent: SentCall[]

beforeAll(async () => {
  test = await openTestApp()
  token = (await test.make.user({ isAdmin: true })).token
  customer = (await test.make.customer()).id
  key = await test.make.apiKey(customer)
  sent = fc.sample(anyCall, { numRuns: callCount, seed: 7 })
  await test.sendCalls(key, sent)
  calls = await listCalls()
  if (calls.length !== callCount) throw new Error(`${calls.length} calls are listed`)
})

const anyDimension: fc.Arbitrary<CountedDimension> = fc.oneof(
  fc.record({ field: fc.constant('time'), grain: fc.constantFrom(...countedGrains) }),
  fc.record({
    field: fc.constantFrom(
      'hourOfDay',
      'dayOfWeek',
      'source',
      'campaign',
      'location',
      'status',
      'direction',
      'trackingNumber',
      'callerNumber',
      'answered',
      'tag',
    ),
  }),
)

const anyFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    field: fc.constant('source'),
    op: fc.constantFrom('in', 'notIn'),
    values: fc.subarray([...sources], { minLength: 1 }),
  }),
  fc.record({
    field: fc.constant('status'),
    op: fc.constantFrom('in', 'notIn'),
    values: fc.subarray([...callStatuses], { minLength: 1 }),
  }),
  fc.record({
    field: fc.constantFrom('hourOfDay', 'dayOfWeek', 'duration'),
    op: fc.constantFrom('ge', 'lt'),
    values: fc.integer({ min: 1, max: 23 }).map((value) => [value]),
  }),
  fc.record({
    field: fc.constantFrom('hourOfDay', 'dayOfWeek'),
    op: fc.constantFrom('in', 'notIn'),
    values: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
  }),
)

const dayMs = 24 * hourMs
const anyDay = fc.integer({ min: firstMs / dayMs, max: lastMs / dayMs - 1 })
const dayText = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

const anyQuestion = fc.record({
  timeZone: fc.constantFrom(...zones),
  dateRange: fc
    .tuple(anyDay, fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 440 })))
    .map(([day, count]) => ({ from: dayText(day), to: dayText(day + count) })),
  dimensions: fc.uniqueArray(anyDimension, { maxLength: 3, selector: ({ field }) => field }),
  measures: fc
    .subarray(countedMeasures.slice(1), { maxLength: 4 })
    .map((more) => ['calls', ...more] as const),
  filters: fc.array(anyFilter, { maxLength: 2 }),
  limit: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined, freq: 4 }),
  compare: fc.option(fc.constantFrom('previousPeriod', 'previousYear'), { nil: undefined }),
  matchWeekdays: fc.option(fc.boolean(), { nil: undefined }),
})
type Question = typeof anyQuestion extends fc.Arbitrary<infer T> ? T : never

/** A number to what the engine and we work out alike. */
const figure = (cell: Cell | undefined) =>
  typeof cell === 'number' ? Number(cell.toFixed(9)) : (cell ?? null)

function figuresOf(counted: readonly PartialCall[], { measures }: Question) {
  return measures.map((name) => figure(counts[name](counted)))
}

/** Rows by what their dimensions say. */
function recount(counted: readonly PartialCall[], question: Question): Map<string, Cell[]> {
  const groups = new Map<string, PartialCall[]>()
  for (const call of counted) {
    const keys = question.dimensions.reduce<Cell[][]>(
      (before, dimension) =>
        before.flatMap((values) =>
          valuesOf(call, dimension, question.timeZone).map((value) => [...values, value]),
        ),
      [[]],
    )
    for (const values of keys) {
      const group = JSON.stringify(values)
      groups.set(group, [...(groups.get(group) ?? []), call])
    }
  }
  return new Map([...groups].map(([group, members]) => [group, figuresOf(members, question)]))
}

function between(question: Question, from: number, to: number): PartialCall[] {
  return calls.filter((call) => {
    const startedMs = Date.parse(call.startedAt ?? '')
    const isAsked = question.filters.every((filter) => matches(call, filter, question.timeZone))
    return from <= startedMs && startedMs < to && isAsked
  })
}

/** By the clock of `Intl`, as the days of the period are. */
function within({ timeZone, dateRange, filters }: Question): PartialCall[] {
  return calls.filter((call) => {
    const [day] = valuesOf(call, { field: 'time', grain: 'day' }, timeZone)
    const isInside = typeof day === 'string' && dateRange.from <= day && day < dateRange.to
    return isInside && filters.every((filter) => matches(call, filter, timeZone))
  })
}

async function expectRecounted(question: Question): Promise<void> {
  const { timeZone, dateRange, ...definition } = question
  const body = {
    definition,
    parameters: { dateRange, customer },
    timeZone,
    page: { number: 1, size: 10_000 },
  }
  const response = await test.ask({ path: '/api/reporting/runreport', body, token })
  expect(response.status, response.text).toBe(200)
  const { rows, totals, comparison } = RunReportAnswer.parse(response.json())
  const width = question.dimensions.length
  const groupOf = (cells: readonly Cell[]) => JSON.stringify(cells.slice(0, width))
  const read = (cells: readonly Cell[] | null | undefined) => cells?.slice(width).map(figure)
  const inside = within(question)
  const expected = recount(inside, question)
  // Hours and days without calls are rows of a report by time alone.
  const withCalls = rows.filter((cells) => Number(cells[width]) > 0)
  const [only, ...more] = question.dimensions
  const isOverTime = only?.field === 'time' && more.length === 0
  const { limit = Infinity } = question
  const isCutShort = isOverTime && rows.length === limit
  expect(new Set((isCutShort ? rows : withCalls).map(groupOf)).size).toBe(
    isCutShort ? limit : Math.min(limit, expected.size),
  )
  expect(withCalls.map((cells) => [groupOf(cells), read(cells)])).toEqual(
    withCalls.map((cells) => [groupOf(cells), expected.get(groupOf(cells))]),
  )
  expect(read(totals) ?? null).toEqual(width === 0 ? null : figuresOf(inside, question))
  if (comparison !== undefined) expectEarlierRecounted(question, { rows, comparison })
}

function expectEarlierRecounted(
  question: Question,
  { rows, comparison }: { rows: Cell[][]; comparison: NonNullable<RunReportAnswer['comparison']> },
): void {
  const width = question.dimensions.length
  const earlier = between(question, Date.parse(comparison.from), Date.parse(comparison.to))
  const totals = comparison.totals?.slice(width).map(figure) ?? null
  expect(totals).toEqual(width === 0 ? null : figuresOf(earlier, question))
  // Which hour and day stands beside which is asserted by hand elsewhere.
  const isByTime = question.dimensions.some(({ field }) => field === 'time')
  const then = recount(earlier, question)
  const compared = isByTime ? [] : rows.map((cells, at) => [cells, comparison.rows[at] ?? []] as const)
  const nothing = question.measures.map(() => null)
  expect(
    compared.map(([, before]) => (Number(before[width]) > 0 ? before.slice(width).map(figure) : nothing)),
  ).toEqual(compared.map(([cells]) => then.get(JSON.stringify(cells.slice(0, width))) ?? nothing))
}

describe('whatever is asked', () => {
  it('the figures are those of a recount, while corrections come in', { tags: ['soak'] }, async () => {
    const end = new AbortController()
    const corrections = (async () => {
      // What is counted stays as it is: a figure tells at once of a call that is missing or there twice.
      for (let round = 1; !end.signal.aborted; round++) {
        const some = sent.filter((_, at) => at % 10 === round % 10)
        await test.sendCalls(
          key,
          some.map((call) => ({ ...call, revision: round, landingPage: `https://example.com/${round}` })),
        )
      }
    })()
    try {
      await assertCases(fc.asyncProperty(anyQuestion, expectRecounted), { few: 12, many: 2000 })
    } finally {
      end.abort()
      await corrections
    }
  })
})
