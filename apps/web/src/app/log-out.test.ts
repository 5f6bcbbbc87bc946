import { beforeEach, expect, it, vi } from 'vitest'
import { logOut } from '#web/app/log-out.ts'
import { readSession } from '#web/lib/session.ts'
import { beginSession } from '#web/lib/session-storage.ts'
import { answerCalls } from '../../test/answers.ts'
import { buildSession } from '../../test/build-session.ts'

const logout = 'POST /api/auth/logout'
const assign = vi.fn<(url: string) => void>()

beforeEach(() => {
  localStorage.clear()
  beginSession(buildSession())
  localStorage.setItem('masked_user_info', '01990000-0000-7000-8000-000000000002')
  assign.mockReset()
  vi.spyOn(location, 'assign').mockImplementation((url) => assign(String(url)))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

it('clears the user and whom they viewed as, and goes to the root', async () => {
  answerCalls({ [logout]: { status: 204 } })
  await logOut()
  expect(readSession()).toBeUndefined()
  expect(localStorage.getItem('masked_user_info')).toBeNull()
  expect(assign).toHaveBeenCalledExactlyOnceWith('/')
})

it('goes to the sign-out page of the provider instead', async () => {
  answerCalls({ [logout]: { body: { signOutUrl: 'https://id.test/end' } } })
  await logOut()
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://id.test/end')
})

it.each(['javascript:alert(1)', 'data:text/html,x'])('does not go to %s', async (signOutUrl) => {
  answerCalls({ [logout]: { body: { signOutUrl } } })
  await logOut()
  expect(assign).toHaveBeenCalledExactlyOnceWith('/')
})

it('signs out here also when the server does not answer', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server')))
  await logOut()
  expect(readSession()).toBeUndefined()
  expect(assign).toHaveBeenCalledExactlyOnceWith('/')
})
