import type { ApiKey } from '@callboard/contract/api-keys'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, changesOf } from '../../../test/answers.ts'
import { buildCustomer } from '../../../test/build-customer.ts'
import { fill, openPage, press } from '../../../test/show.tsx'

const customer = buildCustomer()
const apiKey: ApiKey = {
  id: '01990000-0000-7000-8000-0000000000b1',
  name: 'Telephone system',
  customerId: customer.id,
  customerName: customer.name,
  sourceId: null,
  sourceName: null,
  isCustomerActive: true,
  rights: ['ingest'],
  expiresAt: '2027-01-01T05:00:00.000Z',
  lastUsedAt: null,
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  revision: 2,
}
const own = `/api/apikey/${apiKey.id}`
const none = { body: { items: [], total: 0, page: 1, pageSize: 20 } }

beforeEach(() => localStorage.clear())

function answer(key: ApiKey) {
  return answerCalls({
    'POST /api/customer/search': { body: { ...none.body, items: [customer], total: 1 } },
    'POST /api/source/search': none,
    'POST /api/apikey': { status: 201, body: { ...key, secret: 'cbk_shown-once' } },
    [`GET ${own}`]: { body: key },
    [`PUT ${own}`]: { body: { ...key, revision: 3 } },
  })
}

it('a key is valid to the end of its last day in the time zone of whoever adds it, and its secret is shown', async () => {
  const calls = answer(apiKey)
  openPage('/manage/apikeys/add')
  fill(await screen.findByLabelText('Name'), apiKey.name)
  fireEvent.mouseDown(screen.getByLabelText('Customer'))
  fireEvent.click(await screen.findByTitle(customer.name))
  fireEvent.click(screen.getByLabelText(/^Read calls/))
  fill(screen.getByLabelText('Last day'), 'Dec 31, 2026')
  await press('Add API Key')
  const dialog = within(await screen.findByRole('dialog', { name: 'The secret of Telephone system' }))
  expect(dialog.getByDisplayValue('cbk_shown-once')).toBeTruthy()
  expect(changesOf(calls).find(({ path }) => path === '/api/apikey')?.body).toEqual({
    name: apiKey.name,
    customerId: customer.id,
    rights: ['ingest', 'read'],
    sourceId: null,
    expiresAt: '2027-01-01T05:00:00Z',
  })
})

it('one that is changed says its last day, and keeps it where it is not touched', async () => {
  const calls = answer(apiKey)
  openPage(`/manage/apikeys/${apiKey.id}`)
  expect(await screen.findByDisplayValue('Dec 31, 2026')).toBeTruthy()
  fill(screen.getByLabelText('Name'), 'Front desk')
  await press('Save')
  await expect
    .poll(() => changesOf(calls).find(({ method }) => method === 'PUT')?.body)
    .toEqual({
      name: 'Front desk',
      rights: ['ingest'],
      sourceId: null,
      expiresAt: '2027-01-01T05:00:00Z',
      revision: 2,
    })
})

it('one that was revoked can be read, and neither changed nor revoked again', async () => {
  answer({ ...apiKey, isActive: false })
  openPage(`/manage/apikeys/${apiKey.id}`)
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).disabled).toBe(true)
  expect(screen.getByText('Northside Dental · revoked')).toBeTruthy()
  expect(screen.queryByText('Revoke')).toBeNull()
})
