import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, changesOf, errorAnswer } from '../../../test/answers.ts'
import { buildSession } from '../../../test/build-session.ts'
import { buildUser } from '../../../test/build-user.ts'
import { portalSettings } from '../../../test/portal-settings.ts'
import { fill, findButton, openPage, press } from '../../../test/show.tsx'

const user = buildUser()
const roleId = '01990000-0000-7000-8000-0000000000c1'
const own = `/api/user/${user.id}`
const answers = {
  'GET /api/settings': { body: portalSettings },
  'GET /api/auth/providers': { body: [] },
  [`GET ${own}`]: { body: user },
}

beforeEach(() => localStorage.clear())

it('adds a user with a password, whose confirmation stays in the browser', async () => {
  const calls = answerCalls({ ...answers, 'POST /api/user': { status: 201, body: user } })
  openPage('/manage/users/add')
  fill(await screen.findByLabelText('User name'), 'grace')
  // Roles and groups are not asked for here.
  const invite = screen.getByRole('link', { name: 'invite the user' })
  expect(invite.getAttribute('href')).toBe('/manage/users/invite')
  fireEvent.click(screen.getByLabelText('Set it here'))
  fill(await screen.findByLabelText('Password'), 'correct horse grace')
  expect(screen.getByText(/without the user’s name/)).toBeTruthy()
  expect(await screen.findByText('Strength: Weak: it contains the user’s name')).toBeTruthy()
  fill(await screen.findByLabelText('Password'), 'correct horse 9 battery')
  await press('Add User')
  expect(await screen.findByText('The passwords do not match.')).toBeTruthy()
  expect(changesOf(calls)).toEqual([])
  fill(screen.getByLabelText('Confirm password'), 'correct horse 9 battery')
  await press('Add User')
  expect(await screen.findByRole('heading', { name: 'Grace Hopper' })).toBeTruthy()
  expect(changesOf(calls)[0]?.body).toEqual({
    userName: 'grace',
    email: null,
    firstName: '',
    lastName: '',
    phone: null,
    timeZone: null,
    customerId: null,
    legacyReportingCid: null,
    loginProvider: 'local',
    isAdmin: false,
    password: 'correct horse 9 battery',
  })
})

it('asks for an address before it invites, and says which name is taken', async () => {
  const taken = [{ code: 'userNameTaken', description: 'The user name grace is taken.', field: 'userName' }]
  const calls = answerCalls({ ...answers, 'POST /api/user': { status: 400, body: taken } })
  openPage('/manage/users/add')
  fill(await screen.findByLabelText('User name'), 'grace')
  await press('Add User')
  expect(await screen.findByText('Enter an email address for the invitation.')).toBeTruthy()
  fill(screen.getByLabelText('Email'), 'grace@example.com')
  await press('Add User')
  expect(await screen.findByText('The user name grace is taken.')).toBeTruthy()
  expect(changesOf(calls)[0]?.body).toMatchObject({ invite: true })
})

