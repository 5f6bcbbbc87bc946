import type { Role } from '@callboard/contract/roles'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ItemFields } from '#web/features/menus/ItemFields.tsx'
import type { EditedItem } from '#web/features/menus/menu-tree.ts'
import { answerCalls } from '../../../test/answers.ts'
import { show } from '../../../test/show.tsx'

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
  show(<ItemFields item={item} onChange={onChange} />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Icon' }))
  const choices = [...document.querySelectorAll('.ant-select-item-option')]
  expect(choices.length).toBeGreaterThan(4)
  expect(choices.filter((choice) => choice.querySelector('svg') === null)).toEqual([])
  await userEvent.click(screen.getByTitle('House'))
  expect(onChange).toHaveBeenCalledWith({ ...item, ico: 'home' })
})

const ignore = () => undefined
const roleId = (place: number) => `01990000-0000-7000-8000-0000000000c${place}`

function role(place: number, name: string, claims: string[]): Role {
  return { id: roleId(place), name, description: '', claims, isActive: true, userCount: 0, revision: 1 }
}

function answerRoles(items: Role[]) {
  return answerCalls({
    'POST /api/role/search': { body: { items, total: items.length, page: 1, pageSize: 200 } },
    ...Object.fromEntries(items.map((one) => [`GET /api/role/${one.id}`, { body: one }])),
  })
}

it.each([
  [['Analyst'], 'Analyst has this right.'],
  [['Analyst', 'Broker', 'Clerk', 'Dean'], 'Analyst, Broker, Clerk, and Dean have this right.'],
  [['Analyst', 'Broker', 'Clerk', 'Dean', 'Editor'], 'Analyst, Broker, Clerk, and 2 others have this right.'],
  [[], 'No role has this right yet.'],
] as const)('says which roles have the right that it takes: %s', async (names, said) => {
  // Whoever may edit may view.
  answerRoles([
    role(0, 'Reader', ['dashboard.view']),
    ...names.map((name, at) => role(at + 1, name, ['client.edit'])),
  ])
  show(<ItemFields item={{ ...item, claim: 'client.view' }} onChange={ignore} />)
  expect(await screen.findByText(`${said} Administrators have every right.`)).toBeDefined()
})

it('is hidden from roles that are chosen by their names', async () => {
  answerRoles([role(1, 'Analyst', []), role(2, 'Broker', [])])
  const onChange = vi.fn<(changed: EditedItem) => void>()
  const hidden = { ...item, hiddenFromRoleIds: [roleId(1)] }
  show(<ItemFields item={hidden} onChange={onChange} />)
  expect(await screen.findByTitle('Analyst')).toBeDefined()
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Hidden from these roles' }))
  fireEvent.click(await screen.findByTitle('Broker'))
  expect(onChange).toHaveBeenCalledWith({ ...item, hiddenFromRoleIds: [roleId(1), roleId(2)] })
})

it('that only administrators see is hidden from no role besides', () => {
  answerRoles([])
  show(<ItemFields item={{ ...item, adminOnly: true }} onChange={ignore} />)
  expect(screen.queryByRole('combobox', { name: 'Hidden from these roles' })).toBeNull()
})
