import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { readSession } from '#web/lib/session-storage.ts'
import { LoginPage } from '#web/pages/LoginPage.tsx'
import { buildSession } from '../../test/build-session.ts'

beforeEach(() => localStorage.clear())

function answerWith(body: unknown, status: number) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })))
}

async function signIn() {
  await userEvent.type(screen.getByLabelText('User name'), 'zoe')
  await userEvent.type(screen.getByLabelText('Password'), 'a long password{Enter}')
}

it('starts in the first field', () => {
  render(<LoginPage />)
  expect(document.activeElement).toBe(screen.getByLabelText('User name'))
})

it('asks for what is missing before it sends', async () => {
  render(<LoginPage />)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Enter your user name.')).toBeTruthy()
  expect(screen.getByText('Enter your password.')).toBeTruthy()
})

it('stores the session', async () => {
  answerWith(buildSession(), 200)
  render(<LoginPage />)
  await signIn()
  await vi.waitFor(() => expect(readSession()?.userName).toBe('zoe'))
})

it('says in place why it failed, and stays', async () => {
  answerWith([{ code: 'invalidCredentials', description: 'User name or password is wrong.' }], 400)
  render(<LoginPage />)
  await signIn()
  expect((await screen.findByRole('alert')).textContent).toContain('User name or password is wrong.')
  expect(readSession()).toBeUndefined()
})
