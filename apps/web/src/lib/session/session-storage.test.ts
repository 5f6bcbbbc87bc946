import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readSession, refreshSession } from '#web/lib/session/session.ts'
import {
  beginSession,
  encodeSession,
  endSession,
  subscribeToSession,
} from '#web/lib/session/session-storage.ts'
import { buildSession } from '../../../test/build-session.ts'

beforeEach(() => localStorage.clear())

describe('readSession', () => {
  it('reads what a sign-in stored, letters of all languages included', () => {
    beginSession(buildSession())
    expect(readSession()).toEqual(buildSession())
    const stored = localStorage.getItem('user_info') ?? ''
    expect(new TextDecoder().decode(Uint8Array.from(atob(stored), (one) => one.charCodeAt(0)))).toBe(
      JSON.stringify(buildSession()),
    )
  })

  it('gives the same object until something changes', () => {
    beginSession(buildSession())
    expect(readSession()).toBe(readSession())
  })

  it.each([
    ['no base64', '%%%'],
    ['no JSON', btoa('{')],
    ['no UTF-8', btoa('"\xff"')],
    ['another shape', btoa('{"id":1}')],
    [
      'a session without a token',
      btoa(JSON.stringify({ ...buildSession(), token: undefined }).replaceAll(/[^ -~]/g, '')),
    ],
    ['empty', ''],
  ])('takes %s for signed out', (_, text) => {
    localStorage.setItem('user_info', text)
    expect(readSession()).toBeUndefined()
  })
})

describe('a sign-in', () => {
  it('forgets the viewed user and the pages of another user', () => {
    beginSession(buildSession())
    localStorage.setItem('masked_user_info', 'somebody')
    localStorage.setItem('trackedPages', '[]')
    localStorage.setItem('isDarkTheme', 'true')
    beginSession(buildSession({ id: '01990000-0000-7000-8000-000000000002' }))
    expect(localStorage.getItem('masked_user_info')).toBeNull()
    expect(localStorage.getItem('trackedPages')).toBeNull()
    expect(localStorage.getItem('isDarkTheme')).toBe('true')
  })

  it('keeps the pages of the same user', () => {
    beginSession(buildSession())
    localStorage.setItem('trackedPages', '[]')
    endSession()
    beginSession(buildSession({ token: 'another' }))
    expect(localStorage.getItem('trackedPages')).toBe('[]')
  })
})

describe('a sign-out', () => {
  it('ends the session and stops viewing', () => {
    beginSession(buildSession())
    localStorage.setItem('masked_user_info', 'somebody')
    endSession()
    expect(localStorage.getItem('user_info')).toBeNull()
    expect(localStorage.getItem('masked_user_info')).toBeNull()
  })
})

describe('a refresh', () => {
  it('takes over names and rights and keeps the token', () => {
    beginSession(buildSession())
    const { token, ...me } = buildSession({ claims: [], claimsString: [], firstName: 'Zora' })
    refreshSession(me)
    expect(readSession()).toEqual({ ...me, token })
  })

  it('does not bring back a session that has ended', () => {
    const { token: _, ...me } = buildSession()
    refreshSession(me)
    expect(readSession()).toBeUndefined()
  })
})

describe('subscribers', () => {
  it('hear of this tab and of the others', () => {
    const hear = vi.fn<() => void>()
    const stop = subscribeToSession(hear)
    beginSession(buildSession())
    expect(hear).toHaveBeenCalledTimes(1)
    dispatchEvent(new StorageEvent('storage', { key: 'user_info' }))
    dispatchEvent(new StorageEvent('storage', { key: 'isDarkTheme' }))
    expect(hear).toHaveBeenCalledTimes(2)
    dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(hear).toHaveBeenCalledTimes(3)
    stop()
    endSession()
    expect(hear).toHaveBeenCalledTimes(3)
  })

  it('follow when another tab signs in', () => {
    localStorage.setItem('user_info', encodeSession(buildSession({ token: 'from the other tab' })))
    expect(readSession()?.token).toBe('from the other tab')
  })
})
