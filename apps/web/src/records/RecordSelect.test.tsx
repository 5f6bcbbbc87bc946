import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useState } from 'react'
import { RecordMultiSelect } from '#web/records/RecordSelect.tsx'
import type { Choice } from '#web/records/choices/record-choice.ts'
import { show } from '../../test/show.tsx'

const analyst = { value: '1', label: 'Analyst' }
const choice = { key: ['role'], search: async () => await Promise.resolve([analyst]) } as const

function Roles() {
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  return (
    <>
      <RecordMultiSelect
        label="Roles"
        choice={choice}
        placeholder="None"
        value={chosen}
        onChange={setChosen}
      />
      <p>Chosen: {chosen.map(({ label }) => label).join(', ')}</p>
    </>
  )
}

it('what was chosen by a click stays chosen when Tab leaves the field, and goes by its cross', async () => {
  show(<Roles />)
  const input = screen.getByRole('combobox', { name: 'Roles' })
  fireEvent.mouseDown(input)
  const option = await screen.findByTitle('Analyst')
  fireEvent.mouseMove(option)
  fireEvent.click(option)
  expect(screen.getByText('Chosen: Analyst')).toBeTruthy()
  fireEvent.keyDown(input, { key: 'Tab', keyCode: 9, which: 9 })
  expect(screen.getByText('Chosen: Analyst')).toBeTruthy()
  await Promise.resolve()
  fireEvent.click(screen.getByLabelText('close'))
  expect(await screen.findByText('Chosen:')).toBeTruthy()
})
