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

  it('by days of the week is so many weeks before, and says which days that leaves out', () => {
    expect(describeEarlier(last30Days)).toBe(
      'Sep 19, 2026 – Oct 18, 2026, 10:30, the same days of the week 5 weeks earlier; Oct 19 – Oct 23, 2026, in neither period',
    )
    expect(describeEarlierDays(last30Days, '2026')).toBe('the same 30 weekdays, Sep 19 – Oct 18')
  })

  it('by dates is these days and no more', () => {
    const days = compared(['2026-11-01', '2026-11-22'], ['2026-10-01', '2026-10-22'], false)
    expect(describeEarlier(days)).toBe('Oct 1, 2026 – Oct 22, 2026, 10:30')
    expect(describeEarlierDays(days, '2026')).toBe('Oct 1 – Oct 22')
  })

  it('leaves out no days where the periods meet, where one lies a year back, and of a single day', () => {
    const week = {
      current: span(['2026-11-16', '2026-11-23']),
      earlier: { ...span(['2026-11-09', '2026-11-16']), matchWeekdays: true },
      timeZone,
    }
    expect(describeEarlier(week)).toBe('Nov 9, 2026 – Nov 15, 2026, the same days of the week 1 week earlier')
    const year = compared(['2026-11-01', '2026-11-22'], ['2025-11-02', '2025-11-23'], true)
    expect(describeEarlierDays(year, '2026')).toBe('Nov 2 – Nov 23, 2025')
    const day = compared(['2026-11-20', '2026-11-20'], ['2026-11-13', '2026-11-13'], true)
    expect(describeEarlierDays(day, '2026')).toBe('Nov 13')
  })
})
