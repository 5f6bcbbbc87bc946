import type { Role } from '@callboard/contract/roles'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, type Sent } from '../../../test/answers.ts'
import { fill, openPage, press } from '../../../test/show.tsx'

const list = '/manage/roles'
const searching = 'POST /api/role/search'
const analyst: Role = {
  id: '01990000-0000-7000-8000-0000000000c1',
  name: 'Analyst',
  description: '',
  claims: [],
  isActive: true,
  userCount: 0,
  revision: 3,
}
const own = `/api/role/${analyst.id}`

beforeEach(() => localStorage.clear())

/** Many roles, of which the last page that is shown here has one. */
function answerMany(): Sent[] {
  return answerCalls({ [searching]: { body: { items: [analyst], total: 300, page: 3, pageSize: 50 } } })
}

const lastSearch = (calls: readonly Sent[]) => calls.findLast(({ path }) => path === '/api/role/search')?.body

it('a list asks for what its address says, and for active records unless it says all', async () => {
  const calls = answerMany()
  const { go } = openPage(`${list}?keyword=a&page=3&size=50&sort=userCount&desc=true`)
  await screen.findByText('Analyst')
  const asked = { keyword: 'a', page: 3, pageSize: 50, sort: 'userCount', desc: true }
  expect(lastSearch(calls)).toEqual({ ...asked, activeOnly: true })
  await go(`${list}?all=true`)
  await expect.poll(() => lastSearch(calls)).toMatchObject({ page: 1, activeOnly: false })
})

it.each([
  ['keyword', () => fill(screen.getByRole('searchbox'), 'ana'), '?size=50&keyword=ana'],
  ['order', () => fireEvent.click(screen.getByText('Users')), '?size=50&sort=userCount'],
  ['choice of records', () => fireEvent.click(screen.getByText('Active only')), '?size=50&all=true'],
] as const)('a list begins at its first page with another %s', async (_, change, search) => {
  answerMany()
  const at = openPage(`${list}?page=3&size=50`)
  await screen.findByText('Analyst')
  change()
  await expect.poll(() => at.location().search).toBe(search)
})

it('a list begins at its first page with pages of another size', async () => {
  answerMany()
  const at = openPage(`${list}?page=3&size=50`)
  await screen.findByText('Analyst')
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Page Size' }))
  fireEvent.click(await screen.findByTitle('100 / page'))
  await expect.poll(() => at.location().search).toBe('?size=100')
})

it('a list shows what the form of a record has just saved', async () => {
  let name = 'Analyst'
  const role = () => ({ body: { ...analyst, name, revision: name === 'Analyst' ? 3 : 4 } })
  answerCalls({
    [searching]: () => ({ body: { items: [role().body], total: 1, page: 1, pageSize: 25 } }),
    [`GET ${own}`]: role,
    [`PUT ${own}`]: () => {
      name = 'Reviewer'
      return role()
    },
  })
  const { go } = openPage(list)
  await screen.findByText('Analyst')
  await go(`${list}/${analyst.id}`)
  // Not the head of the list, which may be there still.
  fill(await screen.findByRole('textbox', { name: 'Name' }), 'Reviewer')
  await press('Save')
  await screen.findByRole('heading', { name: 'Reviewer' })
  await go(list)
  expect(await screen.findByText('Reviewer')).toBeTruthy()
})

it('a form says under a field what is wrong with a part of it, and does not let go of what was not saved', async () => {
  const refused = [{ code: 'invalid', description: 'There is no such right.', field: 'claims.0' }]
  answerCalls({ [`GET ${own}`]: { body: analyst }, [`PUT ${own}`]: { status: 400, body: refused } })
  const { go, location } = openPage(`${list}/${analyst.id}`)
  const field = await screen.findByLabelText<HTMLInputElement>('Name')
  fill(field, 'Reviewer')
  await press('Save')
  const error = await screen.findByText('There is no such right.')
  expect(error.closest('.ant-form-item-explain')).not.toBeNull()
  await go(list)
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy()
  expect([location().search, field.value]).toEqual(['', 'Reviewer'])
})

it('a form keeps what it says of the rights apart from the last of them', async () => {
  answerCalls({ [`GET ${own}`]: { body: analyst } })
  openPage(`${list}/${analyst.id}`)
  const hint = await screen.findByText(/^What the side menu shows follows from these/)
  expect(hint.style.margin).toBe('8px 0px 0px')
})
