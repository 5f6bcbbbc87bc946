import { describe, expect, it } from 'vitest'
import { addDays, dayOf, isStartOfDay, lastDayBefore, startOfDay } from './calendar.ts'
import { earlierSpan, matchesWeekdays } from './comparison.ts'
import {
  DayOrInstant,
  daysOfPeriod,
  Period,
  periodOfDays,
  type RelativePeriod,
  relativePeriods,
  resolvePeriod,
  type Span,
} from './period.ts'

// A Wednesday, two weeks after clocks went back in New York.
const now = Temporal.Instant.from('2026-11-18T20:30:00Z')
const clock = { now, timeZone: 'America/New_York', weekStartsOn: 1 }

const periodBefore = { kind: 'previousPeriod', matchWeekdays: false } as const

const text = (span: Span) =>
  [span.from, span.to].map((at) => new Date(at.epochMilliseconds).toISOString()).join(' ')

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
  ] as const)('%s is made of days in the zone', (relative, expected) => {
    expect(text(resolvePeriod({ relative }, clock))).toBe(expected)
  })

  it.each<[string, object, object]>([
    ['of days lies as many days back', { from: '2026-10-01', to: '2026-10-08' }, { days: 7 }],
    [
      'from one time of day to the same lies as many days back',
      { from: '2026-10-30T16:00:00Z', to: '2026-11-02T17:00:00Z' },
      { days: 3 },
    ],
    [
      'between other instants lies as long back',
      { from: '2026-10-01T16:00:00Z', to: '2026-10-02T18:00:00Z' },
      { milliseconds: 26 * 3_600_000 },
    ],
    [
      'from a day to an instant lies as long back',
      { from: '2026-10-01', to: '2026-10-02T05:00:00Z' },
      { milliseconds: 25 * 3_600_000 },
    ],
    [
      'of no time lies no time back',
      { from: '2026-10-01T16:00:00Z', to: '2026-10-01T16:00:00Z' },
      { milliseconds: 0 },
    ],
  ])('%s', (_what, period, back) => {
    expect(resolvePeriod(Period.parse(period), clock).back).toEqual(back)
  })

  it('is a name, or two ends that are days or instants and may say what they were', () => {
    const ends = { from: '2026-10-01', to: '2026-10-08T00:00:00.123456789Z' }
    for (const good of [{ relative: 'today' }, ends, { ...ends, was: 'lastMonth' }])
      expect(Period.safeParse(good).success, JSON.stringify(good)).toBe(true)
    const to = '2026-10-08T00:00:00.1234567891Z'
    for (const bad of [
      {},
      { relative: 'someday' },
      { from: '2026-10-01' },
      { ...ends, to },
      { ...ends, was: 'x' },
    ])
      expect(Period.safeParse(bad).success, JSON.stringify(bad)).toBe(false)
    const message = DayOrInstant.safeParse('yesterday').error?.issues[0]?.message
    expect(message).toBe('must be a day (YYYY-MM-DD) or an instant in UTC')
  })

  it('that was one by name is compared as that was', () => {
    for (const relative of relativePeriods) {
      const { from, to, back } = resolvePeriod({ relative }, clock)
      const instants = { from: from.toInstant().toString(), to: to.toInstant().toString() }
      const later = { ...clock, now: now.add({ hours: 24 * 40 }) }
      const resolved = resolvePeriod({ ...instants, was: relative }, later)
      expect([text(resolved), resolved.back], relative).toEqual([text({ from, to, back }), back])
    }
  })

  it('of seven days is compared with the seven days before, up to the same time of day', () => {
    const earlier = earlierSpan(resolvePeriod({ relative: 'last7Days' }, clock), periodBefore)
    expect(text(earlier)).toBe('2026-11-05T05:00:00.000Z 2026-11-11T20:30:00.000Z')
  })

  it('of this month is compared with the same days of the month before', () => {
    const earlier = earlierSpan(resolvePeriod({ relative: 'thisMonth' }, clock), periodBefore)
    expect(text(earlier)).toBe('2026-10-01T04:00:00.000Z 2026-10-18T19:30:00.000Z')
  })

  it.each([
    ['thisMonth', '2026-03-31T16:00:00Z', '2026-02-01T05:00:00.000Z 2026-03-01T05:00:00.000Z'],
    ['thisMonth', '2026-03-29T16:00:00Z', '2026-02-01T05:00:00.000Z 2026-03-01T05:00:00.000Z'],
    ['thisMonth', '2026-03-28T16:00:00Z', '2026-02-01T05:00:00.000Z 2026-02-28T17:00:00.000Z'],
    ['thisMonth', '2026-12-31T17:00:00Z', '2026-11-01T04:00:00.000Z 2026-12-01T05:00:00.000Z'],
    ['thisQuarter', '2026-05-31T16:00:00Z', '2026-01-01T05:00:00.000Z 2026-03-01T05:00:00.000Z'],
    ['thisYear', '2028-02-29T17:00:00Z', '2027-01-01T05:00:00.000Z 2027-03-01T05:00:00.000Z'],
  ] as const)('%s at %s is compared with the whole of a shorter month', (relative, at, expected) => {
    const then = { ...clock, now: Temporal.Instant.from(at) }
    expect(text(earlierSpan(resolvePeriod({ relative }, then), periodBefore))).toBe(expected)
  })

  it.each([
    ['today', 'previousPeriod', '2026-11-11T05:00:00.000Z 2026-11-11T20:30:00.000Z'],
    ['last7Days', 'previousPeriod', '2026-11-05T05:00:00.000Z 2026-11-11T20:30:00.000Z'],
    ['last30Days', 'previousPeriod', '2026-09-15T04:00:00.000Z 2026-10-14T19:30:00.000Z'],
    ['last90Days', 'previousPeriod', '2026-05-22T04:00:00.000Z 2026-08-19T19:30:00.000Z'],
    ['thisMonth', 'previousPeriod', '2026-10-04T04:00:00.000Z 2026-10-21T19:30:00.000Z'],
    ['lastMonth', 'previousPeriod', '2026-08-27T04:00:00.000Z 2026-09-27T04:00:00.000Z'],
    ['thisYear', 'previousPeriod', '2025-01-02T05:00:00.000Z 2025-11-19T20:30:00.000Z'],
    ['last30Days', 'previousYear', '2025-10-21T04:00:00.000Z 2025-11-19T20:30:00.000Z'],
  ] as const)('%s is moved to the same weekdays of the %s', (relative, kind, expected) => {
    const span = resolvePeriod({ relative }, clock)
    const earlier = earlierSpan(span, { kind, matchWeekdays: true })
    expect(text(earlier)).toBe(expected)
    expect(earlier.from.dayOfWeek).toBe(span.from.dayOfWeek)
    expect(Temporal.ZonedDateTime.compare(earlier.to, span.from)).toBeLessThanOrEqual(0)
  })

  it.each([
    ['last30Days', 'day', true],
    ['last30Days', 'week', true],
    ['thisMonth', 'week', true],
    ['last30Days', undefined, false],
    ['today', 'hour', false],
    ['thisMonth', 'day', false],
  ] as const)('%s by %s matches weekdays of itself: %s', (relative, grain, expected) => {
    expect(matchesWeekdays(grain, resolvePeriod({ relative }, clock))).toBe(expected)
  })

  it('from one time of day to the same is of days, also where clocks change', () => {
    const span = resolvePeriod({ from: '2026-03-08T05:00:00Z', to: '2026-03-09T04:00:00Z' }, clock)
    expect(text(earlierSpan(span, periodBefore))).toBe('2026-03-07T05:00:00.000Z 2026-03-08T05:00:00.000Z')
  })

  it('between instants lies as long back, whatever time of day that is', () => {
    const span = resolvePeriod({ from: '2026-03-08T05:00:00Z', to: '2026-03-08T11:00:00Z' }, clock)
    const earlier = earlierSpan(span, periodBefore)
    expect(text(earlier)).toBe('2026-03-07T23:00:00.000Z 2026-03-08T05:00:00.000Z')
  })

  it('by weekdays lies the fewest whole weeks back that are before it', () => {
    const backOf = (from: string, to: string) =>
      earlierSpan(resolvePeriod({ from, to }, clock), { kind: 'previousPeriod', matchWeekdays: true }).back
        .days
    expect(backOf('2026-10-01', '2026-10-08')).toBe(7)
    expect(backOf('2026-10-01', '2026-10-02')).toBe(7)
    expect(backOf('2026-10-01', '2026-10-09')).toBe(14)
    expect(backOf('2026-10-01', '2026-10-15')).toBe(14)
    // More than a month of days, and over the end of summer time.
    expect(backOf('2026-10-20', '2026-12-01')).toBe(42)
  })

  it('is compared with the same period of the year before', () => {
    const earlier = earlierSpan(resolvePeriod({ from: '2026-02-01', to: '2026-03-01' }, clock), {
      kind: 'previousYear',
      matchWeekdays: false,
    })
    expect(text(earlier)).toBe('2025-02-01T05:00:00.000Z 2025-03-01T05:00:00.000Z')
  })

  it('starts weeks on Sunday where the portal says so', () => {
    const week = resolvePeriod({ relative: 'thisWeek' }, { ...clock, weekStartsOn: 7 })
    expect(text({ ...week, to: week.from })).toBe('2026-11-15T05:00:00.000Z 2026-11-15T05:00:00.000Z')
  })

  it('of days ends before the day after the last', () => {
    expect(periodOfDays({ firstDay: '2026-02-27', lastDay: '2026-02-28' })).toEqual({
      from: '2026-02-27',
      to: '2026-03-01',
    })
  })
})

