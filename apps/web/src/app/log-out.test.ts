import { beforeEach, describe, expect, it, vi } from 'vitest'
import { logOut } from '#web/app/log-out.ts'
import { readSession } from '#web/lib/session/session.ts'
import { beginSession } from '#web/lib/session/session-storage.ts'
import { answerCalls } from '../../test/answers.ts'
import { buildSession } from '../../test/build-session.ts'

const logout = 'POST /api/auth/logout'
const sessionOfProvider = { ...buildSession(), loginProvider: 'liberty' }
const assign = vi.fn<(url: string) => void>()

beforeEach(() => {
  localStorage.clear()
  beginSession(sessionOfProvider)
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

it('clears the user before it asks the server, which gets the token', async () => {
  const sent = answerCalls({
    [logout]: ({ headers }) => {
      expect(readSession()).toBeUndefined()
      expect(headers.get('Authorization')).toBe(`Bearer ${buildSession().token}`)
      expect(headers.get('X-Masked-User')).toBeNull()
      return { status: 204 }
    },
  })
  await logOut()
  expect(sent).toHaveLength(1)
})

describe('a server that never answers', () => {
  const requests: RequestInit[] = []

  beforeEach(() => {
    vi.useFakeTimers()
    requests.length = 0
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      requests.push(init)
      return await new Promise(() => undefined)
    })
  })

  it('keeps nobody of the portal’s own users waiting, and still gets the request', () => {
    beginSession(buildSession())
    void logOut()
    expect(readSession()).toBeUndefined()
    expect(assign).toHaveBeenCalledExactlyOnceWith('/')
    expect(requests).toMatchObject([{ method: 'POST', keepalive: true }])
  })

  it('has users of a provider go to the root after a while', async () => {
    void logOut()
    expect(readSession()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(assign).toHaveBeenCalledExactlyOnceWith('/')
  })
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
