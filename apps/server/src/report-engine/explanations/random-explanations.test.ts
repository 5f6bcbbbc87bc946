import { PartialCall } from '@callboard/contract/calls'
import { ChangeExplanation } from '@callboard/contract/change-explanation'
import { callsOfExplained, filterOfValue } from '@callboard/contract/explanation-drill'
import type { MeasureName } from '@callboard/contract/measures'
import { changeBehind } from '@callboard/contract/report-drill'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { expectOk } from '#test/expect-errors.ts'
import { assertCases, times } from '#test/soak.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { expectToAddUp } from '#test/reporting/adding-up.ts'
import { anyCall, anyCountedQuestion, type Question } from '#test/reporting/random-reports.ts'
import { counts, type CountedMeasure, matches, valuesOf } from '#test/reporting/recount.ts'

let test: Portal

type Body = Record<string, unknown>

const recounted = [
  'source',
  'campaign',
  'location',
  'status',
  'direction',
  'trackingNumber',
  'callerNumber',
  'answered',
  'tag',
  'hourOfDay',
  'dayPart',
  'dayOfWeek',
]
const means: readonly CountedMeasure[] = [
  'answerRate',
  'missedRate',
  'abandonedRate',
  'voicemailRate',
  'firstTimeRate',
  'averageTalk',
  'averageWait',
]

function countedMeasure(measure: MeasureName): CountedMeasure {
  const found = Object.keys(counts).find((name): name is CountedMeasure => name === measure)
  if (found === undefined) throw new Error(`Nobody counts ${measure}.`)
  return found
}

let calls: PartialCall[]

beforeAll(async () => {
  test = await openPortal()
  const key = await test.make.apiKey((await test.make.customer()).id)
  await test.sendCalls(key, fc.sample(anyCall, { numRuns: times(400, 3000), seed: 11 }))
  const Page = z.object({ items: z.array(PartialCall), nextCursor: z.string().nullable() })
  calls = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const body = { from: '2025-08-01', to: '2026-12-01', pageSize: 1000, cursor }
    const answer = await test.admin.ask({ path: '/api/reporting/calldetails', body })
    const page = Page.parse(answer.json())
    calls.push(...page.items)
    cursor = page.nextCursor
  }
})

function bodyOf({ timeZone, dateRange, ...definition }: Question): Body {
  return {
    definition: { ...definition, compare: definition.compare ?? 'previousPeriod' },
    timeZone,
    parameters: { dateRange },
  }
}

const between =
  ({ from, to }: { from: string; to: string }) =>
  ({ startedAt = '' }: PartialCall) =>
    from <= startedAt && startedAt < to
const figure = (measure: CountedMeasure, some: readonly PartialCall[]) => {
  const cell = counts[measure](some)
  return cell === null ? null : Number(cell.toFixed(9))
}
const rounded = (amount: string | number | null) =>
  typeof amount === 'number' ? Number(amount.toFixed(9)) : amount

/** The figures of an explanation are those of a recount of its two periods. */
function expectRecounted(explanation: ChangeExplanation, measure: CountedMeasure, timeZone: string): void {
  const { meta, dimensions } = explanation
  const inside = calls.filter((call) => meta.filters.every((filter) => matchesAny(call, filter, timeZone)))
  const periods = { now: inside.filter(between(meta)), earlier: inside.filter(between(meta.earlier)) }
  for (const period of ['now', 'earlier'] as const)
    expect([measure, period, rounded(explanation[period])]).toEqual([
      measure,
      period,
      figure(measure, periods[period]),
    ])
  for (const { column, values, others, addsUp } of dimensions) {
    if (!recounted.includes(column.name)) continue
    const of = (call: PartialCall) => valuesOf(call, { field: column.name }, timeZone)
    const shown = values.map(({ value }) => value)
    for (const { value, ...one } of values)
      for (const period of ['now', 'earlier'] as const) {
        const own = periods[period].filter((call) => of(call).includes(value))
        expect([column.name, value, period, rounded(one[period])]).toEqual([
          column.name,
          value,
          period,
          figure(measure, own),
        ])
      }
    if (others === undefined || !addsUp) continue
    const rest = (some: readonly PartialCall[]) =>
      some.filter((call) => of(call).every((value) => !shown.some((one) => one === value)))
    expect([rounded(others.now), rounded(others.earlier)]).toEqual([
      figure(measure, rest(periods.now)),
      figure(measure, rest(periods.earlier)),
    ])
  }
  if (!means.includes(measure)) expectMost(explanation, periods, measure)
}

