import type { Menu, MenuItem } from '@callboard/contract/menus'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RoleMenu } from '#web/features/menus/RoleMenu.tsx'
import { answerCalls, errorAnswer } from '../../../test/answers.ts'
import { press, show } from '../../../test/show.tsx'

const roleId = '01990000-0000-7000-8000-0000000000c1'
const otherId = '01990000-0000-7000-8000-0000000000c2'

function item(label: string): MenuItem {
  return {
    id: `01990000-0000-7000-8000-${label.length.toString().padStart(12, '0')}`,
    key: label,
    label,
    title: null,
    tooltip: null,
    ico: null,
    url: `/${label.toLowerCase()}`,
    parentId: null,
    order: 1,
    claim: null,
    adminOnly: false,
    children: [],
  }
}

function menu(slug: string, name: string, tree: MenuItem[]): Menu {
  return {
    id: `01990000-0000-7000-9000-${name.length.toString().padStart(12, '0')}`,
    slug,
    name,
    items: [],
    tree,
    revision: 1,
  }
}

const shownMenus = [
  menu('admin-menu', 'Administration', []),
  menu('reporting-menu', 'Reporting', [item('Callers')]),
  menu('main-menu', 'Main', [item('Home')]),
]

/** The main menu with all of its items, of which one is hidden from the role. */
const main = {
  ...menu('main-menu', 'Main', []),
  items: [
    { ...item('Home'), hiddenFromRoleIds: [otherId] },
    { ...item('Live calls'), parentId: item('Home').id, hiddenFromRoleIds: [roleId] },
  ],
  revision: 7,
}

function answers(put: ReturnType<typeof errorAnswer> = { body: main }) {
  return answerCalls({
    'POST /api/settings/menu/preview': { body: shownMenus },
    'GET /api/settings/menu': { body: [main] },
    [`GET /api/settings/menu/${main.id}`]: { body: main },
    'PUT /api/settings/menu': put,
  })
}

const showMenu = () => show(<RoleMenu id={roleId} name="Analyst" />)
const named = (name: string) => ({ name })

it('what somebody with a role alone sees is listed by menu, in the order of the side menu, each with the way to where it is changed', async () => {
  const calls = answers()
  showMenu()
  const shown = await screen.findByRole('region', named('Side menu of this role'))
  const links = await within(shown).findAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Main', 'Reporting'])
  const items = within(shown).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['HomeHide', 'Callers'])
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ roleId })
})

it('an item is hidden from the role in the menu as it is now, and the last step can be taken back', async () => {
  const calls = answers()
  showMenu()
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  fireEvent.click(await screen.findByRole('button', named('Hide Home from Analyst')))
  await screen.findByText(/Home is hidden from Analyst\. The rights of the role stay as they are\./)
  expect(sent()).toMatchObject([
    {
      id: main.id,
      revision: 7,
      items: [{ label: 'Home', hiddenFromRoleIds: [otherId, roleId] }, { hiddenFromRoleIds: [roleId] }],
    },
  ])
  await press('Undo')
  await expect.poll(sent).toHaveLength(2)
  expect(sent()[1]).toMatchObject({ items: [{ hiddenFromRoleIds: [otherId] }, {}] })
})

it('what is hidden from the role is listed below, and can be shown again', async () => {
  const calls = answers()
  showMenu()
  const hidden = await screen.findByRole('region', named('Hidden from this role'))
  expect(within(hidden).getByRole('listitem').textContent).toBe('Home › Live callsShow')
  fireEvent.click(within(hidden).getByRole('button', named('Show Live calls to Analyst')))
  await screen.findByText(/Live calls is no longer hidden from Analyst\./)
  expect(calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    items: [{ hiddenFromRoleIds: [otherId] }, { label: 'Live calls', hiddenFromRoleIds: [] }],
  })
})

it('a menu that somebody else changes in the same moment is left as it is, and that is said', async () => {
  const description = 'Someone else changed this in the meantime.'
  answers(errorAnswer('revisionConflict', description, 409))
  showMenu()
  fireEvent.click(await screen.findByRole('button', named('Hide Home from Analyst')))
  expect(await screen.findByText(description)).toBeDefined()
})

it('only items of a menu can be hidden: reports that are linked of themselves cannot', async () => {
  answers()
  showMenu()
  await screen.findByRole('button', named('Hide Home from Analyst'))
  expect(screen.queryByRole('button', named('Hide Callers from Analyst'))).toBeNull()
})

it('the button that shows an item again has the focus that the one that hid it had', async () => {
  const home = { ...item('Home'), hiddenFromRoleIds: [roleId] }
  let isHidden = false
  answerCalls({
    'POST /api/settings/menu/preview': () => ({ body: isHidden ? [] : shownMenus }),
    'GET /api/settings/menu': () => ({ body: [isHidden ? { ...main, items: [home] } : main] }),
    [`GET /api/settings/menu/${main.id}`]: { body: main },
    'PUT /api/settings/menu': () => {
      isHidden = true
      return { body: main }
    },
  })
  showMenu()
  const hide = await screen.findByRole('button', named('Hide Home from Analyst'))
  hide.focus()
  fireEvent.click(hide)
  await screen.findByText('A user with only this role sees no menu.')
  expect(document.activeElement).toBe(screen.getByRole('button', named('Show Home to Analyst')))
})
