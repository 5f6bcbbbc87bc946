import type { Menu, MenuItem } from '@callboard/contract/menus'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RoleMenu } from '#web/features/menus/RoleMenu.tsx'
import { answerCalls } from '../../../test/answers.ts'
import { show } from '../../../test/show.tsx'

const roleId = '01990000-0000-7000-8000-0000000000c1'

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

it('what somebody with a role alone sees is listed by menu, in the order of the side menu, each with the way to where it is changed', async () => {
  const calls = answerCalls({
    'POST /api/settings/menu/preview': {
      body: [
        menu('admin-menu', 'Administration', []),
        menu('reporting-menu', 'Reporting', [item('Callers')]),
        menu('main-menu', 'Main', [item('Home')]),
      ],
    },
  })
  show(<RoleMenu id={roleId} />)
  const links = await screen.findAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Main', 'Reporting'])
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Home/home',
    'Callers/callers',
  ])
  expect(calls.map(({ body }) => body)).toEqual([{ roleId }])
})
