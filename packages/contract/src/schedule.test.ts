import { describe, expect, it, vi } from 'vitest'
import { nextRuns, type Schedule, ScheduleInput, scheduleWords } from './schedule.ts'

const timeZone = 'America/Chicago'
const cron = (expression: string): Schedule => ({ frequency: 'cron', timeZone, cron: expression })
const monthly = (dayOfMonth: number): Schedule => ({
  frequency: 'monthly',
  timeZone,
  time: '08:00',
  dayOfMonth,
})

/** What is wrong, by field. */
function errorsOf(schedule: object): Record<string, string> {
  const { error } = ScheduleInput.safeParse({ timeZone, ...schedule })
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

describe('a schedule', () => {
  it('has the fields of its frequency and no other', () => {
    expect(errorsOf({ frequency: 'daily', daysOfWeek: [1] })).toEqual({
      time: 'is missing',
      daysOfWeek: 'does not belong to a daily schedule',
    })
    expect(errorsOf({ frequency: 'weekly', time: '08:00' })).toEqual({ daysOfWeek: 'is missing' })
    expect(errorsOf({ frequency: 'weekly', time: '08:00', daysOfWeek: [1, 1] })).toEqual({
      daysOfWeek: 'names a day twice',
    })
    expect(errorsOf({ frequency: 'monthly', time: '08:00', dayOfMonth: 31, cron: '0 8 * * *' })).toEqual({
      cron: 'does not belong to a monthly schedule',
    })
    expect(errorsOf({ frequency: 'cron', time: '08:00' })).toEqual({
      cron: 'is missing',
      time: 'does not belong to a cron schedule',
    })
    expect(errorsOf({ frequency: 'daily', time: '24:00' })).toEqual({ time: 'is not a time such as 08:00' })
    expect(errorsOf({ frequency: 'daily', time: '08:00', timeZone: 'Mars/Base' })).toEqual({
      timeZone: 'is not a known time zone',
    })
  })

  it('has a time of four digits, days of a week from 1 to 7, and days of a month from 1 to 31', () => {
    for (const time of ['8:00', '108:00', '08:000', '08:60'])
      expect(errorsOf({ frequency: 'daily', time })).toEqual({ time: 'is not a time such as 08:00' })
    const weekly = (daysOfWeek: number[]) => errorsOf({ frequency: 'weekly', time: '23:59', daysOfWeek })
    expect(Object.keys({ ...weekly([0]), ...weekly([8]) })).toEqual(['daysOfWeek.0'])
    expect(Object.keys(weekly([]))).toEqual(['daysOfWeek'])
    for (const day of [0, 32])
      expect(Object.keys(errorsOf({ frequency: 'monthly', time: '08:00', dayOfMonth: day }))).toEqual([
        'dayOfMonth',
      ])
    expect([weekly([1, 2, 3, 4, 5, 6, 7]), weekly([7]), errorsOf(monthly(1))]).toEqual([{}, {}, {}])
  })

  it('is said to lack or have too much before its expression is read', () => {
    expect(errorsOf({ ...cron('x'), time: '08:00' })).toEqual({ time: 'does not belong to a cron schedule' })
    expect(ScheduleInput.parse(cron(' 0 8 * * * ')).cron).toBe('0 8 * * *')
  })

  it.each([
    ['0 8 * *', 'must have five fields: minute, hour, day of month, month and day of week'],
    ['0 0 8 * * *', 'must have five fields: minute, hour, day of month, month and day of week'],
    ['@daily', 'must have five fields: minute, hour, day of month, month and day of week'],
    ['0 8 ? * *', 'has “?”, which cannot be read'],
    ['0 8 1? * *', 'has “1?”, which cannot be read'],
    ['0 8 ?1 * *', 'has “?1”, which cannot be read'],
    ['61 8 * * *', 'cannot be read: Invalid value for minute: 61'],
    ['x 8 * * *', 'cannot be read: configuration entry 1 (x) contains illegal characters'],
    ['0 8 31 2 *', 'names a day that never comes'],
    ['* * * * *', 'comes more often than every 15 minutes'],
    ['0,10 8 * * *', 'comes more often than every 15 minutes'],
    ['55 23,0 * * *', undefined],
    ['5,55 0,23 * * *', 'comes more often than every 15 minutes'],
    // Of one day a week, there is no midnight between two of them.
    ['5,55 0,23 * * MON', undefined],
    ['*/15 * * * *', undefined],
    ['0 8 29 2 *', undefined],
    ['0 8 * * MON-FRI', undefined],
    ['0 8 L * *', undefined],
  ])('by the cron expression %s: %s', (expression, error) => {
    expect(errorsOf(cron(expression))).toEqual(error === undefined ? {} : { cron: error })
  })

  it('is due at the first instant after a gap of the clock, and at the first of two', () => {
    const daily = (time: string): Schedule => ({ frequency: 'daily', timeZone, time })
    expect(nextRuns(daily('02:30'), '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-08T08:00:00.000Z',
      '2026-03-09T07:30:00.000Z',
    ])
    expect(nextRuns(daily('01:30'), '2026-10-31T12:00:00Z', 2)).toEqual([
      '2026-11-01T06:30:00.000Z',
      '2026-11-02T07:30:00.000Z',
    ])
    // Several in the gap are one.
    expect(nextRuns(cron('*/20 2 * * *'), '2026-03-08T00:00:00Z', 2)).toEqual([
      '2026-03-08T08:00:00.000Z',
      '2026-03-09T07:00:00.000Z',
    ])
  })

  it('of the 29th to the 31st is due on the last day of a shorter month', () => {
    const days = (day: number, after: string) =>
      nextRuns(monthly(day), after, 3).map((instant) => instant.slice(0, 10))
    expect(days(31, '2027-12-31T23:00:00Z')).toEqual(['2028-01-31', '2028-02-29', '2028-03-31'])
    expect(days(30, '2027-01-31T00:00:00Z')).toEqual(['2027-02-28', '2027-03-30', '2027-04-30'])
    expect(days(28, '2027-01-29T00:00:00Z')).toEqual(['2027-02-28', '2027-03-28', '2027-04-28'])
  })

  it('is due after the moment that is asked for, never at it', () => {
    const [first = ''] = nextRuns(monthly(5), '2026-01-01T00:00:00Z', 1)
    expect(nextRuns(monthly(5), first, 1)).toEqual(['2026-02-05T14:00:00.000Z'])
    expect(nextRuns(monthly(5), first, 0)).toEqual([])
    expect(nextRuns(cron('0 0 30 2 *'), first, 3)).toEqual([])
  })

  it('is due on the very day, where its time is still to come, and at midnight', () => {
    const dayBegan = '2026-01-05T06:00:00Z'
    const due = ['2026-01-05T14:00:00.000Z']
    expect(nextRuns(monthly(5), dayBegan, 1)).toEqual(due)
    expect(nextRuns(cron(' 0  8 * * * '), dayBegan, 1)).toEqual(due)
    expect(nextRuns(cron('0 0 * * *'), '2026-01-05T05:00:00Z', 1)).toEqual(['2026-01-05T06:00:00.000Z'])
  })

  it('of some days of the week is due on these alone', () => {
    const weekly: Schedule = { frequency: 'weekly', timeZone, time: '08:00', daysOfWeek: [1, 7] }
    const days = nextRuns(weekly, '2026-01-05T15:00:00Z', 3).map((instant) => instant.slice(0, 10))
    expect(days).toEqual(['2026-01-11', '2026-01-12', '2026-01-18'])
  })

  it('is due at the same instants in whichever zone its portal runs', () => {
    const due = () => nextRuns(cron('30 8 1 * *'), '2026-01-05T06:00:00Z', 3)
    const here = due()
    vi.stubEnv('TZ', 'Pacific/Apia')
    const elsewhere = due()
    vi.unstubAllEnvs()
    expect(elsewhere).toEqual(here)
    expect(here[0]).toBe('2026-02-01T14:30:00.000Z')
  })

  it.each([
    [{ frequency: 'daily', time: '08:00', timeZone }, 'Every day at 08:00, America/Chicago time'],
    [
      { frequency: 'weekly', time: '08:00', timeZone, daysOfWeek: [4, 1] },
      'Every Monday and Thursday at 08:00, America/Chicago time',
    ],
    [
      { frequency: 'weekly', time: '18:30', timeZone: 'UTC', daysOfWeek: [1, 2, 3, 4, 5] },
      'Every Monday to Friday at 18:30, UTC',
    ],
    [
      { frequency: 'weekly', time: '08:00', timeZone, daysOfWeek: [1, 2, 3, 4, 5, 6, 7] },
      'Every day at 08:00, America/Chicago time',
    ],
    [monthly(1), 'On the 1st of every month at 08:00, America/Chicago time'],
    [monthly(3), 'On the 3rd of every month at 08:00, America/Chicago time'],
    [monthly(28), 'On the 28th of every month at 08:00, America/Chicago time'],
    [
      { frequency: 'daily', time: '08:00', timeZone: 'America/North_Dakota/New_Salem' },
      'Every day at 08:00, America/North Dakota/New Salem time',
    ],
    [{ frequency: 'daily', time: '08:00', timeZone: 'Etc/GMT+5' }, 'Every day at 08:00, GMT+5'],
    [monthly(2), 'On the 2nd of every month at 08:00, America/Chicago time'],
    [monthly(30), 'On the 30th of every month, or its last day, at 08:00, America/Chicago time'],
    [monthly(31), 'On the last day of every month at 08:00, America/Chicago time'],
    [
      { frequency: 'cron', cron: '0 8 * * 1', timeZone: 'America/New_York' },
      'By the cron expression “0 8 * * 1”, America/New York time',
    ],
  ] satisfies [Schedule, string][])('is told in words: %o', (schedule, words) => {
    expect(scheduleWords(schedule)).toBe(words)
  })
})
