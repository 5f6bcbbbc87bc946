import { login, logout } from '@callboard/contract/auth'
import { getCall } from '@callboard/contract/calls'
import { listParameterValues } from '@callboard/contract/reports'
import { getSystemSettings } from '@callboard/contract/settings'
import { updateThumbnail } from '@callboard/contract/users'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { download, fileNameOf, send, sendAsNobody } from '#web/lib/api/api.ts'
import { ApiError, explainedError, isWorthRetrying } from '#web/lib/api/api-error.ts'
import { readSession } from '#web/lib/session/session.ts'
import { beginSession, endSession, readInterruptedUserId } from '#web/lib/session/session-storage.ts'
import { buildSession } from '../../../test/build-session.ts'

const reload = vi.fn<() => void>()
const requests: { url: string; init: RequestInit }[] = []

function answerWith(answer: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return await answer()
  })
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'X-Request-Id': 'req-7' } })
}

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw new Error('The call did not fail as a call', { cause: error })
}

const settings = {
  productName: 'Callboard',
  logoUrl: null,
  defaultTimeZone: 'America/New_York',
  weekStartsOn: 1,
  backgroundExportRows: 100_000,
}

beforeEach(() => {
  localStorage.clear()
  endSession()
  requests.length = 0
  reload.mockReset()
  vi.spyOn(location, 'reload').mockImplementation(reload)
})

describe('send', () => {
  it('sends the token of the stored session', async () => {
    beginSession(buildSession())
    answerWith(() => json(settings))
    await send(getSystemSettings, {})
    expect(new Headers(requests[0]?.init.headers).get('Authorization')).toBe('Bearer token-of-zoe')
  })

  it('puts parameters into path and query, encoded', async () => {
    answerWith(() => json({ items: [], total: 0 }))
    await send(listParameterValues, {
      params: { parameter: 'source', id: '00000000-0000-0000-0000-000000000000' },
      query: { keyword: 'a&b c' },
    })
    expect(requests[0]?.url).toBe(
      '/api/reporting/source/00000000-0000-0000-0000-000000000000?keyword=a%26b+c',
    )
  })

  it('answers nothing for an endpoint without a body', async () => {
    answerWith(() => new Response(null, { status: 204 }))
    expect(await send(logout, {})).toBeUndefined()
  })

  it('answers what an endpoint has to say, where it may also have nothing', async () => {
    answerWith(() => json({ signOutUrl: 'https://id.test/end' }))
    expect(await send(logout, {})).toEqual({ signOutUrl: 'https://id.test/end' })
  })

  it('sends a file as it is, under its own type', async () => {
    const file = new Blob(['x'], { type: 'image/png' })
    answerWith(() => new Response('', { status: 500 }))
    await failure(send(updateThumbnail, { body: file }))
    expect(requests[0]?.init.body).toBe(file)
    expect(headerOf('Content-Type')).toBe('image/png')
  })

  it('refuses an answer that is not what the contract says', async () => {
    answerWith(() => json({ ...settings, weekStartsOn: 'Monday' }))
    const error = await failure(send(getSystemSettings, {}))
    expect(error.message).toContain('could not be read')
    expect(error.requestId).toBe('req-7')
  })
})

function headerOf(name: string): string | null {
  return new Headers(requests.at(-1)?.init.headers).get(name)
}

