import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { UnsubscribePage } from '#web/pages/UnsubscribePage.tsx'
import { answerCalls, changesOf, errorAnswer, type Sent } from '../../../test/answers.ts'
import { portalSettings } from '../../../test/portal-settings.ts'
import { show } from '../../../test/show.tsx'

const own = '/api/unsubscribe/token-of-a-mail'
const settings = { 'GET /api/settings': { body: portalSettings } }
const found = { of: 'subscription', name: 'Every day', isUnsubscribed: false }

beforeEach(() => {
  location.hash = '#token=token-of-a-mail'
})

const asked = (calls: readonly Sent[]) =>
  calls.filter(({ path }) => path !== '/api/settings').map(({ method, path }) => `${method} ${path}`)

it('the page that a mail leads to ends nothing before its button is pressed', async () => {
  const calls = answerCalls({
    ...settings,
    [`GET ${own}`]: { body: found },
    [`POST ${own}`]: { status: 204 },
  })
  show(<UnsubscribePage />)
  expect(await screen.findByText(/^“Every day” is sent to you by email/)).toBeTruthy()
  expect(changesOf(calls)).toEqual([])
  screen.getByRole('button', { name: 'Unsubscribe' }).click()
  expect(await screen.findByText('You no longer receive “Every day”.')).toBeTruthy()
  expect(asked(changesOf(calls))).toEqual([`POST ${own}`])
})

it('says of an alert that others are still notified', async () => {
  answerCalls({ ...settings, [`GET ${own}`]: { body: { of: 'alert', name: 'Pier', isUnsubscribed: false } } })
  show(<UnsubscribePage />)
  expect(
    await screen.findByText(/^The alert “Pier” notifies you .* Others will still be notified\.$/),
  ).toBeTruthy()
})

it.each([
  ['without a token asks nothing', '', []],
  ['that the portal did not make does not work', '#token=other', ['GET /api/unsubscribe/other']],
])('a link %s', async (_, hash, expected) => {
  location.hash = hash
  const calls = answerCalls(settings)
  show(<UnsubscribePage />)
  expect(await screen.findByText('This link does not work')).toBeTruthy()
  expect(asked(calls)).toEqual(expected)
})

it('says that it did not work where the portal fails, and does not say that it is done', async () => {
  answerCalls({
    ...settings,
    [`GET ${own}`]: { body: found },
    [`POST ${own}`]: errorAnswer('internal', 'The portal failed.', 500),
  })
  show(<UnsubscribePage />)
  await screen.findByText(/^“Every day” is sent/)
  screen.getByRole('button', { name: 'Unsubscribe' }).click()
  expect(await screen.findByText(/The portal failed/)).toBeTruthy()
  expect(screen.queryByText(/You no longer receive/)).toBeNull()
})