describe('the days of a period', () => {
  /** Wednesday, November 18 in New York, where it is still the evening before the 19th. */
  const evening = { ...clock, now: Temporal.Instant.from('2026-11-19T03:30:00Z') }

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
    expect(daysOfPeriod({ relative }, evening)).toEqual({ firstDay, lastDay })
  })

  it('begin the week on the day that the portal says', () => {
    expect(daysOfPeriod({ relative: 'thisWeek' }, { ...evening, weekStartsOn: 7 }).firstDay).toBe(
      '2026-11-15',
    )
  })

  it.each<Period>([
    { from: '2026-10-01', to: '2026-10-08' },
    { from: '2026-10-01T04:00:00.000Z', to: '2026-10-08T04:00:00.000Z' },
  ])('include the last of $from to $to', (period) => {
    expect(daysOfPeriod(period, evening)).toEqual({ firstDay: '2026-10-01', lastDay: '2026-10-07' })
  })
})

describe('on days that calendars and clocks make difficult, the instants are those of the days', () => {
  const moments = [
    ['the day clocks go forward in New York', 'America/New_York', '2026-03-08T16:00:00Z'],
    ['the hour that comes twice in New York', 'America/New_York', '2026-11-01T06:30:00Z'],
    ['a shift of half an hour on Lord Howe', 'Australia/Lord_Howe', '2026-04-04T15:15:00Z'],
    ['a day without midnight in Santiago', 'America/Santiago', '2026-09-06T12:00:00Z'],
    ['the week after the day that Apia left out', 'Pacific/Apia', '2012-01-04T12:00:00Z'],
    ['a day far ahead of UTC', 'Pacific/Kiritimati', '2026-12-31T10:00:00Z'],
    ['the last of March', 'UTC', '2026-03-31T23:59:59.999Z'],
    ['a leap day', 'UTC', '2028-02-29T00:00:00Z'],
    ['the first moment of a year', 'America/New_York', '2027-01-01T05:00:00Z'],
  ] as const

  it.each(moments)('%s', (_, timeZone, at) => {
    for (const weekStartsOn of [1, 7]) {
      for (const relative of relativePeriods) {
        const here = { now: Temporal.Instant.from(at), timeZone, weekStartsOn }
        const { from, to } = resolvePeriod({ relative }, here)
        const days = daysOfPeriod({ relative }, here)
        expect(from.toInstant().equals(startOfDay(days.firstDay, timeZone)), relative).toBe(true)
        expect(isStartOfDay(from.toInstant(), timeZone), relative).toBe(true)
        const includesToday = days.lastDay === dayOf(at, timeZone)
        const end = includesToday ? at : startOfDay(addDays(days.lastDay, 1), timeZone)
        expect(to.toInstant().equals(end), relative).toBe(true)
        expect(lastDayBefore(end, timeZone) <= days.lastDay, relative).toBe(true)
        expect(daysOfPeriod(periodOfDays(days), here), relative).toEqual(days)
      }
    }
  })

  it('has nothing in a day that Apia left out', () => {
    const here = {
      now: Temporal.Instant.from('2011-12-30T20:00:00Z'),
      timeZone: 'Pacific/Apia',
      weekStartsOn: 1,
    }
    const { from, to } = resolvePeriod({ relative: 'yesterday' }, here)
    expect(from.equals(to)).toBe(true)
    expect(daysOfPeriod({ relative: 'yesterday' }, here)).toEqual({
      firstDay: '2011-12-30',
      lastDay: '2011-12-30',
    })
  })
})
