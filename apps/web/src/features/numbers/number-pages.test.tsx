import { parseFilter } from '@callboard/contract/filter-text'
import { activityDays, type NumberChange, type NumberTimeline } from '@callboard/contract/numbers'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, type Sent } from '../../../test/answers.ts'
import { buildCustomer } from '../../../test/build-customer.ts'
import { buildSession } from '../../../test/build-session.ts'
import { fill, openPage, press } from '../../../test/show.tsx'

const nothing = {
  source: null,
  medium: null,
  campaign: null,
  keyword: null,
  location: null,
  rotationgroup: null,
  network: null,
  targetNumber: null,
  monthlyCost: null,
  note: null,
}
const spring = {
  ...nothing,
  id: '01990000-0000-7000-8000-0000000000d2',
  from: '2026-03-01T06:00:00.000Z',
  until: '2026-05-01T05:00:00.000Z',
  source: 'Billboard',
  campaign: 'Spring',
  monthlyCost: '120',
}
const number: NumberTimeline = {
  id: '01990000-0000-7000-8000-0000000000d1',
  number: '+18005550100',
  name: 'Main line',
  customerId: '01990000-0000-7000-8000-0000000000d3',
  customerName: 'Northside Dental',
  timeZone: 'America/Chicago',
  currency: 'USD',
  isActive: true,
  revision: 4,
  isPending: false,
  assignments: [spring],
}
const customer = buildCustomer({ id: number.customerId })
const own = `/api/number/${number.id}`
const days = Array.from({ length: activityDays }, (_, at) => (at === 3 ? 1200 : 34))
const preview = {
  calls: 2,
  numbers: 1,
  added: [],
  examples: [
    {
      id: '01990000-0000-7000-8000-0000000000d4',
      number: number.number,
      startedAt: '2026-06-01T15:00:00.000Z',
      changes: [{ field: 'campaign' as const, from: null, to: 'Summer' }],
    },
  ],
}

beforeEach(() => localStorage.clear())

function answer(changes: readonly NumberChange[] = []): Sent[] {
  return answerCalls({
    [`GET ${own}`]: { body: number },
    'POST /api/number/search': { body: { items: [number], total: 1, page: 1, pageSize: 25 } },
    'POST /api/number/activity': { body: [{ id: number.id, days, lastCallAt: null, cost: '3279.00' }] },
    'POST /api/number/change/search': {
      body: { items: changes, total: changes.length, page: 1, pageSize: 10 },
    },
    'POST /api/number/edit/preview': { body: preview },
    'POST /api/number/edit': { body: { change: null, calls: 2, numbers: 1, numbersLeft: 0, added: [] } },
  })
}

const edits = (calls: readonly Sent[]) =>
  calls.filter(({ path }) => path === '/api/number/edit').map(({ body }) => body)

it('a number shows what it stood for in days of its customer, and the gaps', async () => {
  answer()
  openPage(`/manage/numbers/${number.id}`)
  await screen.findByRole('heading', { name: '(800) 555-0100' })
  const rows = (await screen.findAllByRole('row')).map(({ textContent }) => textContent)
  expect(rows.slice(1)).toMatchObject([
    expect.stringContaining('Since May 1, 2026Nothing'),
    expect.stringContaining('Mar 1, 2026 – Apr 30, 2026Billboard · Spring$120.00'),
    expect.stringContaining('Until Feb 28, 2026Nothing'),
  ])
})

it('a number leads to its calls of the last 30 days, and says how many they are', async () => {
  const counted = { items: [], nextCursor: null, total: 1234 }
  const calls = answerCalls({
    [`GET ${own}`]: { body: number },
    'POST /api/reporting/calldetails': { body: counted },
  })
  openPage(`/manage/numbers/${number.id}`)
  const link = await screen.findByRole('link', { name: 'Calls in the last 30 days: 1,234' })
  const url = new URL(link.getAttribute('href') ?? '', 'http://portal')
  const filters = [
    { field: 'customer', op: 'eq', values: [number.customerId] },
    { field: 'trackingNumber', op: 'eq', values: [number.number] },
  ]
  expect(url.pathname).toBe('/reports/calldetails')
  expect(url.searchParams.getAll('filter').map(parseFilter)).toEqual(filters)
  expect(url.searchParams.get('period')).toBe('last30Days')
  expect(calls.find(({ path }) => path === '/api/reporting/calldetails')?.body).toMatchObject({
    period: { relative: 'last30Days' },
    filters,
    withTotal: true,
  })
})

it('a number has no way to calls for those who may not see any', async () => {
  answer()
  openPage(`/manage/numbers/${number.id}`, { user: buildSession({ claimsString: ['number.view'] }) })
  await screen.findByRole('row', { name: /Billboard · Spring/ })
  expect(screen.queryByText(/^Calls in the last 30 days/)).toBeNull()
})

it('an assignment that is added says which calls it changes before it is saved', async () => {
  const calls = answer()
  openPage(`/manage/numbers/${number.id}`)
  await press('Add Assignment')
  const drawer = await screen.findByRole('dialog', { name: 'Add Assignment' })
  await press('Save')
  await within(drawer).findByText('Enter what the number stands for.')
  expect(calls.some(({ path }) => path === '/api/number/edit/preview')).toBe(false)
  fill(within(drawer).getByRole('textbox', { name: 'First day' }), 'May 1, 2026')
  fill(within(drawer).getByRole('textbox', { name: 'Campaign' }), 'Summer')
  await within(drawer).findByText('2 earlier calls change, the newest of them:')
  within(drawer).getByText('none → Summer', { exact: false })
  await press('Save')
  await waitFor(() =>
    expect(edits(calls)).toMatchObject([
      {
        kind: 'timeline',
        numberId: number.id,
        revision: 4,
        assignments: [
          { id: spring.id },
          { from: '2026-05-01', until: null, campaign: 'Summer', source: null },
        ],
      },
    ]),
  )
})

