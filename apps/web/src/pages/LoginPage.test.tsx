import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { readSession } from '#web/lib/session/session.ts'
import { LoginPage } from '#web/pages/LoginPage.tsx'
import { answerCalls, errorAnswer, type Sent } from '../../test/answers.ts'
import { buildSession } from '../../test/build-session.ts'

const login = 'POST /api/auth/login'
const settings = {
  productName: 'Ringside',
  logoUrl: null,
  defaultTimeZone: 'UTC',
  weekStartsOn: 1,
  backgroundExportRows: 100_000,
}
const around = { 'GET /api/settings': { body: settings }, 'GET /api/auth/providers': { body: [] } }

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

async function signIn() {
  await userEvent.type(screen.getByLabelText('User name'), 'zoe')
  await userEvent.type(screen.getByLabelText('Password'), 'a long password')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

it('starts in the first field', () => {
  answerCalls(around)
  render(<LoginPage />)
  expect(document.activeElement).toBe(screen.getByLabelText('User name'))
})

it('shows the product by its name', async () => {
  answerCalls(around)
  render(<LoginPage />)
  expect(await screen.findByRole('heading', { name: 'Ringside' })).toBeTruthy()
})

it('asks for what is missing before it sends', async () => {
  const calls = answerCalls(around)
  render(<LoginPage />)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Enter your user name.')).toBeTruthy()
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('User name'))
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
})

it('stores the session', async () => {
  answerCalls({ ...around, [login]: { body: buildSession() } })
  render(<LoginPage />)
  await signIn()
  await vi.waitFor(() => expect(readSession()?.userName).toBe('zoe'))
})

it('says in place why it failed, and stays', async () => {
  answerCalls({ ...around, [login]: errorAnswer('invalidCredentials', 'User name or password is wrong.') })
  render(<LoginPage />)
  await signIn()
  expect((await screen.findByRole('alert')).textContent).toContain('User name or password is wrong.')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  expect(readSession()).toBeUndefined()
})

it('sends neither token nor viewed user of whoever was here before', async () => {
  const calls = answerCalls({ ...around, [login]: errorAnswer('invalidCredentials', 'Wrong.') })
  localStorage.setItem('masked_user_info', buildSession().id)
  render(<LoginPage />)
  await signIn()
  await screen.findByRole('alert')
  expect(calls.every(({ headers }) => !headers.has('Authorization') && !headers.has('X-Masked-User'))).toBe(
    true,
  )
})

it('offers one button for each provider', async () => {
  const providers = [
    { id: 'liberty', name: 'Liberty' },
    { id: 'corp', name: 'Corp' },
  ]
  answerCalls({ ...around, 'GET /api/auth/providers': { body: providers } })
  render(<LoginPage />)
  expect(await screen.findByRole('button', { name: 'Sign in with Liberty' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign in with Corp' })).toBeTruthy()
})

function withSecondFactor({ body }: Sent) {
  const hasCode = typeof body === 'object' && body !== null && 'code' in body
  return hasCode ? { body: buildSession() } : errorAnswer('secondFactorRequired', 'Enter the code.')
}

it('asks for the second factor on the same page, and sends it with the password', async () => {
  const calls = answerCalls({ ...around, [login]: withSecondFactor })
  render(<LoginPage />)
  await signIn()
  const code = await screen.findByLabelText('Code')
  expect(document.activeElement).toBe(code)
  await userEvent.type(code, '123456{Enter}')
  await vi.waitFor(() => expect(readSession()?.userName).toBe('zoe'))
  expect(calls.at(-1)?.body).toEqual({ userName: 'zoe', password: 'a long password', code: '123456' })
})

it('leads back from the second factor, with the user name and without the password', async () => {
  answerCalls({ ...around, [login]: withSecondFactor })
  render(<LoginPage />)
  await signIn()
  await userEvent.click(await screen.findByRole('button', { name: 'Back to user name and password' }))
  expect(screen.getByLabelText<HTMLInputElement>('User name').value).toBe('zoe')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
})
