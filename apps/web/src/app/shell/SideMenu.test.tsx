import type { Menu, MenuItem } from '@callboard/contract/menus'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { SideMenu } from '#web/app/shell/SideMenu.tsx'
import { trackPage } from '#web/app/shell/tracked-pages.ts'
import { buildSession } from '../../../test/build-session.ts'
import { show } from '../../../test/show.tsx'

let lastId = 0

function buildItem(label: string, changes: Partial<MenuItem> = {}): MenuItem {
  lastId += 1
  const id = `01990000-0000-7000-8000-${String(lastId).padStart(12, '0')}`
  return {
    id,
    key: label,
    label,
    title: null,
    tooltip: null,
    ico: null,
    url: null,
    parentId: null,
    order: lastId,
    claim: null,
    adminOnly: false,
    children: [],
    ...changes,
  }
}

function buildMenu(slug: string, name: string, tree: MenuItem[]): Menu {
  return { id: buildItem(slug).id, slug, name, items: [], tree, revision: 1 }
}

const menus = [
  buildMenu('admin-menu', 'Administration', [buildItem('Users', { url: '/manage/users' })]),
  buildMenu('invoicing-menu', 'Invoicing', []),
  buildMenu('reporting-menu', 'Reporting', [
    buildItem('Reporting', { children: [buildItem('By day', { url: '/reports/1' })] }),
  ]),
  buildMenu('main-menu', 'Main', [
    buildItem('Home', { ico: 'shop', url: '/app/dashboard/default' }),
    buildItem('Left over'),
    buildItem('Elsewhere', { url: 'javascript:alert(1)' }),
    buildItem('', { label: null, title: 'Titled', url: 'https://example.com/help' }),
  ]),
]

function showMenu(isAdmin: boolean, isCollapsed = false) {
  return show(<SideMenu isCollapsed={isCollapsed} />, { user: buildSession({ isAdmin, menus }) })
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server')))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

it('joins the menus in the order of their slugs, without empty ones', () => {
  showMenu(false)
  const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(names).toEqual(['Home', 'Elsewhere', 'Titled', 'Reporting', 'By day', 'Users'])
  expect(screen.queryByText('Invoicing')).toBeNull()
  expect(screen.getAllByRole('separator')).toHaveLength(2)
})

it('opens the page of an item by mouse and by keyboard', async () => {
  const { location } = showMenu(false)
  await userEvent.click(screen.getByRole('link', { name: 'By day' }))
  expect(location().pathname).toBe('/reports/1')
  screen.getByRole('link', { name: 'Users' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(location().pathname).toBe('/manage/users')
})

it('makes no link of an address that is neither a page nor a web site', () => {
  showMenu(false)
  expect(screen.queryByRole('link', { name: 'Elsewhere' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Titled' }).getAttribute('rel')).toBe('noopener noreferrer')
})

it('shows the history to admins only', () => {
  trackPage({ path: '/manage/users/7', title: 'User Ada Byron' })
  showMenu(false).unmount()
  expect(screen.queryByText('History')).toBeNull()
  showMenu(true)
  expect(screen.getByRole('link', { name: 'User Ada Byron' }).getAttribute('href')).toBe('/manage/users/7')
})

it('says in the history which page of a record it is, where several are called alike', () => {
  trackPage({ path: '/manage/reports/1', title: 'Locations' })
  trackPage({ path: '/reports/1', title: 'Locations' })
  trackPage({ path: '/reports/saved/2', title: 'Locations' })
  trackPage({ path: '/manage/users', title: 'All users' })
  showMenu(true)
  for (const name of ['Locations · edit', 'Locations · report', 'Locations · saved', 'All users'])
    expect(screen.getByRole('menuitem', { name })).toBeDefined()
})

it('takes the period that was chosen along to pages that have one, and to no others', async () => {
  const items = [
    ['Home', '/app/dashboard/default'],
    ['Calls', '/reports/calldetails'],
    ['By day', '/reports/1'],
  ] as const
  const menu = buildMenu('main-menu', 'Main', [
    ...items.map(([label, url]) => buildItem(label, { url })),
    buildItem('Users', { url: '/manage/users' }),
  ])
  const address = '/reports/calldetails?from=2026-03-01&to=2026-04-01&keyword=ada'
  show(<SideMenu isCollapsed={false} />, { user: buildSession({ menus: [menu] }), address })
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Home')).toBe('/app/dashboard/default?from=2026-03-01&to=2026-04-01')
  // The page that is open begins anew.
  expect(hrefOf('Calls')).toBe('/reports/calldetails')
  expect(hrefOf('By day')).toBe('/reports/1')
  expect(hrefOf('Users')).toBe('/manage/users')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Home' }))
  expect(hrefOf('Calls')).toBe('/reports/calldetails?from=2026-03-01&to=2026-04-01')
})

it('folds the history to one icon, which opens its list', async () => {
  trackPage({ path: '/manage/users/7', title: 'User Ada Byron' })
  trackPage({ path: '/manage/users/8', title: 'User Grace Hopper' })
  showMenu(true, true)
  expect(screen.queryByRole('link', { name: 'User Ada Byron' })).toBeNull()
  const folded = screen.getByRole('menuitem', { name: 'History' })
  expect(folded.querySelectorAll('svg')).toHaveLength(1)
  await userEvent.hover(folded)
  for (const [name, href] of [
    ['User Ada Byron', '/manage/users/7'],
    ['User Grace Hopper', '/manage/users/8'],
  ] as const)
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href)
})

it('only logs when the menus cannot be loaded', async () => {
  showMenu(false)
  await vi.waitFor(() =>
    expect(console.error).toHaveBeenCalledWith('The menus could not be loaded', expect.anything()),
  )
  expect(screen.queryByRole('alert')).toBeNull()
})
