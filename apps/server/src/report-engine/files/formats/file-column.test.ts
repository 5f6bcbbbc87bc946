import { expect, it } from 'vitest'
import { localTime, moneyColumns, titleOf } from './file-column.ts'

const zone = 'America/New_York'

it.each([
  ['instant', 'Made (America/New York)', 'Made (America/New York)'],
  // In files for programs each value has its offset.
  ['hour', 'Made', 'Made (America/New York)'],
  ['duration', 'Made (seconds)', 'Made'],
  ['day', 'Made', 'Made'],
  ['text', 'Made', 'Made'],
] as const)(
  'the head of a column names the zone and the unit that its values leave out: %s',
  (kind, plain, clock) => {
    const column = { label: 'Made', kind }
    expect(titleOf(column, { zone, durations: 'seconds' })).toBe(plain)
    expect(titleOf(column, { zone, durations: 'clock' })).toBe(clock)
  },
)

it('money has a column for each currency, and one where there is none', () => {
  const column = { key: 'value', label: 'Value' }
  expect(moneyColumns(column, [])).toEqual([{ ...column, kind: 'money' }])
  expect(moneyColumns(column, ['CAD', 'USD'])).toEqual([
    { key: 'value_CAD', label: 'Value (CAD)', kind: 'money' },
    { key: 'value_USD', label: 'Value (USD)', kind: 'money' },
  ])
})

it('a time is that of the clocks of the zone, without parts of a second', () => {
  expect(localTime('2026-03-08T06:59:59.999Z', zone)).toBe('2026-03-08 01:59:59')
  expect(localTime('2026-03-08T07:00:00.000Z', zone)).toBe('2026-03-08 03:00:00')
})
