import type { Session } from '@callboard/contract/users'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { ViewAsBanner } from '#web/app/shell/ViewAsBanner.tsx'
import { fullName, useCurrentUser, useRealUser } from '#web/lib/session/current-user.ts'
import { readSession } from '#web/lib/session/session.ts'
import { beginSession } from '#web/lib/session/session-storage.ts'
import { answerCalls, errorAnswer } from '../../test/answers.ts'
import { buildSession } from '../../test/build-session.ts'
import { show } from '../../test/show.tsx'

const ada = buildSession({
  id: '01990000-0000-7000-8000-000000000002',
  firstName: 'Ada',
  lastName: 'Byron',
  claims: ['reporting.view'],
  claimsString: ['reporting.view'],
})
const supervisor = buildSession({ claims: ['masking.view'], claimsString: ['masking.view'] })

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

function Who() {
  return <p>{`${fullName(useRealUser())} sees it as ${fullName(useCurrentUser())}`}</p>
}

function showAs(children = <Who />) {
  show(<SessionProvider>{children}</SessionProvider>)
}

function answerMe(user: Session) {
  const { token: _, ...me } = user
  return answerCalls({ 'GET /api/user/me': { body: me } })
}

it('refreshes the stored user by the names of this moment', async () => {
  beginSession(buildSession())
  answerMe(buildSession({ firstName: 'Zora' }))
  showAs()
  expect(await screen.findByText('Zora Łukasz sees it as Zora Łukasz')).toBeTruthy()
  expect(readSession()?.firstName).toBe('Zora')
})

it('follows the viewed user, and leaves the stored one alone', async () => {
  beginSession(supervisor)
  localStorage.setItem('masked_user_info', ada.id)
  answerMe(ada)
  showAs()
  expect(await screen.findByText('Zoë Łukasz sees it as Ada Byron')).toBeTruthy()
  expect(readSession()).toEqual(supervisor)
})

it('only logs when the viewed user cannot be loaded', async () => {
  beginSession(supervisor)
  localStorage.setItem('masked_user_info', ada.id)
  answerCalls({ 'GET /api/user/me': errorAnswer('internal', 'It broke.', 500) })
  showAs()
  await screen.findByText(/sees it as/)
  expect(console.error).toHaveBeenCalledWith('The viewed user could not be loaded', expect.anything())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says as whom the portal is viewed, and leads out of it', async () => {
  beginSession(supervisor)
  localStorage.setItem('masked_user_info', ada.id)
  answerMe(ada)
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  showAs(<ViewAsBanner />)
  const stop = await screen.findByRole('button', { name: 'Stop' })
  expect(stop.closest('[role=status]')?.textContent).toBe('Viewing as Ada Byron·read-only·Stop')
  stop.click()
  expect(localStorage.getItem('masked_user_info')).toBeNull()
  expect(reload).toHaveBeenCalledOnce()
})

it('goes back to the page on which the viewing began', async () => {
  beginSession(supervisor)
  sessionStorage.setItem('viewedFrom', '/manage/users?page=2')
  localStorage.setItem('masked_user_info', ada.id)
  answerMe(ada)
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  showAs(<ViewAsBanner />)
  const stop = await screen.findByRole('button', { name: 'Stop' })
  stop.click()
  expect(assign).toHaveBeenCalledWith('/manage/users?page=2')
  expect(sessionStorage.getItem('viewedFrom')).toBeNull()
})
