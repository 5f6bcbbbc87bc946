import { PartialCall } from '@callboard/contract/calls'
import { countedCallers, countedCalls } from '@callboard/contract/report-drill'
import { type Cell, RunReportAnswer } from '@callboard/contract/reports'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectOk } from '#test/expect-errors.ts'
import type { SentCall } from '#test/factory.ts'
import { assertCases, times } from '#test/soak.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import {
  anyCall,
  anyCountedQuestion,
  anyDrill,
  anyWaitingCall,
  type Question,
} from '#test/reporting/random-reports.ts'
import { matches, valuesOf } from '#test/reporting/recount.ts'
import { figure, groupsOf, isCounted, type Periods, recountRow } from '#test/reporting/recount-rows.ts'
import { wallClock } from '#test/reporting/wall-clock.ts'

const callCount = times(600, 3000)
const waitingCount = 40

let test: Portal
let key: string
let customer: string
let calls: PartialCall[]

const CallPage = z.object({
  items: z.array(PartialCall),
  nextCursor: z.string().nullable(),
})

/** As the call list gives them: what became of a call is decided on its way in. */
async function listCalls(): Promise<PartialCall[]> {
  const body = { from: '2025-08-01', to: new Date(Date.now() + 86_400_000).toISOString(), pageSize: 1000 }
  const found: PartialCall[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const answer = await test.admin.ask({ path: '/api/reporting/calldetails', body: { ...body, cursor } })
    const page = CallPage.parse(answer.json())
    found.push(...page.items)
    cursor = page.nextCursor
  }
  return found
}

let sent: SentCall[]

beforeAll(async () => {
  test = await openPortal()
  customer = (await test.make.customer()).id
  key = await test.make.apiKey(customer)
  sent = [
    ...fc.sample(anyCall, { numRuns: callCount, seed: 7 }),
    ...fc.sample(anyWaitingCall, { numRuns: waitingCount, seed: 7 }),
  ]
  await test.sendCalls(key, sent)
  calls = await listCalls()
  if (calls.length !== callCount + waitingCount) throw new Error(`${calls.length} calls are listed`)
})

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

async function run({
  timeZone,
  dateRange,
  ...definition
}: Question | (Omit<Question, 'dateRange'> & { dateRange: object })) {
  const body = {
    definition: { ...definition, chart: { type: 'area' } },
    figure: definition.measures.find((name) => isCounted(name) && name !== 'calls'),
    parameters: { dateRange, customer },
    timeZone,
    page: { number: 1, size: 10_000 },
  }
  return await test.runReport(body)
}

/** How many days before a row of time its earlier figures lie; undefined where dates of two years stand beside each other. */
function daysBetween(
  { dimensions, timeZone }: Question,
  { comparison, meta }: RunReportAnswer,
): number | undefined {
  const time = dimensions.find(({ field }) => field === 'time')
  if (time === undefined) return 0
  if (comparison === undefined || ('grain' in time && time.grain === 'hour')) return undefined
  if (comparison.kind === 'previousYear' && !comparison.matchWeekdays) return undefined
  const dayOf = (instant: string) => Date.parse(wallClock(timeZone)(instant).day)
  return (dayOf(meta.from) - dayOf(comparison.from)) / 86_400_000
}

async function expectRecounted(question: Question): Promise<void> {
  const answer = await run(question)
  const { rows, totals, comparison, columns } = answer
  const width = question.dimensions.length
  const groupOf = (cells: readonly Cell[]) => JSON.stringify(cells.slice(0, width))
  const inside = within(question)
  const earlier = comparison && between(question, Date.parse(comparison.from), Date.parse(comparison.to))
  const groups = groupsOf(inside, question)
  const daysLater = daysBetween(question, answer)
  const then =
    daysLater === undefined || earlier === undefined ? undefined : groupsOf(earlier, question, daysLater)
  const whole = { now: inside, before: earlier }
  const expectRow = (cells: readonly Cell[], row: Periods) => {
    const expected = recountRow(answer, question, { row, whole })
    const found = cells
      .slice(width)
      .map((cell, at) => (expected[at] === undefined ? undefined : figure(cell)))
    expect([groupOf(cells), found]).toEqual([groupOf(cells), expected])
  }
  // An hour that clocks left out has no figures.
  for (const cells of rows.filter((row) => row.slice(width).some((cell) => cell !== null))) {
    const group = groupOf(cells)
    expectRow(cells, { now: groups.get(group) ?? [], before: then && (then.get(group) ?? []) })
  }
  if (totals !== null) expectRow(totals, whole)
  expectAllRows(question, { answer, groups })
  expectSeries(question, answer, { inside, earlier, daysLater })
  expectAcross(question, { answer, inside })
  const all = columns.findIndex(({ name }) => name === 'calls')
  const compared = then === undefined || comparison === undefined ? [] : comparison.rows
  expect(compared.map((cells) => Number(cells?.[all] ?? 0))).toEqual(
    compared.map((_, at) => then?.get(groupOf(rows[at] ?? []))?.length ?? 0),
  )
  const [only] = question.dimensions
  if (answer.others !== undefined && only !== undefined) {
    const { cells, except } = answer.others
    const isOther = (call: PartialCall) =>
      valuesOf(call, only, question.timeZone).every((value) => except.every((shown) => shown !== value))
    expectRow(cells, { now: inside.filter(isOther), before: earlier?.filter(isOther) })
  }
}