it('changes one end of a role’s term and leaves the other at its very time', async () => {
  const role = {
    userId: user.id,
    roleId,
    roleName: 'Analyst',
    startDate: '2026-01-01T15:30:00.000Z',
    expiryDate: '2026-03-09T04:00:00.000Z',
  }
  const calls = answerCalls({
    ...answers,
    [`GET ${own}/roles`]: { body: [role] },
    [`POST ${own}/role`]: { status: 201, body: role },
  })
  openPage(`/manage/users/${user.id}?tab=roles`)
  expect(await screen.findByText(/^Ended on /)).toBeTruthy()
  expect(screen.getByText('Mar 8, 2026')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Dates of Analyst'))
  const dialogue = within(await screen.findByRole('dialog'))
  const last = dialogue.getByLabelText('Last day (included)')
  fill(last, '2027-12-31')
  await press('Change dates')
  await expect.poll(() => changesOf(calls).length).toBe(1)
  expect(changesOf(calls)[0]?.body).toEqual({
    roleId,
    startDate: '2026-01-01T15:30:00.000Z',
    expiryDate: '2027-12-31',
  })
})

it('sets properties that changed and removes those that are gone', async () => {
  const calls = answerCalls({
    ...answers,
    [`GET ${own}/properties`]: { body: { desk: '12', floor: '3' } },
    [`POST ${own}/properties`]: { body: { floor: '4' } },
  })
  openPage(`/manage/users/${user.id}?tab=properties`)
  const floor = await screen.findByLabelText('Value of property 2')
  fill(floor, '4')
  fireEvent.click(screen.getByLabelText('Remove property 1'))
  await press('Save')
  await expect.poll(() => changesOf(calls).length).toBe(1)
  expect(changesOf(calls)[0]?.body).toEqual({ desk: null, floor: '4' })
})

it('offers an invitation to whoever has no password, and says why it was not sent', async () => {
  const refused = errorAnswer('conflict', 'This user may not sign in: activate or restore them first.', 409)
  const means = { hasPassword: false, twoFactorSince: null, recoveryCodesLeft: 0 }
  answerCalls({ ...answers, [`GET ${own}/signin`]: { body: means }, [`POST ${own}/invite`]: refused })
  openPage(`/manage/users/${user.id}?tab=password`)
  await press('Send invitation')
  expect(await screen.findByText(/activate or restore them first/)).toBeTruthy()
})

it('turns two-factor sign-in off for somebody who has a password, and needs no invitation', async () => {
  const means = { hasPassword: true, twoFactorSince: '2026-10-01T09:00:00.000Z', recoveryCodesLeft: 1 }
  const calls = answerCalls({
    ...answers,
    [`GET ${own}/signin`]: { body: means },
    [`DELETE ${own}/twofactor`]: { status: 204 },
  })
  openPage(`/manage/users/${user.id}?tab=password`)
  await press('Turn off')
  expect(screen.queryByText('Send invitation')).toBeNull()
  expect(screen.getByText(/1 recovery code left/)).toBeTruthy()
  const question = within(await screen.findByRole('dialog'))
  fireEvent.click(question.getByRole('button', { name: 'Turn off' }))
  await expect.poll(() => changesOf(calls).length).toBe(1)
})

it('sends a link for another password, and says where it went', async () => {
  const means = { hasPassword: true, twoFactorSince: null, recoveryCodesLeft: 0 }
  const calls = answerCalls({
    ...answers,
    [`GET ${own}/signin`]: { body: means },
    [`GET ${own}/sessions`]: { body: [] },
    [`POST ${own}/passwordlink`]: { body: { delivery: 'sending' } },
  })
  openPage(`/manage/users/${user.id}?tab=password`)
  expect(await screen.findByText(/^Or send a link to grace@example\.com /)).toBeTruthy()
  await press('Send password link')
  expect(await screen.findByText('The password link is on its way to grace@example.com.')).toBeTruthy()
  expect(changesOf(calls).map(({ path }) => path)).toEqual([`${own}/passwordlink`])
})

it('says why no link for another password can be sent', async () => {
  const means = { hasPassword: true, twoFactorSince: null, recoveryCodesLeft: 0 }
  answerCalls({
    ...answers,
    [`GET ${own}`]: { body: { ...user, email: null } },
    [`GET ${own}/signin`]: { body: means },
    [`GET ${own}/sessions`]: { body: [] },
  })
  openPage(`/manage/users/${user.id}?tab=password`)
  expect((await findButton('Send password link')).disabled).toBe(true)
  expect(screen.getByText('This user has no email address to send a password link to.')).toBeTruthy()
})

const session = {
  id: '01990000-0000-7000-8000-0000000000a1',
  startedAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-20T11:00:00.000Z',
  address: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  isCurrent: false,
}

it('ends one session of a user, or after a question all of them, however they sign in', async () => {
  const means = { hasPassword: true, twoFactorSince: null, recoveryCodesLeft: 0 }
  for (const loginProvider of ['local', 'liberty']) {
    const calls = answerCalls({
      ...answers,
      [`GET ${own}`]: { body: { ...user, loginProvider } },
      [`GET ${own}/signin`]: { body: means },
      [`GET ${own}/sessions`]: { body: [session] },
      [`DELETE ${own}/sessions/${session.id}`]: { status: 204 },
      [`DELETE ${own}/sessions`]: { status: 204 },
    })
    const { unmount } = openPage(`/manage/users/${user.id}?tab=password`)
    expect(await screen.findByText(/^192\.0\.2\.7 · started .+ · last used /)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Sign out Firefox on Linux' }))
    await expect.poll(() => changesOf(calls).length).toBe(1)
    await press('Sign out everywhere')
    const question = within(await screen.findByRole('dialog', { name: 'Sign Grace Hopper out everywhere?' }))
    expect(changesOf(calls)).toHaveLength(1)
    fireEvent.click(question.getByRole('button', { name: 'Sign out everywhere' }))
    await expect.poll(() => changesOf(calls).length).toBe(2)
    expect(changesOf(calls).map(({ path }) => path)).toEqual([
      `${own}/sessions/${session.id}`,
      `${own}/sessions`,
    ])
    unmount()
  }
})

it('leads to the profile for one’s own password and sessions', async () => {
  const me = buildSession({ isAdmin: true })
  answerCalls({ ...answers, [`GET /api/user/${me.id}`]: { body: { ...user, id: me.id } } })
  openPage(`/manage/users/${me.id}?tab=password`, { user: me })
  expect(await screen.findByRole('link', { name: 'your profile' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Sessions' })).toBeNull()
})
