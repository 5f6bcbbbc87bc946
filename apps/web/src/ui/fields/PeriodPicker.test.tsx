import type { Period } from '@callboard/contract/period'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { WeekStartContext } from '#web/lib/week-start.ts'
import { PeriodPicker } from '#web/ui/fields/PeriodPicker.tsx'

const onChange = vi.fn<(period: Period) => void>()

function show(value: Period) {
  render(<PeriodPicker value={value} onChange={onChange} timeZone="America/New_York" />)
  return screen.getByRole('button')
}

it.each([
  ['days', { from: '2025-03-01', to: '2025-03-09' }, 'Mar 1 – Mar 8, 2025'],
  [
    'instants that are days',
    { from: '2025-03-01T05:00:00Z', to: '2025-03-09T05:00:00Z' },
    'Mar 1 – Mar 8, 2025',
  ],
  [
    'instants of which one is within a day',
    { from: '2025-03-01T05:00:00Z', to: '2025-03-09T15:30:00Z' },
    'Mar 1, 2025 – Mar 9, 2025, 11:30',
  ],
] as const)('a period is told in the zone in which it is read: %s', (_, period, words) => {
  expect(show(period).textContent).toContain(words)
})

it('begins a week with the day that the portal says', () => {
  vi.useFakeTimers({ now: new Date('2025-03-12T16:00:00Z'), toFake: ['Date'] })
  render(
    <WeekStartContext value={7}>
      <PeriodPicker value={{ relative: 'lastWeek' }} onChange={onChange} timeZone="America/New_York" />
    </WeekStartContext>,
  )
  expect(screen.getByRole('button').textContent).toContain('Mar 2 – Mar 8')
})

it('takes days in their order alone, the last one included', async () => {
  fireEvent.click(show({ from: '2025-03-01', to: '2025-03-09' }))
  const last = await screen.findByLabelText('Last day (included)')
  const choose = (day: string) => {
    fireEvent.change(last, { target: { value: day } })
    fireEvent.submit(screen.getByRole('form'))
  }
  choose('2025-02-28')
  expect(screen.getByRole('alert').textContent).toBe('The last day is before the first.')
  choose('')
  expect(onChange).not.toHaveBeenCalled()
  choose('2025-03-31')
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: '2025-03-01', to: '2025-04-01' })
})
