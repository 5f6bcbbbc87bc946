import type { Filter } from '@callboard/contract/calls'
import { emptyGuid } from '@callboard/contract/scalars'
import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FilterEditor } from '#web/features/calls/filters/FilterEditor.tsx'
import { answerCalls } from '../../../../test/answers.ts'
import { show } from '../../../../test/show.tsx'

function renderEditor(filter: Filter) {
  const onApply = vi.fn<(filter: Filter) => void>()
  show(<FilterEditor filter={filter} onApply={onApply} onCancel={vi.fn<() => void>()} />)
  return onApply
}

beforeEach(() => {
  answerCalls({})
})

describe('FilterEditor', () => {
  it('changes the values of a closed set', async () => {
    const onApply = renderEditor({ field: 'status', op: 'eq', values: ['missed'] })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Busy' }))
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(onApply).toHaveBeenCalledWith({ field: 'status', op: 'in', values: ['missed', 'busy'] })
  })

  it('offers the values of a text that calls have', async () => {
    answerCalls({
      [`GET /api/reporting/agent/${emptyGuid}`]: {
        body: { items: [{ value: 'Ada Byron', label: 'Ada Byron' }], total: 1 },
      },
    })
    const onApply = renderEditor({ field: 'agent', op: 'in', values: [] })
    await userEvent.type(screen.getByRole('combobox', { name: 'Values' }), 'byr')
    fireEvent.click(await screen.findByTitle('Ada Byron'))
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(onApply).toHaveBeenCalledWith({ field: 'agent', op: 'eq', values: ['Ada Byron'] })
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
    expect(screen.getByRole('alert').textContent).toContain('Enter seconds')
    expect(onApply).not.toHaveBeenCalled()
  })
})
