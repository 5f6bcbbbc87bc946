import { type ComparisonKind, earlierSpan } from '@callboard/contract/comparison'
import { type BucketGrain, type Period, resolvePeriod } from '@callboard/contract/period'
import { describe, expect, it } from 'vitest'
import { bucketsBeside, isByClock } from './earlier-parts.ts'
import { alignEarlier, earlierBuckets, earlierHourOffsets } from './earlier-rows.ts'
import { measureOf } from '../sql/measures.ts'
import type { Comparison, Plan } from '../plan/plan.ts'

const terms = { answerWithinSeconds: 20, generatedAt: '2026-04-01T00:00:00.000Z', timeZone: 'UTC' }

interface Asked {
  period: Period
  grain?: BucketGrain
  timeZone?: string
  kind?: ComparisonKind
  matchWeekdays?: boolean
}

function planOf({ period, grain, timeZone = 'UTC', kind = 'previousPeriod', matchWeekdays = false }: Asked) {
  const span = resolvePeriod(period, {
    now: Temporal.Instant.from(terms.generatedAt),
    timeZone,
    weekStartsOn: 1,
  })
  const comparison: Comparison = { kind, matchWeekdays, span: earlierSpan(span, { kind, matchWeekdays }) }
  const time = grain === undefined ? [] : [{ field: 'time', grain }]
  const plan = {
    span,
    comparison,
    weekStartsOn: 1,
    dimensions: [...time, { field: 'source', grain: null }],
    measures: [measureOf('calls', terms), measureOf('answerRate', terms)],
    pivotColumns: [],
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what it reads of a plan
  return { plan: plan as unknown as Plan, comparison }
}

const march = { from: '2026-03-10', to: '2026-03-13' }

describe('the earlier figures of a row', () => {
  it('are those of the same values', () => {
    const { plan, comparison } = planOf({ period: march })
    const earlier = [
      ['tv', 2, 0.5],
      [null, 3, 1],
    ]
    const rows = alignEarlier(plan, {
      comparison,
      current: [
        [null, 1, 0],
        ['tv', 4, 1],
        ['web', 5, 1],
      ],
      earlier,
    })
    expect(rows).toEqual([
      { cells: [null, 3, 1], compared: [null, 3, 1] },
      { cells: ['tv', 2, 0.5], compared: ['tv', 2, 0.5] },
      // No calls then: none is compared with, but there was no row.
      { cells: null, compared: ['web', 0, null] },
    ])
  })

  it('are those of the day that lies as far back', () => {
    const { plan, comparison } = planOf({ period: march, grain: 'day' })
    const rows = alignEarlier(plan, {
      comparison,
      current: [
        ['2026-03-11', 'tv', 4, 1],
        ['2026-03-12', 'tv', 5, 1],
      ],
      earlier: [
        ['2026-03-08', 'tv', 2, 0.5],
        ['2026-03-09', 'web', 7, 1],
      ],
    })
    expect(rows.map(({ cells }) => cells?.[2] ?? null)).toEqual([2, null])
    expect(rows[1]?.compared).toEqual(['2026-03-12', 'tv', 0, null])
  })

  it('are none, not zero, where the earlier period has no such time', () => {
    const { plan, comparison } = planOf({ period: { relative: 'lastMonth' }, grain: 'day' })
    const current = [
      ['2026-03-28', 'tv', 4, 1],
      ['2026-03-29', 'tv', 5, 1],
    ]
    const rows = alignEarlier(plan, { comparison, current, earlier: [] })
    expect(rows.map(({ compared }) => compared)).toEqual([['2026-03-28', 'tv', 0, null], null])
  })
})

describe('the earlier buckets of a bucket', () => {
  const beside = (asked: Asked, label: string) => {
    const { plan, comparison } = planOf(asked)
    return earlierBuckets(plan, comparison)(label)
  }

  it.each<[string, Asked, string, string[]]>([
    ['a day', { period: march, grain: 'day' }, '2026-03-12', ['2026-03-09']],
    [
      'a day of the same weekday',
      { period: march, grain: 'day', matchWeekdays: true },
      '2026-03-12',
      ['2026-03-05'],
    ],
    [
      'a day a year before',
      { period: march, grain: 'day', kind: 'previousYear' },
      '2026-03-12',
      ['2025-03-12'],
    ],
    [
      'the last day of February, of which the one before has one more',
      { period: { from: '2025-02-01', to: '2025-03-01' }, grain: 'day', kind: 'previousYear' },
      '2025-02-28',
      ['2024-02-28'],
    ],
    ['a day of a month', { period: { relative: 'lastMonth' }, grain: 'day' }, '2026-03-28', ['2026-02-28']],
    [
      'a day that the month before has not',
      { period: { relative: 'lastMonth' }, grain: 'day' },
      '2026-03-31',
      [],
    ],
    ['an hour', { period: march, grain: 'hour' }, '2026-03-12T15:00:00+00:00', ['2026-03-09T15:00:00+00:00']],
    [
      'an hour by what clocks show',
      { period: { from: '2026-03-08', to: '2026-03-09' }, grain: 'hour', timeZone: 'America/New_York' },
      '2026-03-08T03:00:00-04:00',
      ['2026-03-07T03:00:00-05:00'],
    ],
    [
      'an hour of a period between two instants, by how long it is since its start',
      {
        period: { from: '2026-03-08T05:00:00Z', to: '2026-03-08T11:00:00Z' },
        grain: 'hour',
        timeZone: 'America/New_York',
      },
      '2026-03-08T03:00:00-04:00',
      ['2026-03-07T20:00:00-05:00'],
    ],
  ])('of %s', (...[, asked, label, expected]) => {
    expect(beside(asked, label)).toEqual(expected)
  })

  it('tell the hour that comes again from the first', () => {
    const asked: Asked = {
      period: { from: '2025-11-02', to: '2025-11-03' },
      grain: 'hour',
      timeZone: 'America/New_York',
      kind: 'previousYear',
      matchWeekdays: true,
    }
    expect(beside(asked, '2025-11-02T01:00:00-04:00')).toEqual(['2024-11-03T01:00:00-04:00'])
    expect(beside(asked, '2025-11-02T01:00:00-05:00')).toEqual(['2024-11-03T01:00:00-05:00'])
  })

  it('are none of the hour that comes again, where none did, and of those after it the hours that clocks show', () => {
    const asked: Asked = {
      period: { from: '2025-11-02', to: '2025-11-03' },
      grain: 'hour',
      timeZone: 'America/New_York',
    }
    expect(beside(asked, '2025-11-02T01:00:00-04:00')).toEqual(['2025-11-01T01:00:00-04:00'])
    expect(beside(asked, '2025-11-02T01:00:00-05:00')).toEqual([])
    expect(beside(asked, '2025-11-02T02:00:00-05:00')).toEqual(['2025-11-01T02:00:00-04:00'])
    expect(beside(asked, '2025-11-02T05:00:00-05:00')).toEqual(['2025-11-01T05:00:00-04:00'])
  })
})

describe('the part of the earlier period beside a bucket', () => {
  const parts = (asked: Asked) => {
    const { plan } = planOf(asked)
    const minute = { smallestUnit: 'minute', offset: 'never', timeZoneName: 'never' } as const
    return bucketsBeside(plan)?.map(
      ({ label, from, to }) => `${label}: ${from.toString(minute)} ${to.toString(minute)}`,
    )
  }
  const newYork = 'America/New_York'

  it('is as long as what the period has of a week, and of the same weekdays', () => {
    // From a Friday to a Tuesday, over the beginning of summer time.
    const period = { from: '2026-03-06', to: '2026-03-18' }
    expect(parts({ period, grain: 'week', timeZone: newYork, matchWeekdays: true })).toEqual([
      '2026-03-02: 2026-02-20T00:00 2026-02-23T00:00',
      '2026-03-09: 2026-02-23T00:00 2026-03-02T00:00',
      '2026-03-16: 2026-03-02T00:00 2026-03-04T00:00',
    ])
  })

  it('is as long as what the period has of a month that is counted in days', () => {
    expect(parts({ period: { from: '2026-01-15', to: '2026-03-21' }, grain: 'month' })).toEqual([
      '2026-01-01: 2025-11-11T00:00 2025-11-28T00:00',
      '2026-02-01: 2025-11-28T00:00 2025-12-26T00:00',
      '2026-03-01: 2025-12-26T00:00 2026-01-15T00:00',
    ])
  })

  it('is the whole month beside a whole month, and the same days of it beside a part', () => {
    expect(parts({ period: { relative: 'lastQuarter' }, grain: 'month' })).toEqual([
      '2026-01-01: 2025-10-01T00:00 2025-11-01T00:00',
      '2026-02-01: 2025-11-01T00:00 2025-12-01T00:00',
      '2026-03-01: 2025-12-01T00:00 2026-01-01T00:00',
    ])
    const period = { from: '2026-01-10', to: '2026-02-20' }
    expect(parts({ period, grain: 'month', kind: 'previousYear' })).toEqual([
      '2026-01-01: 2025-01-10T00:00 2025-02-01T00:00',
      '2026-02-01: 2025-02-01T00:00 2025-02-20T00:00',
    ])
  })

  it('is none beside a week of another length, where dates are compared', () => {
    // February ends on the 28th, so that the last week of March has two days of their own.
    const weeks = parts({ period: { relative: 'lastMonth' }, grain: 'week' })
    expect(weeks).toHaveLength(4)
    expect(weeks?.at(-1)).toBe('2026-03-16: 2026-02-16T00:00 2026-02-23T00:00')
  })

  it('is as much time where the period is between two times of day', () => {
    const period = { from: '2026-03-08T05:00:00Z', to: '2026-03-10T06:00:00Z' }
    expect(parts({ period, grain: 'day' })).toEqual([
      '2026-03-08: 2026-03-06T04:00 2026-03-06T23:00',
      '2026-03-09: 2026-03-06T23:00 2026-03-07T23:00',
      '2026-03-10: 2026-03-07T23:00 2026-03-08T05:00',
    ])
  })

  it('is not told of hours, nor of days of the calendar', () => {
    expect(parts({ period: march, grain: 'day' })).toBe(undefined)
    expect(parts({ period: march, grain: 'hour' })).toBe(undefined)
  })
})

describe('the offsets by which earlier hours are told', () => {
  const newYork = 'America/New_York'
  const offsets = (period: Period, kind?: ComparisonKind) =>
    earlierHourOffsets(planOf({ period, grain: 'hour', timeZone: newYork, ...(kind && { kind }) }).plan)

  it('make one of the hour that came twice then and comes once now', () => {
    // On November 2 clocks went back from 02:00 to 01:00, at 06:00 in UTC: the new offset holds an hour later.
    expect(offsets({ from: '2025-11-03', to: '2025-11-04' })).toEqual([
      { from: -Infinity, offset: -14_400 },
      { from: Date.parse('2025-11-02T07:00:00Z') / 1000, offset: -18_000 },
    ])
  })

  it('are as they are where nothing comes twice, or comes twice now too, or hours are not told by the clock', () => {
    expect(offsets({ from: '2025-11-05', to: '2025-11-06' })).toBe(undefined)
    expect(offsets({ from: '2026-03-09', to: '2026-03-10' })).toBe(undefined)
    expect(offsets({ from: '2025-11-02T00:00:00Z', to: '2025-11-02T07:30:00Z' })).toBe(undefined)
    const twice = { from: '2025-11-02', to: '2025-11-03' }
    const sameWeekday = { kind: 'previousYear', matchWeekdays: true } as const
    const both = planOf({ period: twice, grain: 'hour', timeZone: newYork, ...sameWeekday })
    expect(earlierHourOffsets(both.plan)).toBe(undefined)
    const { plan } = planOf({ period: march, grain: 'hour' })
    expect(earlierHourOffsets({ ...plan, comparison: undefined })).toBe(undefined)
  })

  it('are by the clock for days, by time that passed between instants', () => {
    expect(isByClock(planOf({ period: march }).comparison)).toBe(true)
    const instants = { from: '2026-03-08T05:00:00Z', to: '2026-03-08T11:00:00Z' }
    expect(isByClock(planOf({ period: instants }).comparison)).toBe(false)
  })
})
