import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallMarks, isMarked } from '#web/features/calls/list/CallMarks.tsx'
import { columnsOf, rowFieldsOf, defaultColumnKeys } from '#web/features/calls/list/columns.tsx'
import { ContactText } from '#web/features/calls/list/ContactText.tsx'

const id = '0198f000-0000-7000-8000-000000000001'

describe('the marks of a call', () => {
  it('are its tags, what it is as a lead, and that it has a note', () => {
    render(
      <CallMarks call={{ id, tags: ['call back', 'vip'], leadStatus: 'won', note: 'Rings after six.' }} />,
    )
    for (const text of ['call back', 'vip', 'won']) expect(screen.getByText(text)).toBeDefined()
    expect(screen.getByTitle('Rings after six.').textContent).toBe('Has a note ')
  })

  it('have a column where some call has them, and are asked for in any case', () => {
    expect(isMarked({ id, tags: [], note: '', leadStatus: null })).toBe(false)
    expect(isMarked({ id, note: 'x' })).toBe(true)
    const keys = (hasMarks: boolean) => defaultColumnKeys({ hasSeveralCustomers: false, hasMarks })
    expect(keys(true).filter((key) => !keys(false).includes(key))).toEqual(['tags'])
    const asked = rowFieldsOf(columnsOf(keys(false)))
    expect(asked).toEqual(rowFieldsOf(columnsOf(keys(true))))
    expect(asked).toEqual(expect.arrayContaining(['tags', 'leadStatus', 'note', 'direction']))
  })
})

it('a contact is who was called by an outbound call, with its direction in a word for those who hear it', () => {
  const call = { direction: 'outbound', contactNumber: '+12125550147', callerNumber: '+18005550100' } as const
  const { container } = render(<ContactText call={call} />)
  expect(screen.getByTitle('Outbound').textContent).toBe('Outbound ')
  expect(container.textContent).toBe('Outbound (212) 555-0147')
})
