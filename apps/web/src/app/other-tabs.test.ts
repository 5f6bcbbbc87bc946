import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followOtherTabs } from '#web/app/other-tabs.ts'
import { beginSession, encodeSession } from '#web/lib/session/session-storage.ts'
import { buildSession } from '../../test/build-session.ts'

const reload = vi.fn<() => void>()
let stop: () => void

beforeEach(() => {
  localStorage.clear()
  beginSession(buildSession())
  reload.mockReset()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  stop = followOtherTabs()
})

afterEach(() => stop())

function elsewhere(key: string, value: string | null) {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  dispatchEvent(new StorageEvent('storage', { key }))
}

it('starts anew when another tab signs out', () => {
  elsewhere('user_info', null)
  expect(reload).toHaveBeenCalledOnce()
})

it('stays when the server ends the session, and when its user is back', () => {
  localStorage.setItem('interruptedUserId', buildSession().id)
  elsewhere('user_info', null)
  elsewhere('user_info', encodeSession(buildSession({ token: 'a newer one' })))
  elsewhere('interruptedUserId', null)
  expect(reload).not.toHaveBeenCalled()
})

it('starts anew when another tab closes the page of a session that has ended', () => {
  localStorage.setItem('interruptedUserId', buildSession().id)
  elsewhere('user_info', null)
  elsewhere('interruptedUserId', null)
  expect(reload).toHaveBeenCalledOnce()
})

it('asks nobody to stay on the page of another user', () => {
  const ask = vi.fn<() => void>()
  addEventListener('beforeunload', ask)
  elsewhere('user_info', null)
  dispatchEvent(new Event('beforeunload'))
  removeEventListener('beforeunload', ask)
  expect(ask).not.toHaveBeenCalled()
})

it('starts anew when another tab signs another user in', () => {
  elsewhere('user_info', encodeSession(buildSession({ id: '01990000-0000-7000-8000-000000000002' })))
  expect(reload).toHaveBeenCalledOnce()
})

it('starts anew when another tab views the portal as somebody else', () => {
  elsewhere('masked_user_info', '01990000-0000-7000-8000-000000000002')
  expect(reload).toHaveBeenCalledOnce()
})

it('stays when another tab only refreshes the names, or writes of other things', () => {
  elsewhere('user_info', encodeSession(buildSession({ firstName: 'Zora', token: 'a newer one' })))
  elsewhere('isDarkTheme', 'true')
  elsewhere('masked_user_info', '00000000-0000-0000-0000-000000000000')
  expect(reload).not.toHaveBeenCalled()
})
