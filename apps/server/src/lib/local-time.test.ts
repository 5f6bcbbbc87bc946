import { describe, expect, it, vi } from 'vitest'
import { localClock } from './local-time.ts'

function isoOf(timeZone: string, text: string, expected?: string): string {
  const instant = localClock(timeZone).instant(
    text,
    expected === undefined ? undefined : Date.parse(expected),
  )
  return new Date(instant).toISOString()
}

describe('localClock', () => {
  it.each([
    ['America/New_York', '2026-01-10 12:00:00', '2026-01-10T17:00:00.000Z'],
    ['America/New_York', '2026-07-10 12:00:00', '2026-07-10T16:00:00.000Z'],
    ['UTC', '2024-02-29 23:59:59', '2024-02-29T23:59:59.000Z'],
    ['Asia/Kathmandu', '2026-01-10 00:00:00', '2026-01-09T18:15:00.000Z'],
  ])('reads in %s %s as %s', (timeZone, text, instant) => {
    expect(isoOf(timeZone, text)).toBe(instant)
  })

  it('knows both sides of the hour that is left out', () => {
    expect(isoOf('America/New_York', '2026-03-08 01:59:59')).toBe('2026-03-08T06:59:59.000Z')
    expect(isoOf('America/New_York', '2026-03-08 03:00:00')).toBe('2026-03-08T07:00:00.000Z')
  })

  it('reads a time in the hour that is left out with the offset before it', () => {
    expect(isoOf('America/New_York', '2026-03-08 02:30:00')).toBe('2026-03-08T07:30:00.000Z')
  })

  it('takes the first of two hours unless the second is expected', () => {
    const text = '2026-11-01 01:30:15'
    expect(isoOf('America/New_York', text)).toBe('2026-11-01T05:30:15.000Z')
    expect(isoOf('America/New_York', text, '2026-11-01T05:30:00Z')).toBe('2026-11-01T05:30:15.000Z')
    expect(isoOf('America/New_York', text, '2026-11-01T06:30:00Z')).toBe('2026-11-01T06:30:15.000Z')
  })

  it('knows a change of half an hour', () => {
    expect(isoOf('Australia/Lord_Howe', '2026-04-05 01:45:00', '2026-04-04T14:45:00Z')).toBe(
      '2026-04-04T14:45:00.000Z',
    )
    expect(isoOf('Australia/Lord_Howe', '2026-04-05 01:45:00', '2026-04-04T15:15:00Z')).toBe(
      '2026-04-04T15:15:00.000Z',
    )
  })

  it('knows a change at midnight', () => {
    expect(isoOf('America/Havana', '2026-03-08 00:30:00')).toBe('2026-03-08T05:30:00.000Z')
    expect(isoOf('America/Havana', '2026-03-08 12:00:00')).toBe('2026-03-08T16:00:00.000Z')
    expect(isoOf('America/Havana', '2026-03-07 23:30:00')).toBe('2026-03-08T04:30:00.000Z')
  })

  it('agrees with itself when asked again', () => {
    const clock = localClock('America/New_York')
    for (const text of ['2026-11-01 01:30:15', '2026-11-01 12:00:00', '2026-11-02 12:00:00']) {
      expect(clock.instant(text)).toBe(clock.instant(text))
    }
  })

  it.each([
    '',
    '2026-01-10',
    '2026-01-10T12:00:00',
    '2026-01-10 12:00',
    '2026-01-10 24:00:00',
    '2026-01-10 12:60:00',
    '2026-13-10 12:00:00',
    '2026-02-30 12:00:00',
    '10.01.2026 12:00:00',
    '2026-01-10 1a:00:00',
    '2026-01-10 12:00:00.5',
  ])('reads no time in %j', (text) => {
    expect(localClock('UTC').instant(text)).toBeNaN()
  })

  it('looks an offset up once a day, not for each time', () => {
    const clock = localClock('America/New_York')
    const texts = Array.from({ length: 1000 }, (_, n) => `2026-0${1 + (n % 9)}-1${n % 10} 1${n % 10}:30:00`)
    const readDays = vi.spyOn(Temporal.PlainDate, 'from')
    for (let n = 0; n < 100; n++) for (const text of texts) clock.instant(text)
    expect(readDays).toHaveBeenCalledTimes(new Set(texts.map((text) => text.slice(0, 10))).size)
    readDays.mockRestore()
  })
})
