import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FieldPicker } from '#web/features/report-builder/parts/FieldPicker.tsx'
import { measureGroups } from '#web/features/report-builder/figure-columns.ts'

const groups = [
  {
    label: 'Calls',
    fields: [
      { name: 'calls', label: 'Calls', meaning: 'All calls.' },
      { name: 'missed', label: 'Missed', meaning: 'Nobody answered.' },
    ],
  },
  { label: 'Money', fields: [{ name: 'answered', label: 'Answered', meaning: 'A person did.' }] },
]

it('finds fields by name and meaning, the named ones first, and picks the first one with Enter', async () => {
  const onPick = vi.fn<(name: string) => void>()
  const onRemove = vi.fn<(name: string) => void>()
  render(
    <FieldPicker
      label="Add figures"
      groups={groups}
      picked={['calls']}
      max={2}
      onPick={onPick}
      onRemove={onRemove}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Add figures' }))
  expect(await screen.findByRole('checkbox', { name: /Calls/ })).toHaveProperty('checked', true)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find' }), 'answ')
  const found = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
  expect(found).toEqual(['AnsweredA person did.', 'MissedNobody answered.'])
  await userEvent.keyboard('{Enter}')
  expect(onPick).toHaveBeenCalledWith('answered')
  await userEvent.keyboard('{ArrowDown}{ArrowDown} ')
  expect(onPick).toHaveBeenLastCalledWith('missed')
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Find' }))
  await userEvent.click(screen.getByRole('checkbox', { name: /Calls/ }))
  expect(onRemove).toHaveBeenCalledWith('calls')
})

it('finds what is answered in time by its seconds, however they are typed', async () => {
  const onPick = vi.fn<(name: string) => void>()
  const nothing = () => undefined
  render(
    <FieldPicker
      label="Add figures"
      groups={measureGroups(20)}
      picked={[]}
      max={60}
      onPick={onPick}
      onRemove={nothing}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Add figures' }))
  const find = await screen.findByRole('searchbox', { name: 'Find' })
  const found: Record<string, string | undefined> = {}
  for (const typed of ['20 s', '20s', 'within', 'answered within 20 seconds', 'service level']) {
    await userEvent.clear(find)
    await userEvent.type(find, `${typed}{Enter}`)
    found[typed] = onPick.mock.lastCall?.[0]
  }
  expect(found).toEqual({
    '20 s': 'answeredInTime',
    '20s': 'answeredInTime',
    within: 'answeredInTime',
    'answered within 20 seconds': 'answeredInTime',
    'service level': 'serviceLevel',
  })
})
