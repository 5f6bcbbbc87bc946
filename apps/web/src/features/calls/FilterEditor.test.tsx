import type { Filter } from '@callboard/contract/calls'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { FilterEditor } from '#web/features/calls/FilterEditor.tsx'

function renderEditor(filter: Filter) {
  const onApply = vi.fn<(filter: Filter) => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FilterEditor filter={filter} onApply={onApply} onCancel={vi.fn<() => void>()} />
    </QueryClientProvider>,
  )
  return onApply
}

describe('FilterEditor', () => {
  it('changes the values of a closed set', async () => {
    const onApply = renderEditor({ field: 'status', op: 'eq', values: ['missed'] })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Busy' }))
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(onApply).toHaveBeenCalledWith({ field: 'status', op: 'in', values: ['missed', 'busy'] })
  })

  it('reads a time as people write it', async () => {
    const onApply = renderEditor({ field: 'talkDuration', op: 'ge', values: [60] })
    const input = screen.getByRole('textbox', { name: 'Value' })
    await userEvent.clear(input)
    await userEvent.type(input, '1:30{Enter}')
    expect(onApply).toHaveBeenCalledWith({ field: 'talkDuration', op: 'ge', values: [90] })
  })

  it('says what is wrong, and applies nothing', async () => {
    const onApply = renderEditor({ field: 'talkDuration', op: 'ge', values: [60] })
    const input = screen.getByRole('textbox', { name: 'Value' })
    await userEvent.clear(input)
    await userEvent.type(input, 'long{Enter}')
    expect(screen.getByRole('alert').textContent).toContain('Give seconds')
    expect(onApply).not.toHaveBeenCalled()
  })
})
