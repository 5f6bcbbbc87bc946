import { resolveGrain } from '@callboard/contract/period'
import { describe, expect, it } from 'vitest'
import { isoInstant, resolveReportPeriod } from './period.ts'
import { bucketsOf } from '../sql/time-buckets.ts'

const now = Temporal.Instant.from('2026-11-18T20:30:00Z')
const clock = { now, timeZone: 'America/New_York', weekStartsOn: 1 }

it('refuses a period that ends before it starts', () => {
  expect(() => resolveReportPeriod({ from: '2026-02-02', to: '2026-02-02' }, clock)).toThrow(
    'ends before it starts',
  )
})

describe('a period that cannot be reported on', () => {
  it.each([
    ['that ends before it starts', { from: '2026-02-02', to: '2026-02-01' }, ['emptyPeriod', 'to']],
    ['of more than 20 years', { from: '2000-01-01', to: '2020-01-02' }, ['invalid', 'from']],
    ['that starts before 1900', { from: '1899-12-31', to: '1900-01-02' }, ['invalid', 'from']],
    ['that ends after 2299', { from: '2299-12-31', to: '2300-01-01' }, ['invalid', 'from']],
  ])('is one %s', (_what, period, error) => {
    const [code, field] = error
    expect(() => resolveReportPeriod(period, clock)).toThrow(expect.objectContaining({ code, field }))
  })

  it('says which time is none, and how long one may be', () => {
    const read = (from: string, to: string) => () => resolveReportPeriod({ from, to }, clock)
    expect(read('1899-12-31', '1900-01-02')).toThrow('1899-12-31 is outside the supported range.')
    expect(read('2000-01-01', '2020-01-02')).toThrow('A period can be at most 20 years long.')
    for (const [from, to] of [
      ['1900-01-01', '1900-01-02'],
      ['2299-12-30', '2299-12-31'],
      ['2000-01-01', '2020-01-01'],
    ] as const)
      expect(read(from, to)).not.toThrow()
    expect(resolveReportPeriod({ relative: 'lastYear' }, clock).from.year).toBe(2025)
    const { from } = resolveReportPeriod({ from: '2026-11-18', to: '2026-11-19' }, clock)
    expect(isoInstant(from)).toBe('2026-11-18T05:00:00.000Z')
  })
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