/** No value that is left out added more, or took more away. */
function expectMost(
  { dimensions, meta: { timeZone } }: ChangeExplanation,
  periods: Record<'now' | 'earlier', PartialCall[]>,
  measure: CountedMeasure,
): void {
  for (const { column, values } of dimensions.filter(({ column: { name } }) => recounted.includes(name))) {
    const of = (call: PartialCall) => valuesOf(call, { field: column.name }, timeZone)
    const all = new Set([...periods.now, ...periods.earlier].flatMap(of))
    const change = (value: unknown) => {
      const own = (some: readonly PartialCall[]) =>
        counts[measure](some.filter((call) => of(call).some((one) => one === value))) ?? 0
      return own(periods.now) - own(periods.earlier)
    }
    const shown = values.map(({ value }) => value)
    const ups = (some: Iterable<unknown>) =>
      [...some]
        .map(change)
        .filter((one) => one > 0)
        .toSorted((one, other) => other - one)
        .slice(0, 5)
    const downs = (some: Iterable<unknown>) =>
      [...some]
        .map(change)
        .filter((one) => one < 0)
        .toSorted((one, other) => one - other)
        .slice(0, 5)
    expect([column.name, ups(shown), downs(shown)]).toEqual([column.name, ups(all), downs(all)])
  }
}

function matchesAny(call: PartialCall, filter: Parameters<typeof matches>[1], timeZone: string): boolean {
  const { field, op, values } = filter
  if (op === 'eq') return matches(call, { field, op: 'in', values }, timeZone)
  if (op === 'isNull') return matches(call, { field, op: 'in', values: [null] }, timeZone)
  return matches(call, filter, timeZone)
}

async function countCalls(asked: ReturnType<typeof callsOfExplained>): Promise<number> {
  const { period, ...rest } = asked
  const body = { ...rest, ...period, columns: ['id'], pageSize: 1, withTotal: true }
  const answer = expectOk(await test.admin.ask({ path: '/api/reporting/calldetails', body }))
  return z.object({ total: z.int() }).parse(answer).total
}

it(
  'the figures are those of a recount, add up to the change of the report, and have as many calls behind them',
  { tags: ['soak'] },
  async () => {
    const anyCase = fc.record({
      question: anyCountedQuestion,
      at: fc.nat(),
      row: fc.nat(),
      value: fc.nat(),
    })
    await assertCases(
      fc.asyncProperty(anyCase, async ({ question, at, row, value }) => {
        const body = bodyOf(question)
        const report = await test.runReport(body)
        const rows = [undefined, ...report.rows, ...(report.others === undefined ? [] : ['others' as const])]
        const picked = rows[row % rows.length]
        const columns = report.columns.filter(({ role, view }) => role === 'measure' && view === 'figure')
        const column = columns[at % columns.length]
        const asked = column && changeBehind({ answer: report, row: picked, column })
        if (column === undefined || asked === undefined) return
        const cells =
          picked === undefined
            ? (report.totals ?? report.rows[0])
            : picked === 'others'
              ? report.others?.cells
              : picked
        const answer = await test.admin.ask({
          path: '/api/reporting/whychanged',
          body: { ...body, ...asked },
        })
        // The last days of a longer month have no earlier ones.
        if (answer.status === 400 && /has no .* to compare with/.test(answer.text)) return
        expect(answer.status, answer.text).toBe(200)
        const explanation = ChangeExplanation.parse(answer.json())
        expect(rounded(explanation.now)).toEqual(
          rounded(
            z
              .number()
              .nullable()
              .parse(cells?.[report.columns.indexOf(column)] ?? null),
          ),
        )
        expectToAddUp(explanation)
        expectRecounted(explanation, countedMeasure(asked.measure), question.timeZone)
        await expectCalls(explanation, value)
      }),
      { few: 8, many: 1500 },
    )
  },
)

async function expectCalls(explanation: ChangeExplanation, pick: number): Promise<void> {
  const dimension = explanation.dimensions[pick % Math.max(1, explanation.dimensions.length)]
  if (
    explanation.column.type !== 'integer' ||
    explanation.column.measure === 'uniqueCallers' ||
    dimension === undefined
  )
    return
  for (const one of [
    ...dimension.values.slice(0, 2),
    ...(dimension.others === undefined || !dimension.addsUp ? [] : ['others' as const]),
  ]) {
    const filter = filterOfValue(dimension, one)
    const figures = one === 'others' ? dimension.others : one
    for (const period of ['now', 'earlier'] as const)
      expect([filter, period, await countCalls(callsOfExplained({ explanation, filter, period }))]).toEqual([
        filter,
        period,
        figures?.[period],
      ])
  }
}
