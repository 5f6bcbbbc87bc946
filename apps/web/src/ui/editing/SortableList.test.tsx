import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { moved } from '#web/ui/editing/moved.ts'
import { SortableList } from '#web/ui/editing/SortableList.tsx'

function Letters() {
  const [items, setItems] = useState(['a', 'b', 'c'])
  return (
    <SortableList
      label="Letters"
      items={items}
      keyOf={(item) => item}
      nameOf={(item) => item.toUpperCase()}
      renderItem={(item) => item}
      onMove={(from, to) => setItems(moved(items, from, to))}
    />
  )
}

it('moves an item with the arrow keys, keeps the focus on it and says where it is', async () => {
  render(<Letters />)
  const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  screen.getByRole('button', { name: 'Move A' }).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(texts()).toEqual(['b', 'c', 'a'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move A' }))
  expect(screen.getByRole('status').textContent).toBe('A is now 3 of 3')
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  expect(texts()).toEqual(['b', 'a', 'c'])
})
