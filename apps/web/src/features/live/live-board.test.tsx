import { getLiveFigures, type LiveCall, listLiveCalls } from '@callboard/contract/live'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { buildLiveCall, secondsAgo } from '../../../test/build-live-call.ts'
import { openPage } from '../../../test/show.tsx'

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
  buildLiveCall({ callerName: 'Ada', phase: 'queue', phaseSince: secondsAgo(75), campaign: 'Winter' }),
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
