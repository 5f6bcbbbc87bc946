import type { Webhook, WebhookDelivery } from '@callboard/contract/webhooks'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { WebhookDeliveries } from '#web/features/webhooks/WebhookDeliveries.tsx'
import { WebhookNotes, WebhookTag } from '#web/features/webhooks/WebhookState.tsx'
import { answerCalls, changesOf } from '../../../test/answers.ts'
import { fill, openPage, press, show } from '../../../test/show.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

function buildWebhook(changes: Partial<Webhook> = {}): Webhook {
  return {
    id: '01990000-0000-7000-8000-0000000000c1',
    name: 'CRM',
    customerId: null,
    customerName: null,
    url: 'https://crm.example.com/calls',
    events: ['call.created', 'call.updated'],
    filters: [],
    isActive: true,
    pausedReason: null,
    failingSince: null,
    waiting: 0,
    waitingSince: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    revision: 2,
    ...changes,
  }
}

const webhook = buildWebhook()
const own = `/api/webhooks/${webhook.id}`

beforeEach(() => localStorage.clear())

it.each([
  ['is well', {}, ['', /^$/]],
  ['has had something wait for a while', { waiting: 3, waitingSince: ago(2) }, ['', /^$/]],
  ['has had something wait for long', { waiting: 3, waitingSince: ago(20) }, ['Behind', /3 deliveries wait/]],
  [
    'accepts nothing',
    { failingSince: ago(30), waiting: 1, waitingSince: ago(30) },
    ['Failing', /accepts nothing.*1 delivery waits/],
  ],
  [
    'was paused by the portal',
    { isActive: false, pausedReason: 'It failed for a week.', failingSince: ago(30) },
    ['Paused', /is paused.*It failed for a week\./],
  ],
] as const)('says of a webhook that %s what is the matter with it', (_, given, [tag, note]) => {
  const shown = buildWebhook(given)
  expect(show(<WebhookTag webhook={shown} />).container.textContent).toBe(tag)
  expect(show(<WebhookNotes webhook={shown} />).container.textContent).toMatch(note)
})

it('shows the secret of a webhook that is added, which comes once', async () => {
  const calls = answerCalls({
    'POST /api/customer/search': { body: { items: [], total: 0, page: 1, pageSize: 20 } },
    'POST /api/webhooks': { status: 201, body: { ...webhook, secret: 'whsec_once' } },
    [`GET ${own}`]: { body: webhook },
  })
  openPage('/manage/webhooks/add')
  fill(await screen.findByLabelText('Name'), 'CRM')
  fill(screen.getByLabelText('Address'), webhook.url)
  fireEvent.click(screen.getByLabelText('Changed calls'))
  await press('Add Webhook')
  const dialog = within(await screen.findByRole('dialog', { name: 'The secret of CRM' }))
  expect(dialog.getByDisplayValue('whsec_once')).toBeTruthy()
  expect(changesOf(calls).find(({ path }) => path === '/api/webhooks')?.body).toEqual({
    name: 'CRM',
    url: webhook.url,
    customerId: null,
    events: ['call.created'],
    filters: [],
    isActive: true,
  })
})

const delivery = (at: number, changes: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: `01990000-0000-7000-8000-0000000000d${at}`,
  event: 'call.created',
  callId: '01990000-0000-7000-8000-0000000000e1',
  isCallDeleted: false,
  createdAt: `2026-11-02T15:04:0${at}.000Z`,
  state: 'sent',
  tries: 1,
  triedAt: null,
  nextTryAt: null,
  status: 200,
  answer: null,
  error: null,
  ...changes,
})

it('sends again what has ended, and neither what waits, a test nor a call that was deleted', async () => {
  const items = [
    delivery(1, { state: 'waiting', status: null }),
    delivery(2, { event: 'test', callId: null }),
    delivery(3, { state: 'failed', status: 500, tries: 9 }),
    delivery(4, { state: 'failed', status: 500, isCallDeleted: true }),
  ]
  const again = `/api/webhooks/${webhook.id}/deliveries/${items[2]?.id}/send`
  const calls = answerCalls({
    [`GET ${own}/deliveries`]: { body: { items, total: 4, page: 1, pageSize: 25 } },
    [`POST ${again}`]: { body: items[2] },
  })
  show(<WebhookDeliveries id={webhook.id} />)
  expect(await screen.findByText('9 tries')).toBeTruthy()
  expect(screen.getByText('The call was deleted')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'New call' })).toHaveLength(2)
  const buttons = screen.getAllByRole('button', { name: /^Send again/ })
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Send again what came at 2026-11-02T15:04:03.000Z',
  ])
  fireEvent.click(buttons[0] ?? document.body)
  await expect.poll(() => changesOf(calls).map(({ path }) => path)).toEqual([again])
})

it('leads to a call and sends it again where nothing says whether it was deleted', async () => {
  const { isCallDeleted: _, ...unknown } = delivery(5, { state: 'failed', status: 500 })
  answerCalls({
    [`GET ${own}/deliveries`]: { body: { items: [unknown], total: 1, page: 1, pageSize: 25 } },
  })
  show(<WebhookDeliveries id={webhook.id} />)
  expect(await screen.findByRole('link', { name: 'New call' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Send again/ })).toBeTruthy()
  expect(screen.queryByText('The call was deleted')).toBeNull()
})

it('lists the deliveries of one state, which the address holds', async () => {
  const calls = answerCalls({
    [`GET ${own}/deliveries`]: { body: { items: [], total: 0, page: 1, pageSize: 25 } },
  })
  const { location } = show(<WebhookDeliveries id={webhook.id} />, { address: '/?deliveries=3' })
  expect(await screen.findByText('Nothing has been sent to this webhook yet.')).toBeTruthy()
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'State' }))
  fireEvent.click(await screen.findByText('Failed'))
  expect(await screen.findByText('No deliveries match the filter.')).toBeTruthy()
  expect(location().search).toBe('?state=failed')
  expect(calls.map(({ query }) => query)).toEqual(['page=3', 'page=1&state=failed'])
})
