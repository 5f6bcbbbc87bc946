import { expect, it } from 'vitest'
import { instantOf, localText, proposedReminders } from './reminder-times.ts'

const proposed = (now: string) =>
  proposedReminders(Temporal.Instant.from(now), 'America/Chicago').map(({ label, at }) => [
    label,
    localText(at),
  ])

it('proposes times in the user’s zone that are still to come', () => {
  expect(proposed('2026-11-20T16:30:40Z')).toEqual([
    ['In an hour', '2026-11-20T11:30'],
    ['This afternoon', '2026-11-20T15:00'],
    ['Tomorrow morning', '2026-11-21T09:00'],
    ['In a week', '2026-11-27T09:00'],
  ])
  expect(proposed('2026-11-20T20:30:00Z').map(([label]) => label)).not.toContain('This afternoon')
})

it('reads what is typed in the zone that is shown, and nothing else', () => {
  expect(instantOf('2026-11-20T15:00', 'America/Chicago')).toBe('2026-11-20T21:00:00.000Z')
  expect(instantOf('2026-11-20T15:00', 'Asia/Tokyo')).toBe('2026-11-20T06:00:00.000Z')
  // The clock goes from 2 to 3.
  expect(instantOf('2026-03-08T02:30', 'America/Chicago')).toBe('2026-03-08T08:30:00.000Z')
  expect(instantOf('', 'America/Chicago')).toBeUndefined()
})
