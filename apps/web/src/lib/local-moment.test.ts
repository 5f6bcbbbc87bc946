import { expect, it } from 'vitest'
import { findTwice, type LocalMoment, readMoment, readPasted } from '#web/lib/local-moment.ts'

const now = Temporal.Instant.from('2026-02-01T12:00:00Z')

function read(moment: LocalMoment, zone = 'America/Chicago', isAhead = false) {
  const found = readMoment(moment, zone, { now, isAhead })
  return 'value' in found ? found.value.toInstant().toString() : found.error
}

it('reads a day and a time in the zone that is shown', () => {
  const moment = { day: '2026-11-20', time: '15:00' }
  expect([read(moment), read(moment, 'Asia/Tokyo')]).toEqual(['2026-11-20T21:00:00Z', '2026-11-20T06:00:00Z'])
})

it('refuses a time that clocks skip, and says the next one', () => {
  expect(read({ day: '2026-03-08', time: '02:30' })).toBe(
    'Clocks in America/Chicago go forward on Mar 8, 2026 and skip 02:30. Choose 03:30, or another time.',
  )
})

it('asks which of two is meant where clocks show a time twice', () => {
  const moment = { day: '2026-11-01', time: '01:30' }
  expect(findTwice(moment, 'America/Chicago', { now })).toEqual([
    '01:30 CDT (UTC-05:00)',
    '01:30 CST (UTC-06:00)',
  ])
  expect([read(moment), read({ ...moment, isSecond: true })]).toEqual([
    '2026-11-01T06:30:00Z',
    '2026-11-01T07:30:00Z',
  ])
  expect(findTwice({ day: '2026-11-02', time: '01:30' }, 'America/Chicago', { now })).toEqual([])
  expect(findTwice({ day: '31.02.', time: '01:30' }, 'America/Chicago', { now })).toEqual([])
})

it('refuses what has passed where it has to be ahead', () => {
  expect(read({ day: '2026-02-01', time: '06:00' }, 'America/Chicago', true)).toBe(
    'Choose a time after now, Feb 1, 2026, 06:00.',
  )
  expect(read({ day: '2026-02-01', time: '06:01' }, 'America/Chicago', true)).toBe('2026-02-01T12:01:00Z')
})

it('takes a day with its time that is pasted, of any zone', () => {
  const paste = (text: string) => readPasted(text, 'America/Chicago')
  expect(paste(' 2026-11-27 15:00 ')).toEqual({ day: '2026-11-27', time: '15:00' })
  expect(paste('2026-11-27T21:00:00.000Z')).toEqual({ day: '2026-11-27', time: '15:00' })
  expect(paste('2026-11-27T22:00:00+01:00')).toEqual({ day: '2026-11-27', time: '15:00' })
  expect([paste('2026-11-27'), paste('2026-11-31T15:00'), paste('soon')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
