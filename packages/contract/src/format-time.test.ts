import { describe, expect, it } from 'vitest'
import {
  formatBucket,
  formatBucketInFull,
  formatDateTime,
  formatDaySpan,
  formatHourSpan,
  formatInstantSpan,
  formatRecent,
  formatTime,
  formatUpcoming,
} from './format-time.ts'

const newYork = 'America/New_York'

describe('instants', () => {
  it('stand in the zone of the user', () => {
    expect(formatTime('2026-10-21T14:42:08.123Z', newYork)).toBe('10:42:08')
    expect(formatDateTime('2026-10-21T02:00:00.000Z', newYork)).toBe('Oct 20, 2026, 22:00:00')
  })

  it('write midnight as 00', () => {
    expect(formatTime('2026-10-21T04:00:00.000Z', newYork)).toBe('00:00:00')
  })

  it('need no day when they are of today', () => {
    const now = Temporal.Instant.from('2026-01-02T03:00:00Z')
    expect(formatRecent('2026-01-01T15:00:00.000Z', newYork, now)).toBe('10:00:00')
    expect(formatRecent('2025-12-31T15:00:00.000Z', newYork, now)).toBe('Dec 31, 2025, 10:00')
    expect(formatRecent('2026-01-01T15:00:00.000Z', 'Asia/Tokyo', now)).toBe('00:00:00')
  })

  it('that are planned have no seconds', () => {
    const now = Temporal.Instant.from('2026-01-02T03:00:00Z')
    expect(formatUpcoming('2026-01-02T04:30:08.000Z', newYork, now)).toBe('23:30')
    expect(formatUpcoming('2026-01-02T15:00:08.000Z', newYork, now)).toBe('Jan 2, 10:00')
  })
})

describe('spans of days', () => {
  it.each([
    ['2026-10-21', '2026-11-19', 'Oct 21 – Nov 19'],
    ['2026-10-21', '2026-10-21', 'Oct 21'],
    ['2025-10-21', '2025-11-19', 'Oct 21 – Nov 19, 2025'],
    ['2025-12-21', '2026-01-19', 'Dec 21, 2025 – Jan 19, 2026'],
  ])('write %s to %s as %s', (firstDay, lastDay, text) => {
    expect(formatDaySpan({ firstDay, lastDay }, '2026')).toBe(text)
  })
})

describe('buckets of time', () => {
  it.each([
    ['2026-11-01T01:00:00-05:00', 'hour', '01:00', 'Sun, Nov 1, 2026, 01:00'],
    ['2026-10-21', 'day', 'Oct 21', 'Wed, Oct 21, 2026'],
    ['2026-10-19', 'week', 'Oct 19', 'week of Oct 19, 2026'],
    ['2026-10-01', 'month', 'Oct 2026', 'Oct 2026'],
    ['2026-10-01', 'quarter', 'Q4 2026', 'Q4 2026'],
    ['2026-01-01', 'year', '2026', '2026'],
  ] as const)('write %s by %s', (start, grain, ...texts) => {
    expect([formatBucket(start, grain), formatBucketInFull(start, grain)]).toEqual(texts)
  })

  it('write the hour around midnight', () => {
    expect(formatHourSpan(23)).toBe('23:00–00:00')
  })
})

describe('the span between two instants', () => {
  it.each<[string, [string, string], string]>([
    ['whole days', ['2026-10-21T04:00:00Z', '2026-10-23T04:00:00Z'], 'Oct 21, 2026 – Oct 22, 2026'],
    ['hours of a day', ['2026-10-21T13:00:00Z', '2026-10-21T14:00:00Z'], 'Oct 21, 2026, 09:00 – 10:00'],
    ['a minute', ['2026-10-21T15:00:00Z', '2026-10-21T15:01:00Z'], 'Oct 21, 2026, 11:00 – 11:01'],
    [
      'up to the last second of a minute',
      ['2026-10-21T15:00:00Z', '2026-10-21T15:00:59Z'],
      'Oct 21, 2026, 11:00:00 – 11:00:59',
    ],
    ['a second', ['2026-10-21T15:00:07Z', '2026-10-21T15:00:08Z'], 'Oct 21, 2026, 11:00:07 – 11:00:08'],
    ['less than a second', ['2026-10-21T15:00:07.1Z', '2026-10-21T15:00:07.2Z'], 'Oct 21, 2026, 11:00:07'],
    [
      'the hour that clocks repeat',
      ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
      'Nov 1, 2026, 01:30:00 EDT – 01:30:00 EST',
    ],
    [
      'a second over midnight',
      ['2026-10-22T03:59:59Z', '2026-10-22T04:00:00Z'],
      'Oct 21, 2026, 23:59 – Oct 22, 2026, 00:00',
    ],
  ])('of %s is told by what tells its ends apart', (_, [from, to], words) => {
    expect(formatInstantSpan(from, to, newYork)).toBe(words)
  })
})
