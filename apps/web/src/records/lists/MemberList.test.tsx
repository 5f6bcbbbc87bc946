import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { listSearchOf } from '#web/lib/urls/list-url.ts'
import { MemberList } from '#web/records/lists/MemberList.tsx'
import { show } from '../../../test/show.tsx'

const search = listSearchOf(['name'], {})

it('removes those that are ticked, and forgets them with that', async () => {
  const remove = vi.fn<(ids: string[]) => Promise<void>>().mockResolvedValue(undefined)
  renderList({ remove, total: 2 })
  await screen.findByText('Ben')
  const [, first] = screen.getAllByRole('checkbox')
  if (first !== undefined) fireEvent.click(first)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove 1' }))
  expect((await screen.findByRole('button', { name: /Remove$/ })).hasAttribute('disabled')).toBe(true)
  expect(remove).toHaveBeenCalledExactlyOnceWith(['a'])
})

it('counts with a comma in a German browser, too', async () => {
  expect((1200).toLocaleString(), 'as the browser itself would write it').toBe('1.200')
  renderList({ total: 1200 })
  await screen.findByText('Ben')
  expect(screen.getByText(/of 1.200$/).textContent).toContain('of 1,200')
})

function renderList({
  remove = () => Promise.resolve(),
  total,
}: {
  remove?: (ids: string[]) => Promise<void>
  total: number
}) {
  const members = [
    { id: 'a', name: 'Ada' },
    { id: 'b', name: 'Ben' },
  ]
  show(
    <MemberList
      noun="users"
      search={search}
      query={() => ({
        queryKey: ['user'],
        queryFn: () => Promise.resolve({ items: members, total }),
      })}
      columns={[{ key: 'name', dataIndex: 'name', title: 'Name', minWidth: 200 }]}
      choice={{ key: ['user'], search: () => Promise.resolve([]) }}
      changes={['user']}
      add={() => Promise.resolve()}
      remove={remove}
    />,
  )
}
