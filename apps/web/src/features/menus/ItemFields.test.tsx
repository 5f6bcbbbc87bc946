import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ItemFields } from '#web/features/menus/ItemFields.tsx'
import type { EditedItem } from '#web/features/menus/menu-tree.ts'

const item = {
  id: '01990000-0000-7000-8000-000000000001',
  key: 'help',
  label: 'Help',
  title: null,
  tooltip: null,
  ico: null,
  url: 'https://example.com',
  parentId: null,
  order: 0,
  claim: null,
  adminOnly: false,
}

it('chooses an icon from a list that shows each of them', async () => {
  const onChange = vi.fn<(changed: EditedItem) => void>()
  render(<ItemFields item={item} onChange={onChange} />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Icon' }))
  const choices = [...document.querySelectorAll('.ant-select-item-option')]
  expect(choices.length).toBeGreaterThan(4)
  expect(choices.filter((choice) => choice.querySelector('svg') === null)).toEqual([])
  await userEvent.click(screen.getByTitle('House'))
  expect(onChange).toHaveBeenCalledWith({ ...item, ico: 'home' })
})
