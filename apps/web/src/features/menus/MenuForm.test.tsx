import type { Menu, MenuItem } from '@callboard/contract/menus'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { openPage } from '../../../test/show.tsx'

const idOf = (place: number) => `01990000-0000-7000-8000-0000000000c${place}`

function item(place: number, label: string, changes: Partial<MenuItem> = {}): MenuItem {
  return {
    id: idOf(place),
    key: `item-${place}`,
    label,
    title: null,
    tooltip: null,
    ico: null,
    url: `/reports/${place}`,
    parentId: null,
    order: place,
    claim: null,
    adminOnly: false,
    hiddenFromRoleIds: [],
    children: [],
    ...changes,
  }
}

function answerMenu(items: MenuItem[], others: Parameters<typeof answerCalls>[0] = {}) {
  const menu: Menu = { id: idOf(0), slug: 'own', name: 'Own', items, tree: items, revision: 1 }
  const role = (place: number, name: string) => ({
    [`GET /api/role/${idOf(place)}`]: {
      body: {
        id: idOf(place),
        name,
        description: '',
        claims: [],
        isActive: true,
        userCount: 0,
        revision: 1,
      },
    },
  })
  let saved = menu
  return answerCalls({
    [`GET /api/settings/menu/${menu.id}`]: () => ({ body: saved }),
    'PUT /api/settings/menu': () => {
      saved = { ...saved, revision: saved.revision + 1 }
      return { body: saved }
    },
    'POST /api/role/search': { body: { items: [], total: 0, page: 1, pageSize: 200 } },
    ...role(7, 'Analyst'),
    ...role(8, 'Broker'),
    ...others,
  })
}

it('says beside an item who does not see it, and nothing beside one that everybody sees', async () => {
  answerMenu([
    item(1, 'Live', { hiddenFromRoleIds: [idOf(7), idOf(8)] }),
    item(2, 'Callers', { claim: 'dashboard.view' }),
    item(3, 'Users', { adminOnly: true, hiddenFromRoleIds: [idOf(7)] }),
    item(4, 'Help'),
  ])
  openPage(`/manage/menus/${idOf(0)}`)
  expect(await screen.findByRole('img', { name: 'Hidden from 2 roles: Analyst and Broker' })).toBeTruthy()
  const signs = screen
    .getAllByRole('img')
    .map((sign) => sign.getAttribute('aria-label'))
    .filter((words) => /^(Hidden|Required|For admin)/.test(words ?? ''))
  expect(signs).toEqual([
    'Hidden from 2 roles: Analyst and Broker',
    'Required right: Open the dashboard',
    'For administrators only',
  ])
})

it('keeps the item chosen, and what is collapsed, when the menu has been saved', async () => {
  const calls = answerMenu([
    item(1, 'Reporting', { url: null }),
    item(2, 'Callers', { parentId: idOf(1) }),
    item(3, 'Help'),
  ])
  openPage(`/manage/menus/${idOf(0)}`)
  await userEvent.click(await screen.findByText('Help', { exact: true }))
  const collapse = document.querySelector('.ant-tree-switcher_open')
  if (collapse === null) throw new Error('nothing can be collapsed')
  await userEvent.click(collapse)
  expect(document.querySelector('.ant-tree-switcher_open')).toBeNull()
  const fields = () => within(screen.getByRole('region', { name: 'The chosen item' }))
  await userEvent.type(fields().getByLabelText('Tooltip'), 'x')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  expect(fields().getByRole('heading', { name: 'Help' })).toBeTruthy()
  expect(document.querySelector('.ant-tree-switcher_open')).toBeNull()
})

it('marks no field of an item for what is wrong with another one, and says what it is', async () => {
  answerMenu([item(3, 'Help'), item(4, 'Home')], {
    'PUT /api/settings/menu': {
      status: 400,
      body: [{ code: 'invalid', description: 'The address of Help is wrong.', field: 'items.0.url' }],
    },
  })
  openPage(`/manage/menus/${idOf(0)}`)
  await userEvent.click(await screen.findByText('Home', { exact: true }))
  const chosen = within(screen.getByRole('region', { name: 'The chosen item' }))
  await userEvent.type(chosen.getByLabelText('Tooltip'), 'x')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The address of Help is wrong.')).toBeTruthy()
  expect(document.querySelector('[class*="-status-error"]')).toBeNull()
})
