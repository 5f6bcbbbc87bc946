import * as users from '@callboard/contract/users'
import { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { SessionOver } from '#web/app/SessionOver.tsx'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { send } from '#web/lib/api/api.ts'
import { beginSession } from '#web/lib/session/session-storage.ts'
import { answerCalls, errorAnswer } from '../../test/answers.ts'
import { buildSession } from '../../test/build-session.ts'
import { show } from '../../test/show.tsx'

const { token: _, ...me } = buildSession()
const other = buildSession({ id: '01990000-0000-7000-8000-000000000002', userName: 'ada' })
const reload = vi.fn<() => void>()
const assign = vi.fn<(url: string) => void>()
const settings = { productName: 'Callboard', logoUrl: null }

beforeEach(() => {
  localStorage.clear()
  reload.mockReset()
  assign.mockReset()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  vi.spyOn(location, 'assign').mockImplementation((url) => assign(String(url)))
})

function Note() {
  const [text, setText] = useState('')
  return <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />
}

/** A page in use, or one that has not been answered yet. */
async function openPage({ isInUse = true, hasSecondFactor = false } = {}) {
  beginSession(buildSession())
  let isOver = false
  const calls = answerCalls({
    'GET /api/user/me': () =>
      isOver ? errorAnswer('unauthenticated', 'Sign in to continue.', 401) : { body: me },
    'GET /api/settings': { body: settings },
    'GET /api/auth/providers': { body: [] },
    'POST /api/auth/login': ({ body }) => {
      if (hasSecondFactor && !JSON.stringify(body).includes('code'))
        return errorAnswer('secondFactorRequired', 'Enter the code.')
      isOver = false
      return {
        body: body?.valueOf() instanceof Object && Reflect.get(body, 'userName') === 'ada' ? other : again,
      }
    },
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  isOver = !isInUse
  show(
    <SessionProvider>
      <Note />
      <SessionOver />
    </SessionProvider>,
    { client },
  )
  await waitFor(() => expect(client.isFetching()).toBe(0))
  return {
    calls,
    endOnServer: async () => {
      isOver = true
      await act(async () => await send(users.getMe, {}).catch(() => undefined))
    },
  }
}

const again = buildSession({ token: 'a newer one' })

it('asks for the sign-in over the page, and what was typed is there afterwards', async () => {
  const { calls, endOnServer } = await openPage()
  await userEvent.type(screen.getByLabelText('Note'), 'call her back')
  await endOnServer()
  const password = await screen.findByLabelText('Password')
  expect(screen.getByLabelText('User name')).toHaveProperty('value', 'zoe')
  expect(document.activeElement).toBe(password)
  await userEvent.type(password, 'a long password{Enter}')
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'call her back')
  expect(reload).not.toHaveBeenCalled()
  // What was refused meanwhile is asked again, as the new session.
  await waitFor(() => expect(calls.at(-1)?.headers.get('Authorization')).toBe('Bearer a newer one'))
  expect(calls.at(-1)?.path).toBe('/api/user/me')
})

it('asks for the code of a second factor over the page as well', async () => {
  const { calls, endOnServer } = await openPage({ hasSecondFactor: true })
  await userEvent.type(screen.getByLabelText('Note'), 'call her back')
  await endOnServer()
  await userEvent.type(await screen.findByLabelText('Password'), 'a long password{Enter}')
  expect(await screen.findByText('Enter your code')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')
  await waitFor(() => expect(screen.queryByText('Enter your code')).toBeNull())
  expect(calls.filter(({ path }) => path === '/api/auth/login').at(-1)?.body).toMatchObject({
    code: '123456',
  })
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'call her back')
})

it('gives another user a fresh page, and never draws this one for them', async () => {
  const { endOnServer } = await openPage()
  await endOnServer()
  const name = await screen.findByLabelText('User name')
  await userEvent.clear(name)
  await userEvent.type(name, 'ada')
  await userEvent.type(screen.getByLabelText('Password'), 'a long password{Enter}')
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'))
  expect(screen.getByText('Your session has ended')).toBeTruthy()
})

it('continues in all tabs when one has signed in', async () => {
  const { endOnServer } = await openPage()
  await endOnServer()
  await screen.findByLabelText('Password')
  act(() => beginSession(again))
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
})

it('is closed by who is somebody else, and stays covered until the page is left', async () => {
  const { endOnServer } = await openPage()
  await endOnServer()
  await userEvent.click(await screen.findByText(/^Not Zoë/))
  expect(assign).toHaveBeenCalledExactlyOnceWith('/')
  expect(localStorage.getItem('interruptedUserId')).toBeNull()
  expect(screen.getByText('Your session has ended')).toBeTruthy()
})

it('loads a page anew that has nothing on it yet', async () => {
  await openPage({ isInUse: false })
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.queryByLabelText('Password')).toBeNull()
})
