import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { buildCustomer } from '../../../test/build-customer.ts'
import { portalSettings } from '../../../test/portal-settings.ts'
import { openPage } from '../../../test/show.tsx'

beforeEach(() => localStorage.clear())

const id = (end: string) => `01990000-0000-7000-8000-0000000000${end}`
const page = (items: readonly object[]) => ({ items, total: items.length, page: 1, pageSize: 200 })
const customer = buildCustomer({ id: id('a1'), name: 'Northside' })

function groupOf(name: string, end: string, customerIds: readonly string[] = []) {
  return {
    id: id(end),
    name,
    description: '',
    setIds: [],
    userIds: [],
    customerIds,
    isActive: true,
    revision: 1,
  }
}

const groups = [
  groupOf('Everybody', 'b1'),
  groupOf('Managers of Northside', 'b2', [customer.id]),
  groupOf('Portal', 'b3'),
]

function shownOptions() {
  const list = document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
  return [...(list?.querySelectorAll('.ant-select-item') ?? [])].map(({ textContent }) => textContent)
}

it('offers the groups of the customer first, and those of administrators last', async () => {
  const sent = answerCalls({
    'GET /api/settings': { body: portalSettings },
    'POST /api/customer/search': { body: page([customer]) },
    'POST /api/reporting/groups/search': { body: page(groups) },
    [`GET /api/customer/${customer.id}`]: { body: customer },
  })
  openPage('/manage/users/invite')
  const groupField = await screen.findByRole('combobox', { name: 'Report Groups' })
  fireEvent.mouseDown(groupField)
  await expect.poll(shownOptions).toEqual(['Everybody', 'Managers of Northside', 'Portal'])
  const search = sent.find(({ path }) => path === '/api/reporting/groups/search')
  expect(search?.body).toMatchObject({ sort: 'isAdminOnly' })
  fireEvent.blur(groupField)
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Customer' }))
  fireEvent.click(await screen.findByTitle('Northside'))
  fireEvent.mouseDown(groupField)
  await expect
    .poll(shownOptions)
    .toEqual(['Groups of this customer', 'Managers of Northside', 'Other groups', 'Everybody', 'Portal'])
})
