import { describe, expect, it } from 'vitest'
import { businesses } from './businesses.ts'
import { isHoliday } from './holidays.ts'
import { instantText } from './instant-text.ts'
import { dayMs, hourMs, localClock } from './local-clock.ts'

const zones = [...new Set(businesses.flatMap(({ timeZone }) => timeZone)), 'America/Phoenix']

describe('a clock', () => {
  it.each(zones)('agrees with the time zone database on every half hour of a year in %s', (timeZone) => {
    const fromMs = Date.parse('2026-01-01T00:00:00Z')
    const clock = localClock(timeZone, { fromMs, toMs: fromMs + 366 * dayMs })
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    const weekday = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' })
    const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
    const wrong: string[] = []
    for (let atMs = fromMs; atMs < fromMs + 365 * dayMs; atMs += hourMs / 2) {
      const local = clock(atMs)
      const hour = `${new Date(local.day * dayMs).toISOString().slice(0, 10)} ${String(local.hour).padStart(2, '0')}`
      const isRight = format.format(atMs).startsWith(hour) && weekday.format(atMs) === weekdays[local.weekday]
      if (!isRight) wrong.push(hour)
    }
    expect(wrong).toEqual([])
  })

  it('refuses a time that it was not made for', () => {
    const clock = localClock('America/New_York', { fromMs: 0, toMs: dayMs })
    expect(() => clock(-1)).toThrow(RangeError)
  })
})

describe('an instant as text', () => {
  it('is what the language makes of it', () => {
    const instants = Array.from({ length: 2000 }, (_, at) => at * 987_654_321)
    expect(instants.map((atMs) => `${instantText(atMs, 'T')}Z`)).toEqual(
      instants.map((atMs) => new Date(atMs).toISOString()),
    )
  })
})

describe('holidays', () => {
  const day = (text: string) => Date.parse(text) / dayMs

  it.each([
    '2026-01-01',
    '2026-01-19',
    '2026-05-25',
    '2026-07-04',
    '2026-09-07',
    '2026-11-26',
    '2026-11-27',
    '2026-12-25',
  ])('has %s in the United States', (text) => expect(isHoliday(day(text), 'US')).toBe(true))

  it.each(['2026-02-16', '2026-07-01', '2026-10-12', '2026-12-26'])('has %s in Canada', (text) =>
    expect(isHoliday(day(text), 'CA')).toBe(true),
  )

  it('works on the others', () => {
    expect(isHoliday(day('2026-11-20'), 'US')).toBe(false)
    expect(isHoliday(day('2026-07-04'), 'CA')).toBe(false)
    expect(isHoliday(day('2026-05-18'), 'US')).toBe(false)
  })
})

describe('trades', () => {
  it('have a pull for each hour of a day', () => {
    for (const { trade } of businesses) {
      for (const pull of Object.values(trade.pull)) expect(pull).toHaveLength(24)
    }
  })

  it('share all the calls', () => {
    expect(businesses.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
  })
})
