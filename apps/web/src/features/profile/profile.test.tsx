import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, errorAnswer } from '../../../test/answers.ts'
import { buildSession } from '../../../test/build-session.ts'
import { buildUser } from '../../../test/build-user.ts'
import { openPage } from '../../../test/show.tsx'

const session = buildSession()
const user = buildUser({
  id: session.id,
  userName: 'zoe',
  email: null,
  firstName: 'Zoë',
  lastName: 'Łukasz',
  revision: 7,
})
const alive = {
  startedAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-20T11:00:00.000Z',
  address: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
}
const sessions = [
  { ...alive, id: '01990000-0000-7000-8000-0000000000a1', isCurrent: true },
  { ...alive, id: '01990000-0000-7000-8000-0000000000a2', isCurrent: false },
]
const own = `/api/user/${user.id}`
const answers = {
  [`GET ${own}`]: { body: user },
  'GET /api/user/me/sessions': { body: sessions },
  'GET /api/user/me/twofactor': {
    body: { isOn: false, since: null, recoveryCodesLeft: 0, isDemanded: false },
  },
}

beforeEach(() => localStorage.clear())

interface Shown {
  tab?: string
  loginProvider?: string
  isViewingAs?: boolean
}

function show({ tab, loginProvider = 'local', isViewingAs = false }: Shown = {}) {
  openPage(tab === undefined ? '/app/user' : `/app/user?tab=${tab}`, {
    user: buildSession({ loginProvider }),
    viewedBy: isViewingAs ? buildSession({ isAdmin: true }) : undefined,
  })
}

it('sends names with the revision that was read', async () => {
  const calls = answerCalls({ ...answers, [`PUT ${own}`]: { body: { ...user, revision: 8 } } })
  show()
  await userEvent.clear(await screen.findByLabelText('First name'))
  await userEvent.type(screen.getByLabelText('First name'), 'Zora')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Profile saved.')).toBeTruthy()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    firstName: 'Zora',
    lastName: 'Łukasz',
    phone: null,
    timeZone: null,
    revision: 7,
  })
})

it('tells that somebody else changed the profile meanwhile', async () => {
  answerCalls({ ...answers, [`PUT ${own}`]: errorAnswer('revisionConflict', 'Changed meanwhile.', 409) })
  show()
  await userEvent.type(await screen.findByLabelText('First name'), '!')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/This was changed in the meantime/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Load current version' })).toBeTruthy()
})

it('changes the password without its confirmation, and keeps a wrong one under its field', async () => {
  const wrong = [{ code: 'wrongPassword', description: 'Incorrect password.', field: 'currentPassword' }]
  const calls = answerCalls({ ...answers, [`PUT ${own}/password`]: { status: 400, body: wrong } })
  show({ tab: 'sign-in' })
  await userEvent.type(screen.getByLabelText('Current password'), 'not it')
  await userEvent.type(screen.getByLabelText('New password'), 'copper-violin-harbour')
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'copper-violin-harbour')
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Incorrect password.')).toBeTruthy()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    currentPassword: 'not it',
    password: 'copper-violin-harbour',
  })
})

it('shows a secret as code and as text, and the recovery codes after it', async () => {
  answerCalls({
    ...answers,
    'POST /api/user/me/twofactor': {
      body: { secret: 'ABCDEFGHIJ', url: 'otpauth://totp/x?secret=ABCDEFGHIJ' },
    },
    'PUT /api/user/me/twofactor': { body: { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] } },
  })
  show({ tab: 'sign-in' })
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }))
  await userEvent.type(screen.getByLabelText('Confirm your password'), 'secret{Enter}')
  expect(await screen.findByText('ABCD EFGH IJ')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Six-digit code from the app'), '123456{Enter}')
  const codes = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(within(codes).getAllByRole('listitem')).toHaveLength(2)
})

it('marks this session, and ends another', async () => {
  const calls = answerCalls({
    ...answers,
    [`DELETE /api/user/me/sessions/${sessions[1]?.id}`]: { status: 204 },
  })
  show({ tab: 'sessions' })
  expect(await screen.findByText('Current')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Firefox on Linux' }))
  await vi.waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true))
})

it('asks before it ends all other sessions', async () => {
  const calls = answerCalls({ ...answers, 'DELETE /api/user/me/sessions': { status: 204 } })
  const ended = () => calls.filter(({ method }) => method === 'DELETE')
  show({ tab: 'sessions' })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out all others' }))
  const question = within(await screen.findByRole('dialog', { name: 'Sign out all your other sessions?' }))
  expect(ended()).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Sign out all others' }))
  await vi.waitFor(() => expect(ended()).toHaveLength(1))
})

it('has neither password nor second factor for somebody who signs in at a provider', async () => {
  answerCalls(answers)
  show({ tab: 'sign-in', loginProvider: 'liberty' })
  expect(await screen.findByText(/You sign in at “liberty”/)).toBeTruthy()
  expect(screen.queryByLabelText('Current password')).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Two-factor sign-in' })).toBeNull()
})

it('can only be read while viewing as somebody, without how they sign in', async () => {
  const calls = answerCalls(answers)
  show({ isViewingAs: true })
  expect(await screen.findByText(/It is read-only/)).toBeTruthy()
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).disabled).toBe(true)
  expect(screen.queryByText('Current')).toBeNull()
  expect(calls.filter(({ path }) => /sessions|signin|twofactor/.test(path))).toEqual([])
  expect(screen.queryByRole('tab', { name: 'Sessions' })).toBeNull()
  const open = screen.getAllByRole('button').filter((button) => button.matches('button:enabled'))
  expect(open.map(({ textContent }) => textContent)).toEqual([])
})

it('says rights in words, in the groups in which they are given', async () => {
  answerCalls(answers)
  const claims = ['call.edit', 'client.view', 'reporting.view', 'dashboard.view']
  openPage('/app/user?tab=rights', { user: buildSession({ claims }) })
  const lists = await screen.findAllByRole('list', { name: /Reports and calls|Customers/ })
  const said = lists.map((list) =>
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  )
  expect(said).toEqual([
    [
      'Open the dashboard',
      'Run and export the reports of your groups',
      'Change notes, tags, lead status, score and value of calls',
    ],
    ['See your customers'],
  ])
  expect(screen.queryByText('call.edit')).toBeNull()
})
