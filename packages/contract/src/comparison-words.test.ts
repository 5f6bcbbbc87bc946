import { describe, expect, it } from 'vitest'
import { describeEarlier, describeEarlierDays } from './comparison-words.ts'

const timeZone = 'America/New_York'
const at = (day: string, time = '00:00') =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone).toInstant().toString()
const span = ([from, to]: readonly [string, string], time?: string) => ({ from: at(from), to: at(to, time) })

/** With a period that goes on until half past ten of its last day. */
function compared(
  current: readonly [string, string],
  earlier: readonly [string, string],
  matchWeekdays: boolean,
) {
  return { current: span(current, '10:30'), earlier: { ...span(earlier, '10:30'), matchWeekdays }, timeZone }
}

describe('what a period is compared with', () => {
  const last30Days = compared(['2026-10-24', '2026-11-22'], ['2026-09-19', '2026-10-18'], true)

  it('by days of the week says of how many', () => {
    expect(describeEarlier(last30Days)).toBe('the same 30 weekdays, Sep 19, 2026 – Oct 18, 2026, 10:30')
    expect(describeEarlierDays(last30Days, '2026')).toBe('the same 30 weekdays, Sep 19 – Oct 18')
    const year = compared(['2026-11-01', '2026-11-22'], ['2025-11-02', '2025-11-23'], true)
    expect(describeEarlierDays(year, '2026')).toBe('the same 22 weekdays, Nov 2 – Nov 23, 2025')
    const day = compared(['2026-11-20', '2026-11-20'], ['2026-11-13', '2026-11-13'], true)
    expect(describeEarlierDays(day, '2026')).toBe('the same weekday, Nov 13')
  })

  it('by days of the week is the days alone where a week follows the other', () => {
    const week = {
      current: span(['2026-11-16', '2026-11-23']),
      earlier: { ...span(['2026-11-09', '2026-11-16']), matchWeekdays: true },
      timeZone,
    }
    expect(describeEarlier(week)).toBe('Nov 9, 2026 – Nov 15, 2026')
  })

  it('by dates says of which weekdays one period has more', () => {
    // November 2026 begins with a Sunday, October with a Thursday.
    const days = compared(['2026-11-01', '2026-11-23'], ['2026-10-01', '2026-10-23'], false)
    expect(describeEarlier(days)).toBe(
      'Oct 1, 2026 – Oct 23, 2026, 10:30 (4 Mondays and Sundays against 3; 3 Thursdays and Fridays against 4)',
    )
    expect(describeEarlierDays(days, '2026')).toBe(
      'Oct 1 – Oct 23 (4 Mondays and Sundays against 3; 3 Thursdays and Fridays against 4)',
    )
    const months = compared(['2026-03-01', '2026-03-31'], ['2026-02-01', '2026-02-28'], false)
    expect(describeEarlier(months)).toContain('(5 Mondays, Tuesdays, and Sundays against 4)')
    const weeks = compared(['2026-11-09', '2026-11-22'], ['2026-10-26', '2026-11-08'], false)
    expect(describeEarlier(weeks)).toBe('Oct 26, 2026 – Nov 8, 2026, 10:30')
  })

  it('by dates names the weekdays of less than a week, and counts none of a year', () => {
    const three = compared(['2026-11-18', '2026-11-20'], ['2026-11-15', '2026-11-17'], false)
    expect(describeEarlier(three)).toContain('(Wednesday – Friday against Sunday – Tuesday)')
    const one = compared(['2026-11-20', '2026-11-20'], ['2026-11-19', '2026-11-19'], false)
    expect(describeEarlier(one)).toContain('(Friday against Thursday)')
    const year = compared(['2025-01-01', '2025-12-31'], ['2024-01-01', '2024-12-31'], false)
    expect(describeEarlier(year)).toBe('Jan 1, 2024 – Dec 31, 2024, 10:30')
  })
})
