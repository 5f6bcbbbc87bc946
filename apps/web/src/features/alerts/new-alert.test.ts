import { expect, it } from 'vitest'
import { newAlertValues, NewAlertSearch } from '#web/features/alerts/new-alert.ts'

const own = {
  self: { value: '01990000-0000-7000-8000-000000000001', label: 'Zoë' },
  timeZone: 'America/New_York',
}

it('a new alert is on the figure from which somebody came, in its zone and of its calls', () => {
  const asked = NewAlertSearch.parse({
    measure: 'answerRate',
    value: '0.8',
    zone: 'America/Chicago',
    filter: 'location:eq:north',
  })
  expect(newAlertValues(asked, own)).toMatchObject({
    measure: 'answerRate',
    // Less is bad, and a share of few calls says little.
    threshold: { op: 'lt', value: 0.8 },
    minimumCalls: 20,
    window: { lastDays: 1, timeZone: 'America/Chicago' },
    filters: [{ field: 'location', op: 'eq', values: ['north'] }],
    recipients: [own.self],
  })
  const count = NewAlertSearch.parse({ measure: 'missed', value: '3' })
  expect(newAlertValues(count, own)).toMatchObject({
    threshold: { op: 'gt', value: 3 },
    minimumCalls: 0,
    window: { timeZone: 'America/New_York' },
  })
})
