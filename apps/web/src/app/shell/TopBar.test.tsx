import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { TopBar } from '#web/app/shell/TopBar.tsx'
import { answerCalls } from '../../../test/answers.ts'
import type { Session } from '@callboard/contract/users'
import { buildSession } from '../../../test/build-session.ts'
import { show } from '../../../test/show.tsx'

const ada = {
  id: '01990000-0000-7000-8000-000000000002',
  userName: 'ada',
  firstName: 'Ada',
  lastName: 'Byron',
  thumbnailUrl: null,
}
const search = 'GET /api/user/searchportalusers'

beforeEach(() => {
  localStorage.clear()
  answerCalls({ [search]: { body: [ada] } })
})

function showBar(changes: Partial<Session>, viewedBy?: Session) {
  return show(
    <>
      <TopBar productName="Callboard" logoUrl={null} isMenuOpen onToggleMenu={() => undefined} />
      <textarea aria-label="Elsewhere" />
    </>,
    { user: buildSession(changes), viewedBy },
  )
}

it('has search for admins, and the “View as” selector for whoever may use it', async () => {
  showBar({})
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'View as' })).toBeNull()
  showBar({ claimsString: ['masking.view'] })
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(await screen.findByRole('combobox', { name: 'View as' })).toBeTruthy()
})

it('keeps the selector of who signed in while they view the portal as somebody without it', async () => {
  showBar({}, buildSession({ isAdmin: true }))
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(await screen.findByRole('combobox', { name: 'View as' })).toBeTruthy()
})

it('focuses the search by a slash, unless somebody is typing', async () => {
  const { location } = showBar({ isAdmin: true })
  screen.getByLabelText('Elsewhere').focus()
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'))
  screen.getByLabelText('Elsewhere').blur()
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  await userEvent.keyboard('50% a/b{Enter}')
  expect(location().pathname).toBe('/app/searchresults/50%25%20a%2Fb')
})

it('finds a user while one types, and views the portal as them', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  showBar({ isAdmin: true })
  await userEvent.type(await screen.findByRole('combobox', { name: 'View as' }), 'ada')
  await userEvent.click(await screen.findByText('Ada Byron (ada)'))
  expect(localStorage.getItem('masked_user_info')).toBe(ada.id)
  expect(reload).toHaveBeenCalledOnce()
})

it('shows what a keyword finds first while it is typed, to be walked through by arrow keys', async () => {
  answerCalls({ 'GET /api/search': { body: found } })
  const { location } = showBar({ isAdmin: true })
  const box = screen.getByRole('searchbox')
  await userEvent.type(box, 'n')
  expect(screen.queryByRole('group', { name: 'Suggestions' })).toBeNull()
  await userEvent.type(box, 'o')
  const suggestions = await screen.findByRole('group', { name: 'Suggestions' })
  expect(await within(suggestions).findByRole('link', { name: 'See all 5 results' })).toBeTruthy()
  const shown = within(suggestions).getAllByRole('link')
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    'Nora Reyes',
    'Northside 1',
    'Northside 2',
    'Northside 3',
    'See all 5 results',
  ])
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(shown[0])
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(box)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(location().pathname).toBe('/app/manage/customers/Northside%201')
  expect(screen.queryByRole('group', { name: 'Suggestions' })).toBeNull()
})

it('shows when a recorded call began as the user writes times, and marks why a result was found', async () => {
  const startedAt = '2026-03-10T15:00:00.000Z'
  const excerpt = [
    { text: '… about a ', isMatch: false },
    { text: 'refund', isMatch: true },
  ]
  const recording = { id: '1', title: 'UTC', subtitle: 'Northside', url: '/', startedAt, excerpt }
  const menu = { id: '2', title: 'Refunds', subtitle: null, url: '/' }
  const groups = [
    { type: 'recordings', label: 'Recordings', total: 1, items: [recording] },
    { type: 'menus', label: 'Menus', total: 1, items: [menu] },
  ]
  answerCalls({ 'GET /api/search': { body: { groups } } })
  showBar({ isAdmin: true })
  await userEvent.type(screen.getByRole('searchbox'), 'refund')
  const suggestions = await screen.findByRole('group', { name: 'Suggestions' })
  const links = await within(suggestions).findAllByRole('link')
  expect(links[0]?.textContent).toBe('Mar 10, 2026, 11:00:00Northside… about a refund')
  for (const match of ['refund', 'Refund'])
    expect(await within(suggestions).findByText(match, { selector: 'mark' })).toBeTruthy()
})

it('closes suggestions by Escape and by what gets the focus elsewhere, with the keyword still there', async () => {
  answerCalls({ 'GET /api/search': { body: { groups: [] } } })
  showBar({ isAdmin: true })
  const box = screen.getByRole('searchbox')
  await userEvent.type(box, 'zzz')
  expect(await screen.findByText('Nothing matches “zzz”.')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('group', { name: 'Suggestions' })).toBeNull()
  expect(box).toHaveProperty('value', 'zzz')
  await userEvent.type(box, 'z')
  expect(await screen.findByText('Nothing matches “zzzz”.')).toBeTruthy()
  await userEvent.click(screen.getByLabelText('Elsewhere'))
  expect(screen.queryByRole('group', { name: 'Suggestions' })).toBeNull()
})

const found = {
  groups: [
    {
      type: 'users',
      label: 'Users',
      total: 1,
      items: [{ id: '1', title: 'Nora Reyes', subtitle: null, url: '/app/user/1' }],
    },
    {
      type: 'customers',
      label: 'Customers',
      total: 4,
      items: ['1', '2', '3', '4'].map((id) => ({
        id,
        title: `Northside ${id}`,
        subtitle: null,
        url: `/app/manage/customers/Northside%20${id}`,
      })),
    },
  ],
}