interface SeriesCalls {
  inside: readonly PartialCall[]
  earlier: readonly PartialCall[] | undefined
  daysLater: number | undefined
}

/** What a chart of two dimensions draws is counted like rows: each value, and all others together. */
function expectSeries(
  question: Question,
  answer: RunReportAnswer,
  { inside, earlier = [], daysLater }: SeriesCalls,
): void {
  const { series } = answer
  expect(series !== undefined).toBe(question.dimensions.length > 1 && question.pivot === undefined)
  if (series === undefined) return
  const { columns, pivot, rows } = series
  const [along] = columns
  const { dimensions, timeZone } = question
  const each = dimensions.find(({ field }) => field === pivot.name)
  const first = dimensions.find(({ field }) => field === along?.name)
  if (each === undefined || first === undefined || along === undefined)
    throw new Error('Of which dimensions?')
  const grain = along.grain === 'auto' ? undefined : along.grain
  const by = { dimensions: [{ ...first, ...(grain && { grain }) }], pivot: each, timeZone }
  const groups = groupsOf(inside, by)
  for (const row of rows) {
    const now = groups.get(JSON.stringify(row.slice(0, 1))) ?? []
    const periods = { row: { now, before: undefined }, whole: { now: inside, before: undefined } }
    const expected = recountRow({ columns, pivot }, by, periods)
    expect([row[0], row.slice(1).map(figure)]).toEqual([row[0], expected])
  }
  const whole = columns.filter((column) => column.name === series.figure && column.pivot === undefined)
  if (series.earlier === undefined || daysLater === undefined) return
  const before = groupsOf(earlier, { dimensions: by.dimensions, timeZone }, daysLater)
  const expected = rows.map((row) => {
    const now = before.get(JSON.stringify(row.slice(0, 1))) ?? []
    const periods = { row: { now, before: undefined }, whole: { now: earlier, before: undefined } }
    return Number(recountRow({ columns: [along, ...whole] }, by, periods)[0] ?? 0)
  })
  expect(series.earlier.map((value) => value ?? 0)).toEqual(expected)
}

function expectAllRows(
  { dimensions, limit = Infinity, others, sort }: Question,
  {
    answer: { rows, columns, others: left },
    groups,
  }: { answer: RunReportAnswer; groups: Map<string, PartialCall[]> },
): void {
  const width = dimensions.length
  const all = columns.findIndex(({ name }) => name === 'calls')
  // Hours and days without calls are rows of a report by time alone.
  const withCalls = rows.filter((cells) => Number(cells[all]) > 0)
  const [only, ...more] = dimensions
  const isOverTime = only?.field === 'time' && more.length === 0
  const isCutShort = isOverTime && rows.length === limit
  const counted = isCutShort ? rows : withCalls
  expect(new Set(counted.map((cells) => JSON.stringify(cells.slice(0, width)))).size).toBe(
    isCutShort ? limit : Math.min(limit, groups.size),
  )
  expect(left !== undefined).toBe(others === true && groups.size > limit)
  const [by] = sort ?? []
  if (by === undefined) return
  const at = columns.findIndex(({ name }) => name === by.field)
  const keys = rows.map((cells) => cells[at] ?? null)
  const sorted = keys.toSorted((one, other) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return by.desc ? Number(other) - Number(one) : Number(one) - Number(other)
  })
  expect(keys).toEqual(sorted)
}

const ordered = ['hourOfDay', 'dayPart', 'dayOfWeek']

