import { resolveGrain } from '@callboard/contract/grains'
import { describe, expect, it } from 'vitest'
import { resolveReportPeriod } from './period.ts'
import { bucketsOf } from './time-buckets.ts'

const now = Temporal.Instant.from('2026-11-18T20:30:00Z')
const clock = { now, timeZone: 'America/New_York', weekStartsOn: 1 }

it('refuses a period that ends before it starts', () => {
  expect(() => resolveReportPeriod({ from: '2026-02-02', to: '2026-02-02' }, clock)).toThrow(
    'ends before it starts',
  )
})

describe('buckets of time', () => {
  const day = (from: string, to: string, timeZone: string) =>
    resolveReportPeriod({ from, to }, { ...clock, timeZone })

  const hoursOf = (span: ReturnType<typeof day>, withSkipped = false) =>
    bucketsOf(span, 'hour', { weekStartsOn: 1, withSkipped }).map(({ label }) => label)

  it('give a day of 25 hours where clocks go back, the repeated hour twice with its offsets', () => {
    const hours = hoursOf(day('2026-11-01', '2026-11-02', 'America/New_York'))
    expect(hours).toHaveLength(25)
    expect(hours.slice(0, 4)).toEqual([
      '2026-11-01T00:00:00-04:00',
      '2026-11-01T01:00:00-04:00',
      '2026-11-01T01:00:00-05:00',
      '2026-11-01T02:00:00-05:00',
    ])
  })

  it('give a day of 23 hours where clocks go forward', () => {
    const hours = hoursOf(day('2026-03-08', '2026-03-09', 'America/New_York'))
    expect(hours).toHaveLength(23)
    expect(hours.slice(1, 3)).toEqual(['2026-03-08T01:00:00-05:00', '2026-03-08T03:00:00-04:00'])
  })

  it('follow a shift of half an hour', () => {
    const back = hoursOf(day('2026-04-05', '2026-04-06', 'Australia/Lord_Howe'))
    expect(back.slice(0, 4)).toEqual([
      '2026-04-05T00:00:00+11:00',
      '2026-04-05T01:00:00+11:00',
      '2026-04-05T01:00:00+10:30',
      '2026-04-05T02:00:00+10:30',
    ])
    const forward = hoursOf(day('2026-10-04', '2026-10-05', 'Australia/Lord_Howe'))
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
