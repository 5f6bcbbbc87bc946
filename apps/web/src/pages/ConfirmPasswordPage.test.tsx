import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ConfirmPasswordPage } from '#web/pages/ConfirmPasswordPage.tsx'
import { answerCalls, errorAnswer } from '../../test/answers.ts'

const confirm = 'POST /api/auth/confirmpassword'
const forgot = 'POST /api/auth/forgotpassword'
const id = '01990000-0000-7000-8000-000000000009'
const password = 'copper-violin-harbour-93'

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

function open(hash: string) {
  history.replaceState(null, '', `/confirmpassword${hash}`)
  render(<ConfirmPasswordPage />)
}

async function choose(confirmation = password) {
  await userEvent.type(screen.getByLabelText('New password'), password)
  await userEvent.type(screen.getByLabelText('Confirm new password'), `${confirmation}{Enter}`)
}

it('without a link sends one, and never tells whether there is such a user', async () => {
  const calls = answerCalls({ [forgot]: { status: 204 } })
  open('')
  await userEvent.type(screen.getByLabelText('User name'), 'zoe{Enter}')
  expect(await screen.findByText(/If the user “zoe” exists/)).toBeTruthy()
  expect(calls.find(({ path }) => path.endsWith('forgotpassword'))?.body).toEqual({ userName: 'zoe' })
})

it('takes the link out of the address', () => {
  answerCalls({})
  open(`#id=${id}&token=secret`)
  expect(location.href).not.toContain('secret')
  expect(screen.getByRole('heading', { name: 'Choose your password' })).toBeTruthy()
})

it('sets the password without its confirmation, and leads to the sign-in', async () => {
  const calls = answerCalls({ [confirm]: { status: 204 } })
  open(`#id=${id}&token=secret`)
  await choose()
  expect(await screen.findByRole('link', { name: 'To the sign-in' })).toBeTruthy()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ id, token: 'secret', password })
})

it('tells the rules before, and the strength in words while typing', async () => {
  answerCalls({})
  open(`#id=${id}&token=secret`)
  expect(screen.getByText(/At least 12 characters/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('New password'), 'abc')
  expect(screen.getByText('Strength: Too short: 3 of 12 characters')).toBeTruthy()
})

it('does not send two that differ', async () => {
  const calls = answerCalls({})
  open(`#id=${id}&token=secret`)
  await choose('another one')
  expect(await screen.findByText('The passwords do not match.')).toBeTruthy()
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
})

it('shows what the server says of a password that is easy to guess', async () => {
  answerCalls({ [confirm]: errorAnswer('weakPassword', 'This password is easy to guess.') })
  open(`#id=${id}&token=secret`)
  await choose()
  expect(await screen.findByText('This password is easy to guess.')).toBeTruthy()
})

it('offers a new link for one that is spent', async () => {
  answerCalls({ [confirm]: errorAnswer('invalidOneTimeLink', 'Gone.') })
  open(`#id=${id}&token=secret`)
  await choose()
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Request a new link' }))
  expect(screen.getByLabelText('User name')).toBeTruthy()
})

it.each(['#id=x&token=y', '#id=', '#token=abc', `#id=${id}`])('says of %s that it does not work', (hash) => {
  answerCalls({})
  open(hash)
  expect(screen.getByRole('heading', { name: 'This link does not work' })).toBeTruthy()
})
