import { expect, it } from 'vitest'
import { buildAlertUrl } from '#web/lib/urls/alert-url.ts'

const meta = {
  from: '2026-03-01T06:00:00.000Z',
  to: '2026-03-31T05:00:00.000Z',
  timeZone: 'America/Chicago',
  filters: [{ field: 'location', op: 'in' as const, values: ['north', 'south'] }],
}
const groupId = '0193f0a0-0000-7000-8000-000000000005'

it('an alert on a figure has its filters and groups, and of a count what comes in a day of the period', () => {
  const missed = { measure: 'missed' as const, figure: 301, meta, entityGroups: [groupId] }
  expect(buildAlertUrl(missed)).toBe(
    `/reports/alerts/add?measure=missed&value=11&zone=America%2FChicago&filter=location:in:north,south&group=${groupId}`,
  )
  const rate = {
    measure: 'answerRate' as const,
    figure: 0.7654,
    meta: { ...meta, filters: [] },
    entityGroups: [],
  }
  expect(buildAlertUrl(rate)).toBe('/reports/alerts/add?measure=answerRate&value=0.77&zone=America%2FChicago')
})

it('an alert on a count of less than a day proposes that count, not what a whole day of it would be', () => {
  const halfDay = { ...meta, to: '2026-03-01T18:00:00.000Z', filters: [] }
  const missed = { measure: 'missed' as const, figure: 7, meta: halfDay, entityGroups: [] }
  expect(buildAlertUrl(missed)).toBe('/reports/alerts/add?measure=missed&value=7&zone=America%2FChicago')
})

it('there is no alert on an amount of money, nor on a time', () => {
  for (const measure of ['value', 'firstCall'] as const)
    expect(buildAlertUrl({ measure, figure: 5, meta, entityGroups: [] })).toBeUndefined()
})
