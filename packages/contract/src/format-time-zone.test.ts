import { expect, it } from 'vitest'
import {
  canonicalTimeZone,
  formatTimeZone,
  formatTimeZoneOffset,
  formatTimeZoneTime,
  listTimeZones,
  otherTimeZoneNames,
} from './format-time-zone.ts'

it.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['US/Eastern', 'America/New_York'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['America/Montreal', 'America/Toronto'],
  ['Etc/UTC', 'UTC'],
  ['Zulu', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['Not/A_Zone', 'Not/A_Zone'],
])('calls %s %s', (name, present) => {
  expect(canonicalTimeZone(name)).toBe(present)
})

it('lists each zone once, by the name it has today', () => {
  const zones = listTimeZones()
  expect(zones.filter((zone) => canonicalTimeZone(zone) !== zone)).toEqual([])
  expect(new Set(zones).size).toBe(zones.length)
  expect(zones).toContain('Asia/Kolkata')
})

it('writes a zone one way, with its offset of the moment where it is chosen', () => {
  const offsetIn = (day: string) =>
    formatTimeZoneOffset('America/New_York', Temporal.Instant.from(`${day}T12:00Z`))
  expect(formatTimeZone('US/Eastern')).toBe('America/New York')
  expect(formatTimeZoneTime('America/New_York')).toBe('America/New York time')
  expect([formatTimeZoneTime('Etc/UTC'), formatTimeZoneTime('Etc/GMT+5')]).toEqual(['UTC', 'GMT+5'])
  expect([offsetIn('2026-01-10'), offsetIn('2026-07-10')]).toEqual([
    'America/New York (UTC-05:00)',
    'America/New York (UTC-04:00)',
  ])
})

it('knows by which other names a zone is looked for', () => {
  expect(otherTimeZoneNames('Asia/Kolkata')).toBe('Asia/Calcutta India Standard Time')
})