describe('viewed as another user', () => {
  const viewed = '01990000-0000-7000-8000-000000000002'
  const invalid = () => json([{ code: 'maskedUserInvalid', description: 'No more.' }], 403)

  beforeEach(() => {
    beginSession(buildSession())
    localStorage.setItem('masked_user_info', viewed)
  })

  it('names that user with every call', async () => {
    answerWith(() => json(settings))
    await send(getSystemSettings, {})
    expect(headerOf('X-Masked-User')).toBe(viewed)
    expect(headerOf('Authorization')).toBe('Bearer token-of-zoe')
  })

  it.each(['00000000-0000-0000-0000-000000000000', 'nonsense'])('names nobody by %s', async (id) => {
    localStorage.setItem('masked_user_info', id)
    answerWith(() => json(settings))
    await send(getSystemSettings, {})
    expect(headerOf('X-Masked-User')).toBeNull()
  })

  it('stops viewing and reloads when the viewed user is refused, once for all calls under way', async () => {
    answerWith(invalid)
    const call = () => failure(send(getSystemSettings, {}))
    await Promise.all([call(), call(), call()])
    expect(localStorage.getItem('masked_user_info')).toBeNull()
    expect(readSession()).toBeDefined()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('keeps the page when a change is refused', async () => {
    answerWith(() => json([{ code: 'maskedReadOnly', description: 'Nothing can be changed.' }], 403))
    expect((await failure(send(getSystemSettings, {}))).message).toBe('Nothing can be changed.')
    expect(localStorage.getItem('masked_user_info')).toBe(viewed)
    expect(reload).not.toHaveBeenCalled()
  })

  it('does not reload when a user is refused who is no longer viewed', async () => {
    answerWith(() => {
      localStorage.removeItem('masked_user_info')
      return invalid()
    })
    await failure(send(getSystemSettings, {}))
    expect(reload).not.toHaveBeenCalled()
  })
})

it('notes that a second factor is demanded', async () => {
  beginSession(buildSession())
  answerWith(() => json([{ code: 'secondFactorDemanded', description: 'Set it up.' }], 403))
  await failure(send(getSystemSettings, {}))
  expect(readSession()?.mustSetUpTwoFactor).toBe(true)
  expect(reload).not.toHaveBeenCalled()
})

it('asks as nobody without token and viewed user, and ends no session by it', async () => {
  beginSession(buildSession())
  answerWith(() => json([{ code: 'unauthenticated', description: 'Sign in.' }], 401))
  await failure(sendAsNobody(getSystemSettings, {}))
  expect(headerOf('Authorization')).toBeNull()
  expect(readSession()).toBeDefined()
  expect(reload).not.toHaveBeenCalled()
})

describe('a failed call', () => {
  it('joins the descriptions of a list, one per line', async () => {
    answerWith(() =>
      json(
        [
          { code: 'invalid', description: 'The name is missing.', field: 'name' },
          { code: 'weakPassword', description: 'The password is too short.' },
        ],
        400,
      ),
    )
    const error = await failure(send(getSystemSettings, {}))
    expect(error.message).toBe('The name is missing.\nThe password is too short.')
    expect(error.items[0]?.field).toBe('name')
    expect(error.status).toBe(400)
    expect(error.requestId).toBe('req-7')
  })

  it('does so whatever else the objects of the list hold', async () => {
    const items = [
      { description: 'One.', code: 7, field: null, severity: 'high' },
      { description: 'Two.', code: 'two', field: 'name', more: [{}] },
    ]
    answerWith(() => json(items, 502))
    const error = await failure(send(getSystemSettings, {}))
    expect(error.message).toBe('One.\nTwo.')
    expect(error.items).toEqual([
      { description: 'One.' },
      { description: 'Two.', code: 'two', field: 'name' },
    ])
  })

  it.each([
    ['a text', 'upstream is gone', 'upstream is gone'],
    ['an object', '{"message":"no"}', '{"message":"no"}'],
    ['a list without descriptions', '[{"code":"x"}]', '[{"code":"x"}]'],
    ['an empty list', '[]', '[]'],
    ['nothing', '', 'error'],
  ])('gives the raw body when it is %s', async (_, body, message) => {
    answerWith(() => new Response(body, { status: 502 }))
    expect((await failure(send(getSystemSettings, {}))).message).toBe(message)
  })

  it.each([200, 502])('is in words when a proxy answers %i with a page of its own', async (status) => {
    const page = { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } }
    answerWith(() => new Response('<!doctype html><h1>Bad Gateway</h1>', page))
    const { message } = await failure(send(getSystemSettings, {}))
    expect(message).toMatch(/sign-in page answered instead of the portal/)
  })

  it.each([
    ['a download', () => download(getCall, { params: { id: buildSession().id } }, 'text/csv')],
    ['what answers nothing', () => send(logout, {})],
  ])('is no success when a page of HTML stands in for %s', async (_, call) => {
    answerWith(() => new Response('<h1>Hotel</h1>', { headers: { 'Content-Type': 'text/html' } }))
    expect((await failure(call())).message).toMatch(/^A proxy or your network’s sign-in/)
  })

  it('is none when a page of HTML is the file that was asked for', async () => {
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Disposition': 'attachment; filename="Calls.html"',
    }
    answerWith(() => new Response('<!doctype html><h1>Calls</h1>', { headers }))
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    await download(getCall, { params: { id: buildSession().id } }, 'text/html')
    expect(saved).toHaveBeenCalledOnce()
  })

  it('says whether a change may have been made whose answer was lost', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
    const lost = await failure(send(updateThumbnail, { body: new Blob(['x']) }))
    expect(explainedError(lost)).toMatch(/it is not known whether this was done/)
    expect(explainedError(await failure(send(getSystemSettings, {})))).toMatch(
      /The server did not respond\.$/,
    )
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const unsent = await failure(send(updateThumbnail, { body: new Blob(['x']) }))
    expect(explainedError(unsent)).toMatch(/You are offline: nothing was sent/)
  })

  it('is a network error when there is no answer', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
    const error = await failure(send(getSystemSettings, {}))
    expect(error.message).toBe('network error')
    expect(error.status).toBe(0)
  })

  it('stays an abort when it was cancelled', async () => {
    answerWith(() => Promise.reject(new DOMException('Aborted', 'AbortError')))
    await expect(send(getSystemSettings, {})).rejects.toHaveProperty('name', 'AbortError')
  })
})

