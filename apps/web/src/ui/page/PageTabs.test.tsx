import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../test/show.tsx'
import { PageTabs } from './PageTabs.tsx'

it('has nothing but tabs in the list of tabs', async () => {
  show(
    <PageTabs
      items={[
        { key: 'user', label: 'User' },
        { key: 'history', label: 'History' },
      ]}
    />,
  )
  const list = within(await screen.findByRole('tablist'))
  expect(list.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['User', 'History'])
  // Ant Design hides its button while there is room.
  expect(list.queryAllByRole('button', { hidden: true })).toEqual([])
})
