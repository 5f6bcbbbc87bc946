import type { RelativePeriod } from '@callboard/contract/period'
import { describe, expect, it } from 'vitest'
import { periodOfDays, readPeriod, resolvePeriod } from '#web/lib/period.ts'

/** Wednesday, November 18 in New York, where it is still the evening before the 19th. */
const now = new Date('2026-11-19T03:30:00Z')
const timeZone = 'America/New_York'

describe('resolvePeriod', () => {
  it.each<[RelativePeriod, string, string]>([
    ['today', '2026-11-18', '2026-11-18'],
    ['yesterday', '2026-11-17', '2026-11-17'],
    ['last7Days', '2026-11-12', '2026-11-18'],
    ['last30Days', '2026-10-20', '2026-11-18'],
    ['thisWeek', '2026-11-16', '2026-11-18'],
    ['lastWeek', '2026-11-09', '2026-11-15'],
    ['thisMonth', '2026-11-01', '2026-11-18'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
    ['thisQuarter', '2026-10-01', '2026-11-18'],
    ['lastQuarter', '2026-07-01', '2026-09-30'],
    ['thisYear', '2026-01-01', '2026-11-18'],
    ['lastYear', '2025-01-01', '2025-12-31'],
  ])('%s', (relative, firstDay, lastDay) => {
    expect(resolvePeriod({ relative }, { timeZone, now })).toEqual({ firstDay, lastDay })
  })

  it('begins the week on the day that the portal says', () => {
    expect(resolvePeriod({ relative: 'thisWeek' }, { timeZone, now, weekStartsOn: 7 }).firstDay).toBe(
      '2026-11-15',
    )
  })

  it('shows the last day that is included', () => {
    const days = { from: '2026-10-01', to: '2026-10-08' }
    expect(resolvePeriod(days, { timeZone, now })).toEqual({ firstDay: '2026-10-01', lastDay: '2026-10-07' })
    const instants = { from: '2026-10-01T04:00:00.000Z', to: '2026-10-08T04:00:00.000Z' }
    expect(resolvePeriod(instants, { timeZone, now })).toEqual({
      firstDay: '2026-10-01',
      lastDay: '2026-10-07',
    })
  })
})

describe('the period of an address', () => {
  const fallback = { relative: 'today' } as const

  it('is a name, or both ends', () => {
    expect(readPeriod({ period: 'lastYear' }, fallback)).toEqual({ relative: 'lastYear' })
    expect(readPeriod({ from: 'a', to: 'b' }, fallback)).toEqual({ from: 'a', to: 'b' })
    expect(readPeriod({}, fallback)).toBe(fallback)
  })

  it('is none when its parts contradict each other', () => {
    expect(readPeriod({ from: 'a' }, fallback)).toBeUndefined()
    expect(readPeriod({ period: 'today', from: 'a', to: 'b' }, fallback)).toBeUndefined()
  })
})

it('makes a period of days with its end excluded', () => {
  expect(periodOfDays({ firstDay: '2026-02-27', lastDay: '2026-02-28' })).toEqual({
    from: '2026-02-27',
    to: '2026-03-01',
  })
})