describe('a 401', () => {
  const dead = () => json([{ code: 'unauthenticated', description: 'Sign in.' }], 401)

  it('removes the stored user, and leaves it to the page what becomes of it', async () => {
    beginSession(buildSession())
    answerWith(dead)
    const call = () => failure(send(getCall, { params: { id: buildSession().id } }))
    await Promise.all([call(), call(), call()])
    expect(localStorage.getItem('user_info')).toBeNull()
    expect(readSession()).toBeUndefined()
    expect(readInterruptedUserId()).toBe(buildSession().id)
    expect(reload).not.toHaveBeenCalled()
  })

  it('does not end a session that began while the call was under way', async () => {
    beginSession(buildSession())
    answerWith(() => {
      beginSession(buildSession({ token: 'a newer one' }))
      return dead()
    })
    await failure(send(getSystemSettings, {}))
    expect(readSession()?.token).toBe('a newer one')
    expect(readInterruptedUserId()).toBeNull()
  })

  it('waits for nobody when nobody is signed in', async () => {
    answerWith(dead)
    await failure(send(getSystemSettings, {}))
    expect(readInterruptedUserId()).toBeNull()
  })

  it('is not what a wrong password answers: that keeps the page', async () => {
    answerWith(() => json([{ code: 'invalidCredentials', description: 'Wrong.' }], 400))
    const error = await failure(send(login, { body: { userName: 'zoe', password: 'x' } }))
    expect(error.items[0]?.code).toBe('invalidCredentials')
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('fileNameOf', () => {
  it.each([
    ['attachment; filename="calls 2026.csv"', 'calls 2026.csv'],
    ['attachment; filename="a \\"b\\".csv"', 'a "b".csv'],
    [`attachment; filename="x.csv"; filename*=UTF-8''Anrufe%20K%C3%B6ln.csv`, 'Anrufe Köln.csv'],
    ['attachment; filename=calls.csv', 'calls.csv'],
    ['attachment', undefined],
    [null, undefined],
  ])('reads %s', (header, name) => {
    expect(fileNameOf(header)).toBe(name)
  })
})

it.each([
  [0, true],
  [500, true],
  [503, true],
  [400, false],
  [403, false],
  [404, false],
  [429, false],
])('a question that failed with %i is asked again by itself: %s', (status, isAgain) => {
  expect(isWorthRetrying(new ApiError({ status, message: 'No.' }))).toBe(isAgain)
})
