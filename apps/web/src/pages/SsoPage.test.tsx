import { ssoErrorCodes } from '@callboard/contract/auth'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { readSession } from '#web/lib/session/session.ts'
import { beginSession } from '#web/lib/session/session-storage.ts'
import { SsoPage } from '#web/pages/SsoPage.tsx'
import { answerCalls, errorAnswer } from '../../test/answers.ts'
import { buildSession } from '../../test/build-session.ts'

const exchange = 'POST /api/auth/sso/exchange'
const verifier = 'v'.repeat(43)
const onSignedIn = vi.fn<(returnTo: string) => void>()

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  onSignedIn.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

function open(address: string) {
  history.replaceState(null, '', address)
  render(<SsoPage onSignedIn={onSignedIn} />)
}

function keep(returnTo: string) {
  sessionStorage.setItem('ssoStart', JSON.stringify({ verifier, returnTo }))
}

it('trades the one-time id with the verifier for the session, and goes where the visitor wanted', async () => {
  const calls = answerCalls({ [exchange]: { body: buildSession() } })
  keep('/reports?keyword=x')
  open('/ssoliberty/one-time')
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledExactlyOnceWith('/reports?keyword=x'))
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ id: 'one-time', verifier })
  expect(readSession()?.userName).toBe('zoe')
  expect(location.href).not.toContain('one-time')
})

it('never goes to another site after it', async () => {
  answerCalls({ [exchange]: { body: buildSession() } })
  keep('//evil.test/app')
  open('/ssoliberty/one-time')
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledExactlyOnceWith('/app/dashboard/default'))
})

it('signs nobody in by a link that another browser began, and keeps who is signed in', async () => {
  const calls = answerCalls({ [exchange]: { body: buildSession({ userName: 'mallory' }) } })
  beginSession(buildSession())
  open('/ssoliberty/one-time')
  expect(await screen.findByText(/was started in another window/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Stay signed in' })).toBeTruthy()
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  expect(readSession()?.userName).toBe('zoe')
})

it('says that an id is spent', async () => {
  answerCalls({ [exchange]: errorAnswer('invalidOneTimeId', 'Gone.') })
  keep('/app/user')
  open('/ssoliberty/one-time')
  const again = await screen.findByRole('link', { name: 'Try to Login Again' })
  expect(again.getAttribute('href')).toBe('/login?returnTo=%2Fapp%2Fuser')
  expect(onSignedIn).not.toHaveBeenCalled()
})

it.each([...ssoErrorCodes, 'somethingNew'])('gives the reason of %s in words', async (code) => {
  answerCalls({})
  open(`/ssoliberty?error=${code}`)
  const { textContent } = await screen.findByRole('alert')
  expect(textContent).toMatch(/\w+ \w+ .*\.$/)
  expect(textContent).not.toContain(code)
  expect(screen.getByRole('link', { name: 'Try to Login Again' })).toBeTruthy()
})

it('begins liberty without an id', async () => {
  answerCalls({})
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  open('/ssoliberty')
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce())
  expect(String(assign.mock.calls[0]?.[0])).toMatch(/^\/api\/auth\/sso\/liberty\?challenge=[\w-]{43}$/)
})