it('an assignment that is added ends the one that it begins in, which goes on after its last day', async () => {
  const calls = answer()
  openPage(`/manage/numbers/${number.id}`)
  await press('Add Assignment')
  const drawer = await screen.findByRole('dialog', { name: 'Add Assignment' })
  fill(within(drawer).getByRole('textbox', { name: 'First day' }), 'Mar 10, 2026')
  fill(within(drawer).getByRole('textbox', { name: 'Last day' }), 'Mar 20, 2026')
  fill(within(drawer).getByRole('textbox', { name: 'Campaign' }), 'Fair')
  await within(drawer).findByText('“Billboard · Spring” ends on Mar 9, 2026, and goes on from Mar 21, 2026.')
  await press('Save')
  await waitFor(() => expect(edits(calls)).toHaveLength(1))
  const { id, ...same } = spring
  expect(edits(calls)).toMatchObject([
    {
      assignments: [
        { id, from: spring.from, until: '2026-03-10' },
        { ...same, from: '2026-03-21' },
        { campaign: 'Fair', from: '2026-03-10', until: '2026-03-21' },
      ],
    },
  ])
})

it('a cost that is no amount is told under its field alone, and no calls are counted for it', async () => {
  const calls = answer()
  openPage(`/manage/numbers/${number.id}`)
  await press('Add Assignment')
  const drawer = await screen.findByRole('dialog', { name: 'Add Assignment' })
  fill(within(drawer).getByRole('textbox', { name: 'Monthly cost (USD)' }), '-4')
  await within(drawer).findByText('Enter an amount such as 120 or 12.50.')
  expect(within(drawer).queryByText('Counting calls…')).toBeNull()
  await press('Save')
  expect(edits(calls)).toEqual([])
})

it('one that is edited keeps the edges that were not touched', async () => {
  const calls = answer()
  openPage(`/manage/numbers/${number.id}`)
  await press('Edit')
  const drawer = await screen.findByRole('dialog', { name: 'Edit Assignment' })
  fill(within(drawer).getByRole('textbox', { name: 'Last day' }), 'Apr 15, 2026')
  await press('Save')
  await waitFor(() => expect(edits(calls)).toHaveLength(1))
  expect(edits(calls)).toMatchObject([
    { assignments: [{ id: spring.id, from: spring.from, until: '2026-04-16', source: 'Billboard' }] },
  ])
})

const change: NumberChange = {
  id: '01990000-0000-7000-8000-0000000000d5',
  customerId: number.customerId,
  customerName: number.customerName,
  madeAt: '2026-06-01T15:00:00.000Z',
  madeBy: 'ada',
  fullName: 'Ada Byron',
  numbers: 100_000,
  calls: 24_219,
  numbersLeft: 59_000,
  isUndone: false,
  canBeUndone: false,
}

it('names by full names who changed a number', async () => {
  answer([change])
  openPage(`/manage/numbers/${number.id}`)
  expect((await screen.findByText('Ada Byron')).title).toBe('ada')
})

it('says how far a change of very many numbers is', async () => {
  answer([change])
  openPage('/manage/numbers')
  await screen.findByText('Changing 100,000 numbers of Northside Dental')
  screen.getByText('41,000 of 100,000 are done.', { exact: false })
  expect(screen.getByRole('progressbar', { name: 'Numbers changed' }).getAttribute('aria-valuenow')).toBe(
    '41',
  )
})

it('several numbers get what is entered, and keep the rest', async () => {
  const calls = answer()
  openPage('/manage/numbers')
  await screen.findByText('(800) 555-0100')
  await screen.findByText('2,186')
  await screen.findByText('$1.50')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await press('Change 1 number…')
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByText('Change 1 number')
  fill(within(drawer).getByRole('textbox', { name: 'Campaign' }), 'Winter')
  await press('Save')
  await waitFor(() =>
    expect(edits(calls)).toEqual([
      { kind: 'set', numberIds: [number.id], from: null, until: null, values: { campaign: 'Winter' } },
    ]),
  )
})

it('a file is imported after a preview of what it would change', async () => {
  const calls = answerCalls({
    'POST /api/customer/search': {
      body: { items: [customer], total: 1, page: 1, pageSize: 2 },
    },
    [`GET /api/customer/${customer.id}`]: { body: customer },
    'POST /api/number/search': { body: { items: [number], total: 1, page: 1, pageSize: 25 } },
    'POST /api/number/activity': { body: [] },
    'POST /api/number/change/search': { body: { items: [], total: 0, page: 1, pageSize: 25 } },
    'POST /api/number/edit/preview': { body: { ...preview, added: ['+18005550177'] } },
    'POST /api/number/edit': { body: { change: null, calls: 2, numbers: 1, numbersLeft: 0, added: [] } },
  })
  const { container } = openPage('/manage/numbers/import')
  const csv = 'number,campaign\n+18005550100,Summer'
  await screen.findByRole('heading', { name: 'Import Numbers' })
  const field = container.querySelector('input[type=file]')
  if (field === null) throw new Error('no field for a file')
  fireEvent.change(field, { target: { files: [new File([csv], 'numbers.csv', { type: 'text/csv' })] } })
  await screen.findByText('1 number would stand for something else.', { exact: false })
  screen.getByText('1 of them is unknown and would be added: (800) 555-0177.', { exact: false })
  await press('Import 1 number')
  await waitFor(() => expect(edits(calls)).toEqual([{ kind: 'file', customerId: customer.id, csv }]))
})