/** The values across are those with most calls, or the first; the others are there when there are more. */
function expectAcross(
  { pivot, timeZone }: Question,
  { answer, inside }: { answer: RunReportAnswer; inside: readonly PartialCall[] },
): void {
  if (pivot === undefined || pivot.field === 'time') return
  const across = answer.columns.flatMap(({ measure, view, pivot: one }) =>
    measure === 'calls' && view === 'figure' && one !== undefined ? [one] : [],
  )
  const shown = across.flatMap((one) => ('value' in one ? [one.value] : []))
  const found = new Map<Cell, number>()
  for (const call of inside)
    for (const value of valuesOf(call, pivot, timeZone)) found.set(value, (found.get(value) ?? 0) + 1)
  const limit = pivot.limit ?? (ordered.includes(pivot.field) ? 50 : 12)
  expect(shown.length).toBe(Math.min(limit, found.size))
  expect(across.length - shown.length).toBe(found.size > limit ? 1 : 0)
  const sorted = ordered.includes(pivot.field)
    ? [...found.keys()].toSorted((one, other) => Number(one) - Number(other))
    : [...found.values()].toSorted((one, other) => other - one)
  const own = ordered.includes(pivot.field) ? shown : shown.map((value) => found.get(value) ?? 0)
  expect(own).toEqual(sorted.slice(0, limit))
}

async function countCallers({
  period,
  ...rest
}: NonNullable<ReturnType<typeof countedCallers>>): Promise<number> {
  const body = { ...rest, ...period, page: { number: 1, size: 1 } }
  const answer = expectOk(await test.admin.ask({ path: '/api/reporting/callers', body }))
  return RunReportAnswer.parse(answer).meta.rowCount
}

async function countCalls(asked: NonNullable<ReturnType<typeof countedCalls>>): Promise<number> {
  const { period, ...rest } = asked
  const body = { ...rest, ...period, columns: ['id'], pageSize: 1, withTotal: true }
  const answer = expectOk(await test.admin.ask({ path: '/api/reporting/calldetails', body }))
  return z.object({ total: z.int() }).parse(answer).total
}

interface Drill {
  question: Question
  picks: readonly number[]
  dateRange: object
}

async function expectCallsBehind({ question, picks, dateRange }: Drill): Promise<void> {
  const answer = await run({ ...question, dateRange })
  const rows = [
    ...answer.rows.map((row) => ({ row, cells: row })),
    ...(answer.others === undefined ? [] : [{ row: 'others' as const, cells: answer.others.cells }]),
    ...(answer.totals === null ? [] : [{ row: undefined, cells: answer.totals }]),
  ]
  const figures = rows.flatMap(({ row, cells }) =>
    answer.columns.flatMap((column, at) => {
      const one = { answer, row, column }
      const shared = { name: column.name, cell: cells[at] }
      const counted = countedCalls(one)
      if (counted !== undefined) return [{ ...shared, asked: counted, count: countCalls }]
      const callers = countedCallers(one)
      return callers === undefined ? [] : [{ ...shared, asked: callers, count: countCallers }]
    }),
  )
  const drilled = [...new Set(picks.map((pick) => figures[pick % figures.length]))]
  for (const one of drilled) {
    if (one === undefined) continue
    expect([one.name, await one.count(one.asked), one.asked]).toEqual([one.name, one.cell, one.asked])
  }
}

describe('whatever is asked', () => {
  /** Corrections that leave what is counted as it is: a figure tells at once of a call that is missing or there twice. */
  async function whileCorrected(work: () => Promise<void>): Promise<void> {
    const end = new AbortController()
    const corrections = (async () => {
      while (!end.signal.aborted) {
        const round = ++revision
        const some = sent.filter((_, at) => at % 10 === round % 10)
        await test.sendCalls(
          key,
          some.map((call) => ({ ...call, revision: round, landingPage: `https://example.com/${round}` })),
        )
      }
    })()
    try {
      await work()
    } finally {
      end.abort()
      await corrections
    }
  }
  let revision = 0

  it('the figures are those of a recount, while corrections come in', { tags: ['soak'] }, async () => {
    await whileCorrected(async () => {
      await assertCases(fc.asyncProperty(anyCountedQuestion, expectRecounted), { few: 12, many: 2000 })
    })
  })

  it(
    'behind a counting figure are as many calls, or callers, while corrections come in',
    { tags: ['soak'] },
    async () => {
      await whileCorrected(async () => {
        await assertCases(fc.asyncProperty(anyDrill, expectCallsBehind), { few: 8, many: 1000 })
      })
    },
  )
})
