import { expect, it } from 'vitest'
import { writeLocal } from '#web/lib/local-moment.ts'
import { proposedReminders } from './reminder-times.ts'

const proposed = (now: string) =>
  proposedReminders(Temporal.Instant.from(now), 'America/Chicago').map(({ label, at }) => [
    label,
    Object.values(writeLocal(at)).join('T'),
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
