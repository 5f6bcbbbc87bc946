import { getLiveFigures, type LiveCall, listLiveCalls } from '@callboard/contract/live'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { applyChange, byOwnClock } from '#web/lib/api/calls-in-progress.ts'
import { answerCalls } from '../../test/answers.ts'
import { openPage } from '../../test/show.tsx'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

let next = 0

function buildLiveCall(given: Partial<LiveCall>): LiveCall {
  return {
    id: `01990000-0000-7000-8000-${String(++next).padStart(12, '0')}`,
    customerId: '01990000-0000-7000-8000-00000000c001',
    customerName: 'Acme',
    direction: 'inbound',
    phase: 'ringing',
    phaseSince: ago(10),
    startedAt: ago(30),
    callerNumber: '+12125550147',
    callerName: null,
    trackingNumber: '+18005550100',
    targetNumber: null,
    location: null,
    rotationgroup: null,
    campaign: null,
    source: null,
    agent: null,
    ...given,
  }
}

const figures = { inbound: 10, answered: 6, missed: 2, answerRate: 0.75, averageWait: 12.4 }

function answerLive(calls: readonly LiveCall[]) {
  return answerCalls({
    [`GET ${listLiveCalls.path}`]: { body: { at: new Date().toISOString(), calls, total: calls.length } },
    [`POST ${getLiveFigures.path}`]: {
      body: { today: figures, weekAgo: { ...figures, inbound: 8, missed: 4 } },
    },
  })
}

const calls = [
  buildLiveCall({ callerName: 'Ada', phase: 'queue', phaseSince: ago(75), campaign: 'Winter' }),
  buildLiveCall({ callerName: 'Grace', campaign: 'Radio' }),
  buildLiveCall({ callerName: 'Alan', phase: 'talking', campaign: 'Winter', agent: 'Marie' }),
  // Nobody waits for us who is called.
  buildLiveCall({ callerName: 'Edsger', direction: 'outbound', targetNumber: '+13125550111' }),
]

const tile = (heading: string) =>
  within(screen.getByRole('heading', { name: heading }).closest('article') ?? document.body)

it('counts who waits and talks, says who waits longest, and how the day does against last week', async () => {
  answerLive(calls)
  openPage('/app/live')
  await screen.findByText('Ada', { exact: false })
  expect(tile('Waiting').getByText('2')).toBeTruthy()
  expect(tile('Waiting').getByText(/^1:1[5-9]$/)).toBeTruthy()
  expect(tile('Talking').getByText('1')).toBeTruthy()
  expect(await screen.findByText('75.0%')).toBeTruthy()
  expect(tile('Inbound').getByText('▲ 25.0%')).toBeTruthy()
  expect(tile('Missed').getByText('▼ 50.0%')).toBeTruthy()
})

it('shows the calls of one campaign alone, with its figures', async () => {
  const sent = answerLive(calls)
  const { location } = openPage('/app/live?by=campaign')
  fireEvent.click(await screen.findByRole('button', { name: 'Winter' }))
  expect(location().search).toBe('?by=campaign&only=Winter')
  expect(screen.queryByText('Grace', { exact: false })).toBeNull()
  expect(screen.getByText('Alan', { exact: false })).toBeTruthy()
  await expect
    .poll(() => sent.filter(({ path }) => path === getLiveFigures.path).at(-1)?.body)
    .toMatchObject({ only: { field: 'campaign', value: 'Winter' } })
  fireEvent.click(screen.getByRole('button', { name: 'Remove campaign' }))
  expect(screen.getByText('Grace', { exact: false })).toBeTruthy()
})

it('tells calls without a campaign from all calls', async () => {
  const sent = answerLive(calls)
  openPage('/app/live?by=campaign&only=')
  expect(await screen.findByText('Edsger', { exact: false })).toBeTruthy()
  expect(screen.queryByText('Ada', { exact: false })).toBeNull()
  await expect
    .poll(() => sent.filter(({ path }) => path === getLiveFigures.path).at(-1)?.body)
    .toMatchObject({ only: { field: 'campaign', value: null } })
})

it('fills a wall with who waits, and Escape leaves it', async () => {
  answerLive(calls)
  const { location } = openPage('/app/live?wall=true')
  const waiting = within(await screen.findByRole('region', { name: 'Who waits' }))
  expect(waiting.getAllByRole('listitem').map(({ textContent }) => textContent)).toHaveLength(2)
  expect(waiting.queryByText('Alan')).toBeNull()
  act(() => {
    fireEvent.keyDown(document.body, { key: 'Escape' })
  })
  expect(location().search).toBe('')
  expect(screen.queryByRole('dialog', { name: 'Live board' })).toBeNull()
})

it('counts seconds on by the clock of the browser, however wrong it is', () => {
  const at = '2026-03-02T15:00:00.000Z'
  const call = buildLiveCall({
    phaseSince: '2026-03-02T14:59:30.000Z',
    startedAt: '2026-03-02T14:59:00.000Z',
  })
  const hourLater = Date.parse('2026-03-02T16:00:00.000Z')
  expect(byOwnClock({ at, calls: [call], total: 1 }, hourLater)).toMatchObject([
    { phaseSince: '2026-03-02T15:59:30.000Z', startedAt: '2026-03-02T15:59:00.000Z' },
  ])
  expect(byOwnClock({ at, calls: [call], total: 1 }, Date.parse(at) + 500)).toEqual([call])
})

it('keeps what is told of calls in the order of the server: all of them at first, then what changes and what is gone', () => {
  const at = '2026-03-02T15:00:00.000Z'
  const talks = buildLiveCall({ phase: 'talking', phaseSince: '2026-03-02T14:50:00.000Z' })
  const waits = buildLiveCall({ phase: 'queue', phaseSince: '2026-03-02T14:59:00.000Z' })
  const first = applyChange(undefined, { at, total: 2, isWhole: true, calls: [talks, waits], gone: [] })
  expect(first.calls).toEqual([waits, talks])
  const rings = buildLiveCall({ phaseSince: '2026-03-02T14:58:00.000Z' })
  const answered = { ...waits, phase: 'talking', phaseSince: at } as const
  const change = { at, total: 2, isWhole: false, calls: [rings, answered], gone: [talks.id] }
  const second = applyChange(first, change)
  expect(second).toEqual({ at, total: 2, calls: [rings, answered] })
  expect(applyChange(second, { at, total: 0, isWhole: true, calls: [], gone: [] }).calls).toEqual([])
})
