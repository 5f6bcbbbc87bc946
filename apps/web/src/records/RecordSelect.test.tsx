import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useState } from 'react'
import { RecordMultiSelect, RecordSelect } from '#web/records/RecordSelect.tsx'
import type { Choice } from '#web/records/choices/record-choice.ts'
import { show } from '../../test/show.tsx'

const analyst = { value: '1', label: 'Analyst' }
const roleChoice = { key: ['role'], search: async () => await Promise.resolve([analyst]) } as const

const oakland = { value: '2', label: 'Oakland · Locations', group: 'Locations', nameInGroup: 'Oakland' }
const level = { value: '3', label: 'Level · Networks', group: 'Networks', nameInGroup: 'Level' }
const berkeley = { ...oakland, value: '4', label: 'Berkeley · Locations', nameInGroup: 'Berkeley' }
const places = {
  key: ['entity'],
  search: async () => await Promise.resolve([level, oakland, berkeley]),
} as const

function Roles({ choice = roleChoice }: { choice?: Parameters<typeof RecordMultiSelect>[0]['choice'] }) {
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

it('offers records of several kinds below what each kind is called, and keeps chosen ones of a kind together', async () => {
  show(<Roles choice={places} />)
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Roles' }))
  await screen.findByTitle('Oakland · Locations')
  const lines = [...document.querySelectorAll('.ant-select-item')].map(({ textContent }) => textContent)
  expect(lines).toEqual(['Networks', 'Level', 'Locations', 'Oakland', 'Berkeley'])
  for (const { label } of [oakland, level, berkeley]) fireEvent.click(await screen.findByTitle(label))
  expect(screen.getByText('Chosen: Oakland · Locations, Berkeley · Locations, Level · Networks')).toBeTruthy()
})

it('one that is taken cannot be chosen, and says why', async () => {
  const nameOf = async () => await Promise.resolve('Analyst')
  const taken = { ids: ['1'], why: 'assigned already' }
  show(<RecordSelect label="Role" choice={{ ...roleChoice, nameOf }} placeholder="None" taken={taken} />)
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Role' }))
  const option = await screen.findByTitle('Analyst: assigned already')
  expect(option.classList.contains('ant-select-item-option-disabled')).toBe(true)
})
