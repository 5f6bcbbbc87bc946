import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { earlierSpan, isoInstant, resolvePeriod, type Span } from './period.ts'
import { bucketsOf, resolveGrain } from './time-buckets.ts'

// A Wednesday, two weeks after clocks went back in New York.
const now = Temporal.Instant.from('2026-11-18T20:30:00Z')
const clock = { now, timeZone: 'America/New_York', weekStartsOn: 1 }

const text = ({ from, to }: Span) => `${isoInstant(from)} ${isoInstant(to)}`
const relative = (name: Parameters<typeof resolvePeriod>[0]) => resolvePeriod(name, clock)

describe('a period', () => {
  it.each([
    ['today', '2026-11-18T05:00:00.000Z 2026-11-18T20:30:00.000Z'],
    ['yesterday', '2026-11-17T05:00:00.000Z 2026-11-18T05:00:00.000Z'],
    ['last7Days', '2026-11-12T05:00:00.000Z 2026-11-18T20:30:00.000Z'],
    ['last30Days', '2026-10-20T04:00:00.000Z 2026-11-18T20:30:00.000Z'],
    ['thisWeek', '2026-11-16T05:00:00.000Z 2026-11-18T20:30:00.000Z'],
    ['lastWeek', '2026-11-09T05:00:00.000Z 2026-11-16T05:00:00.000Z'],
    ['thisMonth', '2026-11-01T04:00:00.000Z 2026-11-18T20:30:00.000Z'],
    ['lastMonth', '2026-10-01T04:00:00.000Z 2026-11-01T04:00:00.000Z'],
    ['lastQuarter', '2026-07-01T04:00:00.000Z 2026-10-01T04:00:00.000Z'],
    ['lastYear', '2025-01-01T05:00:00.000Z 2026-01-01T05:00:00.000Z'],
  ] as const)('%s is made of days in the zone', (name, expected) => {
    expect(text(relative({ relative: name }))).toBe(expected)
  })

  it('of seven days is compared with the seven days before, up to the same time of day', () => {
    const earlier = earlierSpan(relative({ relative: 'last7Days' }), 'previousPeriod')
    expect(text(earlier)).toBe('2026-11-05T05:00:00.000Z 2026-11-11T20:30:00.000Z')
  })

  it('of this month is compared with the same days of the month before', () => {
    const earlier = earlierSpan(relative({ relative: 'thisMonth' }), 'previousPeriod')
    expect(text(earlier)).toBe('2026-10-01T04:00:00.000Z 2026-10-18T19:30:00.000Z')
  })

  it('is compared with the same period of the year before', () => {
    const earlier = earlierSpan(relative({ from: '2026-02-01', to: '2026-03-01' }), 'previousYear')
    expect(text(earlier)).toBe('2025-02-01T05:00:00.000Z 2025-03-01T05:00:00.000Z')
  })

  it('that ends before it starts is refused', () => {
    expect(() => relative({ from: '2026-02-02', to: '2026-02-02' })).toThrow('ends before it starts')
  })

  it('starts weeks on Sunday where the portal says so', () => {
    const week = resolvePeriod({ relative: 'thisWeek' }, { ...clock, weekStartsOn: 7 })
    expect(isoInstant(week.from)).toBe('2026-11-15T05:00:00.000Z')
  })
})

describe('buckets of time', () => {
  const day = (from: string, to: string, timeZone: string) =>
    resolvePeriod({ from, to }, { ...clock, timeZone })

  it('give a day of 25 hours where clocks go back, the repeated hour twice with its offsets', () => {
    const hours = bucketsOf(day('2026-11-01', '2026-11-02', 'America/New_York'), 'hour', 1)
    expect(hours).toHaveLength(25)
    expect(hours.slice(0, 4)).toEqual([
      '2026-11-01T00:00:00-04:00',
      '2026-11-01T01:00:00-04:00',
      '2026-11-01T01:00:00-05:00',
      '2026-11-01T02:00:00-05:00',
    ])
  })

  it('give a day of 23 hours where clocks go forward', () => {
    const hours = bucketsOf(day('2026-03-08', '2026-03-09', 'America/New_York'), 'hour', 1)
    expect(hours).toHaveLength(23)
    expect(hours.slice(1, 3)).toEqual(['2026-03-08T01:00:00-05:00', '2026-03-08T03:00:00-04:00'])
  })

  it('follow a shift of half an hour', () => {
    const back = bucketsOf(day('2026-04-05', '2026-04-06', 'Australia/Lord_Howe'), 'hour', 1)
    expect(back.slice(0, 4)).toEqual([
      '2026-04-05T00:00:00+11:00',
      '2026-04-05T01:00:00+11:00',
      '2026-04-05T01:00:00+10:30',
      '2026-04-05T02:00:00+10:30',
    ])
    const forward = bucketsOf(day('2026-10-04', '2026-10-05', 'Australia/Lord_Howe'), 'hour', 1)
    expect(forward.slice(1, 4)).toEqual([
      '2026-10-04T01:00:00+10:30',
      '2026-10-04T02:00:00+11:00',
      '2026-10-04T03:00:00+11:00',
    ])
  })

  it('take the size that suits the period', () => {
    const grainOf = (from: string, to: string) => resolveGrain('auto', day(from, to, 'UTC'))
    expect(grainOf('2026-01-01', '2026-01-02')).toBe('hour')
    expect(grainOf('2026-01-01', '2026-03-01')).toBe('day')
    expect(grainOf('2025-01-01', '2026-01-01')).toBe('week')
    expect(grainOf('2020-01-01', '2026-01-01')).toBe('month')
  })
})
