import type { Filter } from '@callboard/contract/calls'
import { callStatuses, directions } from '@callboard/contract/fields'
import { restsOnNumbers } from '@callboard/contract/measures'
import {
  isComparing,
  type MeasureColumn,
  measureColumns,
  parseColumn,
  viewsOf,
} from '@callboard/contract/report-columns'
import fc from 'fast-check'
import { buildCall } from '../factory.ts'
import { type CountedDimension, countedGrains, countedMeasures } from './recount.ts'

export const zones = [
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

/** A call of the year, every other one within a day of a change of clocks. */
export const anyCall = fc
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
    queueDuration: fc.constantFrom(null, 0, 4, 12),
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

/** Missed in the last two days: what waits, by its age. */
export const anyWaitingCall = fc
  .record({ minutes: fc.integer({ min: 1, max: 2880 }), caller: fc.integer({ min: 0, max: 60 }) })
  .map(({ minutes, caller }) =>
    buildCall({
      startedAt: new Date(Date.now() - minutes * 60_000).toISOString(),
      status: 'missed',
      duration: 20,
      callerNumber: caller === 0 ? null : `+1312555${String(1000 + caller)}`,
    }),
  )

const anyDimension: fc.Arbitrary<CountedDimension> = fc.oneof(
  fc.record({ field: fc.constant('time'), grain: fc.constantFrom(...countedGrains) }),
  fc.record({
    field: fc.constantFrom(
      'hourOfDay',
      'dayPart',
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
    field: fc.constantFrom('hourOfDay', 'dayPart', 'dayOfWeek', 'duration'),
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

const anyShape = fc.record({
  timeZone: fc.constantFrom(...zones),
  dateRange: fc
    .tuple(anyDay, fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 400 })))
    .map(([day, count]) => ({ from: dayText(day), to: dayText(day + count) })),
  dimensions: fc.uniqueArray(anyDimension, { maxLength: 3, selector: ({ field }) => field }),
  filters: fc.array(anyFilter, { maxLength: 2 }),
  limit: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined, freq: 4 }),
  compare: fc.option(fc.constantFrom('previousPeriod', 'previousYear'), { nil: undefined }),
  matchWeekdays: fc.option(fc.boolean(), { nil: undefined }),
  pivot: fc.option(fc.tuple(anyDimension, fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined })), {
    nil: undefined,
  }),
  others: fc.boolean(),
  sortAt: fc.option(fc.nat(), { nil: undefined }),
  desc: fc.boolean(),
})
type Shape = typeof anyShape extends fc.Arbitrary<infer T> ? T : never

/** A report that can be asked for, of these columns. */
function questionOf(shape: Shape, columns: readonly MeasureColumn[]) {
  const { dimensions, limit, compare, others, sortAt, desc, timeZone, dateRange, filters, matchWeekdays } =
    shape
  const measures = columns.filter((name) => compare !== undefined || !isComparing(parseColumn(name)))
  const [only, another] = dimensions
  const [across, pivotLimit] = shape.pivot ?? []
  const isNew = across !== undefined && dimensions.every(({ field }) => field !== across.field)
  const sorted = sortAt === undefined ? undefined : measures[sortAt % measures.length]
  return {
    timeZone,
    dateRange,
    dimensions,
    measures,
    filters,
    limit,
    compare,
    matchWeekdays,
    ...(isNew && { pivot: { ...across, limit: pivotLimit } }),
    ...(others &&
      limit !== undefined &&
      only !== undefined &&
      another === undefined &&
      only.field !== 'time' && { others }),
    ...(sorted !== undefined && { sort: [{ field: sorted, role: 'measure' as const, desc }] }),
  }
}
export type Question = ReturnType<typeof questionOf>

/** Of measures that can be counted by hand; the first is `calls`. */
export const anyCountedQuestion = fc
  .tuple(
    anyShape,
    fc.subarray(countedMeasures.slice(1), { maxLength: 3 }),
    fc.subarray(['share', 'earlier', 'change']),
  )
  .map(([shape, more, views]) => {
    const figures = ['calls' as const, ...more]
    const derived = figures
      .slice(0, 2)
      .flatMap((measure) =>
        viewsOf(measure).flatMap((view) =>
          view !== 'figure' && views.includes(view) ? [`${measure}:${view}` as const] : [],
        ),
      )
    return questionOf(shape, [...figures, ...derived])
  })

/** What numbers cost is told by less than these reports are of. */
const columnsOfCalls = measureColumns.filter((name) => !restsOnNumbers(parseColumn(name).measure))

/** Of any columns, `calls` among them, and which of its figures are looked into. */
export const anyDrill = fc
  .tuple(
    anyShape,
    fc.subarray(columnsOfCalls, { minLength: 1, maxLength: 6 }),
    fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
    fc.boolean(),
  )
  .map(([shape, columns, picks, isRecent]) => ({
    question: questionOf(shape, [...new Set<MeasureColumn>(['calls', ...columns])]),
    picks,
    dateRange: isRecent ? ({ relative: 'last7Days' } as const) : shape.dateRange,
  }))
