import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CompareSelect } from '#web/ui/fields/CompareSelect.tsx'

const april = { from: '2026-04-01', to: '2026-05-01' }

function renderSelect(given: Partial<Parameters<typeof CompareSelect>[0]> = {}) {
  const onChange = vi.fn<Parameters<typeof CompareSelect>[0]['onChange']>()
  render(
    <CompareSelect
      value="previousPeriod"
      matchWeekdays={undefined}
      period={april}
      grain="day"
      timeZone="America/New_York"
      onChange={onChange}
      {...given}
    />,
  )
  return onChange
}

// Days of another year would be told with it.
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z'), toFake: ['Date'] })
})

const box = () => screen.getByRole('checkbox', { name: 'Match day of week' })

describe('the choice of a comparison', () => {
  it('by day matches weekdays unless that is switched off, and names the days', async () => {
    const onChange = renderSelect()
    expect(box()).toHaveProperty('checked', true)
    expect(screen.getByText('the same 30 weekdays, Feb 25 – Mar 26')).toBeDefined()
    await userEvent.click(box())
    expect(onChange).toHaveBeenCalledWith({ matchWeekdays: false })
  })

  it('by week or without time matches them only if that is switched on', async () => {
    const onChange = renderSelect({ grain: undefined })
    expect(box()).toHaveProperty('checked', false)
    expect(screen.getByText(/^Mar 2 – Mar 31 \(4 Mondays and Tuesdays against 5; /)).toBeDefined()
    await userEvent.click(box())
    expect(onChange).toHaveBeenCalledWith({ matchWeekdays: true })
  })

  it('names the period before by what it is', () => {
    renderSelect({ period: { relative: 'thisMonth' } })
    expect(screen.getByRole('option', { name: 'Compare: previous month' })).toBeDefined()
    cleanup()
    renderSelect()
    expect(screen.getByRole('option', { name: 'Compare: previous 30 days' })).toBeDefined()
  })

  it('leaves out of the address what is as usual', async () => {
    const onChange = renderSelect({ matchWeekdays: false })
    await userEvent.click(box())
    expect(onChange).toHaveBeenCalledWith({ matchWeekdays: undefined })
  })

  it('has no such option where nothing is compared', () => {
    renderSelect({ value: 'none' })
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
