import { resolvePeriod } from '@callboard/contract/period'
import { describe, expect, it } from 'vitest'
import { startDaySql, startHourSql } from './local-time-sql.ts'
import { bucketSql, bucketsOf, estimateBuckets, hourLabel } from './time-buckets.ts'
import { offsetsOf } from './zone-offsets.ts'

const newYork = 'America/New_York'

function spanOf(from: string, to: string, timeZone = newYork) {
  return resolvePeriod(
    { from, to },
    { now: Temporal.Instant.from(`${to}T12:00:00Z`), timeZone, weekStartsOn: 1 },
  )
}

const labels = (...[span, grain, asked = {}]: LabelsOf) =>
  bucketsOf(span, grain, { weekStartsOn: 1, withSkipped: false, ...asked }).map(({ label }) => label)
type LabelsOf = [
  span: ReturnType<typeof spanOf>,
  grain: Parameters<typeof bucketsOf>[1],
  asked?: Partial<Parameters<typeof bucketsOf>[2]>,
]

describe('the bucket of a call', () => {
  const offsets = offsetsOf(spanOf('2026-11-01', '2026-11-02'))
  const day = startDaySql(offsets)

  it.each([
    ['day', 1, day],
    ['week', 1, `toMonday(${day})`],
    ['week', 7, `(${day} - (toDayOfWeek(${day}) + 7 - 7) % 7)`],
    ['month', 1, `toStartOfMonth(${day})`],
    ['quarter', 1, `toStartOfQuarter(${day})`],
    ['year', 1, `toStartOfYear(${day})`],
    ['hour', 1, startHourSql(offsets, offsets)],
  ] as const)('is its %s, of weeks that start on %i, by the local day', (grain, weekStartsOn, sql) => {
    expect(bucketSql(grain, { offsets, weekStartsOn })).toBe(sql)
  })

  it('is its hour with the offset that held then, from the very second at which clocks change', () => {
    const change = Date.parse('2026-11-01T06:00:00Z') / 1000
    expect(hourLabel(change - 1, offsets)).toBe('2026-11-01T01:00:00-04:00')
    expect(hourLabel(change, offsets)).toBe('2026-11-01T01:00:00-05:00')
    expect(hourLabel(change + 5400, offsets)).toBe('2026-11-01T02:00:00-05:00')
    expect(hourLabel(change, [])).toBe('2026-11-01T06:00:00+00:00')
    const kolkata = offsetsOf(spanOf('2026-11-01', '2026-11-02', 'Asia/Kolkata'))
    expect(hourLabel(change, kolkata)).toBe('2026-11-01T11:00:00+05:30')
  })
})

describe('the buckets of a period', () => {
  it('are about as many as it is long', () => {
    expect(estimateBuckets(spanOf('2026-03-02', '2026-03-05'), 'day')).toBe(3)
    expect(estimateBuckets(spanOf('2026-03-02', '2026-03-05'), 'hour')).toBe(72)
    expect(estimateBuckets(spanOf('2026-03-09', '2026-03-23'), 'week')).toBe(2)
  })

  it('begin with the one in which it begins, and end before the day on which it ends', () => {
    const span = spanOf('2026-03-04', '2026-03-16')
    expect(labels(span, 'week')).toEqual(['2026-03-02', '2026-03-09'])
    expect(labels(span, 'week', { weekStartsOn: 7 })).toEqual(['2026-03-01', '2026-03-08', '2026-03-15'])
    expect(labels(spanOf('2026-03-04', '2026-05-01'), 'month')).toEqual(['2026-03-01', '2026-04-01'])
    expect(labels(spanOf('2026-03-04', '2026-03-06'), 'day')).toEqual(['2026-03-04', '2026-03-05'])
  })

  it('have the hour that clocks left out where it is asked for, with the offset before', () => {
    const span = spanOf('2026-03-08', '2026-03-09')
    expect(labels(span, 'hour')).toHaveLength(23)
    const all = bucketsOf(span, 'hour', { weekStartsOn: 1, withSkipped: true })
    expect(all.slice(1, 4)).toEqual([
      { label: '2026-03-08T01:00:00-05:00' },
      { label: '2026-03-08T02:00:00-05:00', isSkipped: true },
      { label: '2026-03-08T03:00:00-04:00' },
    ])
    expect(all).toHaveLength(24)
    // Of half an hour that is left out, no hour is.
    const lordHowe = spanOf('2026-10-04', '2026-10-05', 'Australia/Lord_Howe')
    expect(labels(lordHowe, 'hour', { withSkipped: true })).toEqual(labels(lordHowe, 'hour'))
  })

  it('have no day that never was, but the week that would begin with it', () => {
    const apia = spanOf('2011-12-28', '2012-01-02', 'Pacific/Apia')
    expect(labels(apia, 'day')).toEqual(['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01'])
    expect(labels(apia, 'week', { weekStartsOn: 5 })).toEqual(['2011-12-23', '2011-12-30'])
    const skipped = bucketsOf(apia, 'hour', { weekStartsOn: 1, withSkipped: true }).filter(
      ({ isSkipped }) => isSkipped,
    )
    expect(skipped.map(({ label }) => label.slice(0, 13))).toEqual(
      Array.from({ length: 24 }, (_, hour) => `2011-12-30T${String(hour).padStart(2, '0')}`),
    )
  })
})
