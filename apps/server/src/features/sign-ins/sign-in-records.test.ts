import { keysetPageOf } from '@callboard/contract/paging'
import { SignInRecord } from '@callboard/contract/sign-ins'
import { OpenSession, Session } from '@callboard/contract/users'
import { Secret, TOTP } from 'otpauth'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { type AskedRequest, openPortal, type Person, type Portal } from '#test/portal.ts'

const password = 'correct horse 9 battery'
const wrong = 'another horse 9 battery'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
const Page = keysetPageOf(SignInRecord)

let test: Portal
let admin: Person
let addresses = 0
const logged: Record<string, unknown>[] = []

beforeAll(async () => {
  const write = (line: string) => logged.push(z.record(z.string(), z.unknown()).parse(JSON.parse(line)))
  const log = pino({ level: 'info' }, { write })
  test = await openPortal({ log })
  admin = await test.make.user({ isAdmin: true, userName: 'records-admin' })
})

const freshAddress = () => `10.31.${Math.floor(++addresses / 250)}.${addresses % 250}`

interface SignIn {
  address?: string
  password?: string
  code?: string
}

async function signIn(userName: string, { address = freshAddress(), ...given }: SignIn = {}) {
  return await test.ask({
    path: '/api/auth/login',
    body: { userName, password, ...given },
    address,
    headers: { 'user-agent': firefox },
  })
}

async function sessionOf(userName: string, given: SignIn = {}): Promise<Session> {
  return Session.parse(expectOk(await signIn(userName, given)))
}

async function recordsOf(userId: string, body: object = {}) {
  const asked = { path: '/api/signin/search', body: { userId, ...body }, token: admin.token }
  return Page.parse(expectOk(await test.ask(asked))).items
}

/** The newest first. */
async function kindsOf(userId: string): Promise<string[]> {
  return (await recordsOf(userId)).map(({ kind }) => kind)
}

const done = async (asked: AskedRequest) => expect((await test.ask(asked)).status).toBe(204)

describe('on record', () => {
  it('are sign-in and sign-out, with the address, the device and what was proven', async () => {
    const user = await test.make.user({ password })
    const { token } = await sessionOf(user.userName, { address: '10.30.0.1' })
    await done({ method: 'POST', path: '/api/auth/logout', token, address: '10.30.0.2' })
    const from = { userId: user.id, userName: user.userName, byUserId: null, times: 1 }
    expect(await recordsOf(user.id)).toMatchObject([
      { ...from, kind: 'signedOut', address: '10.30.0.2', proof: null },
      { ...from, kind: 'signedIn', address: '10.30.0.1', userAgent: firefox, proof: 'password' },
    ])
  })

  it('are wrong passwords, at the sign-in and on the profile, counted together by the hour', async () => {
    const user = await test.make.user({ password })
    const address = freshAddress()
    for (let times = 0; times < 2; times++) await signIn(user.userName, { address, password: wrong })
    await user.ask({
      method: 'PUT',
      path: `/api/user/${user.id}/password`,
      body: { currentPassword: wrong, password: 'plover quartz 41' },
      address,
    })
    await signIn(user.userName, { password: wrong })
    const records = await recordsOf(user.id)
    // An hour may have ended in between.
    const counted = records.filter((record) => record.address === address)
    expect(counted.reduce((sum, { times }) => sum + times, 0)).toBe(3)
    expect(counted.length).toBeLessThanOrEqual(2)
    expect(records.filter((record) => record.address !== address)).toMatchObject([{ times: 1 }])
    for (const { kind, firstAt, at } of records) {
      expect(kind).toBe('wrongPassword')
      expect(firstAt <= at).toBe(true)
    }
  })

  it('is a try with a name that nobody has, but not the name, which may be a password', async () => {
    const address = freshAddress()
    for (const name of ['hunter2-of-mine', 'nobody-at-all']) await signIn(name, { address })
    const body = { keyword: address }
    const answer = await admin.ask({ path: '/api/signin/search', body })
    const { items } = Page.parse(expectOk(answer))
    expect(items.reduce((sum, { times }) => sum + times, 0)).toBe(2)
    for (const item of items)
      expect(item).toMatchObject({ kind: 'wrongPassword', userId: null, userName: null })
    expect(JSON.stringify([answer.text, logged])).not.toContain('hunter2')
  })

  it('is once a minute that an account has no more guesses', async () => {
    const user = await test.make.user({ password })
    for (let failures = 0; failures < 7; failures++) await signIn(user.userName, { password: wrong })
    const records = await recordsOf(user.id)
    const timesOf = (asked: string) =>
      records.filter(({ kind }) => kind === asked).reduce((sum, { times }) => sum + times, 0)
    expect([timesOf('wrongPassword'), timesOf('locked')]).toEqual([5, 1])
  })

  it('are wrong codes, and whether the app or a recovery code was right', async () => {
    const user = await test.make.user({ password })
    const path = '/api/user/me/twofactor'
    const begun = await user.ask({ path, body: { password }, address: freshAddress() })
    const { secret } = z.object({ secret: z.string() }).parse(begun.json())
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const confirmed = await user.ask({
      method: 'PUT',
      path,
      body: { code: totp.generate({ timestamp: Date.now() - 30_000 }) },
    })
    const { recoveryCodes } = z.object({ recoveryCodes: z.array(z.string()) }).parse(confirmed.json())
    await signIn(user.userName, { code: '000000' })
    await sessionOf(user.userName, { code: recoveryCodes[0] })
    await sessionOf(user.userName, { code: totp.generate({ timestamp: Date.now() + 1000 }) })
    expect((await recordsOf(user.id)).map(({ kind, proof }) => [kind, proof])).toEqual([
      ['signedIn', 'app'],
      ['signedIn', 'recoveryCode'],
      ['wrongCode', null],
    ])
  })

  it('are sessions that were ended, by oneself or by whom else, each once', async () => {
    const user = await test.make.user({ password })
    const [one, two, three] = [
      await sessionOf(user.userName, { address: '10.30.1.1' }),
      await sessionOf(user.userName, { address: '10.30.1.2' }),
      await sessionOf(user.userName, { address: '10.30.1.3' }),
    ]
    const path = '/api/user/me/sessions'
    const sessions = z.array(OpenSession).parse(expectOk(await test.ask({ path, token: one.token })))
    const second = sessions.find(({ address }) => address === '10.30.1.2')
    await done({ method: 'DELETE', path: `${path}/${second?.id}`, token: one.token })
    await test.make.changeSession(user.token, { ended_at: new Date() })
    await done({ method: 'DELETE', path, token: one.token })
    const status = `/api/user/${user.id}/updateUserAccountStatus/inactive`
    expect((await admin.ask({ method: 'PUT', path: status })).status).toBe(200)
    for (const { token } of [one, two, three])
      expectError(await test.ask({ path, token }), 401, 'unauthenticated')
    const ended = (await recordsOf(user.id)).filter(({ kind }) => kind === 'sessionEnded')
    expect(ended.map(({ address, byUserName }) => [address, byUserName])).toEqual([
      ['10.30.1.1', admin.userName],
      ['10.30.1.3', null],
      ['10.30.1.2', null],
    ])
  })

  it('is a new password, with who set it', async () => {
    const user = await test.make.user({ password })
    const path = `/api/user/${user.id}/password`
    await done({ method: 'PUT', path, body: { password: 'plover quartz 41' }, token: admin.token })
    const [ended, set] = await recordsOf(user.id)
    expect(ended).toMatchObject({ kind: 'sessionEnded', byUserId: admin.id })
    // Not from where: that is the administrator's address.
    expect(set).toMatchObject({ kind: 'passwordSet', byUserName: admin.userName, address: null })
  })

  it('has the full names of whose account it is and of who did it, and the user names', async () => {
    const user = await test.make.user({ password })
    await test.make.changeUser(user.id, { first_name: 'Grace', last_name: 'Hopper' })
    const boss = await test.make.user({ isAdmin: true })
    await done({
      method: 'PUT',
      path: `/api/user/${user.id}/password`,
      body: { password: 'plover quartz 43' },
      token: boss.token,
    })
    const names = async () =>
      (await recordsOf(user.id, { kinds: ['passwordSet'] })).map((record) => [
        record.userName,
        record.fullName,
        record.byUserName,
        record.byFullName,
      ])
    const own = [user.userName, 'Grace Hopper', boss.userName]
    expect(await names()).toEqual([[...own, boss.userName]])
    await test.make.changeUser(boss.id, { first_name: 'Ada', last_name: 'Lovelace' })
    expect(await names()).toEqual([[...own, 'Ada Lovelace']])
  })

  it('is the first use of an API key, once', async () => {
    const { id } = await test.make.customer()
    const key = await test.make.apiKey(id)
    const send = { path: '/api/calls', body: [buildCall()], token: key, address: '10.30.2.1' }
    await Promise.all([test.ask(send), test.ask(send), test.ask(send)])
    const answer = await admin.ask({
      path: '/api/signin/search',
      body: { kinds: ['keyFirstUsed'], keyword: '10.30.2.1' },
    })
    expect(Page.parse(expectOk(answer)).items).toMatchObject([{ apiKeyName: 'test', userId: null, times: 1 }])
  })

  it('is nothing of a sign-in that waits for its code', async () => {
    const user = await test.make.user({ password })
    await test.make.changeUser(user.id, { totp_secret: 'JBSWY3DPEHPK3PXP', totp_since: new Date() })
    expectError(await signIn(user.userName), 400, 'secondFactorRequired')
    expect(await kindsOf(user.id)).toEqual([])
  })

  it('is each event in the log too, at info, with ids instead of names', async () => {
    const user = await test.make.user({ password })
    await signIn(user.userName, { address: '10.30.3.1', password: wrong })
    await signIn(user.userName, { address: '10.30.3.1' })
    const lines = logged.filter(({ userId }) => userId === user.id)
    const info = 30
    expect(lines).toMatchObject([
      { level: info, signIn: 'wrongPassword', address: '10.30.3.1' },
      { level: info, signIn: 'signedIn', address: '10.30.3.1' },
    ])
    expect(JSON.stringify(lines)).not.toContain(user.userName)
  })
})

describe('the list of sign-ins', () => {
  it('is searched by name, address, kind and time, in pages', async () => {
    const user = await test.make.user({ password, userName: 'seeker', email: 'seek.er@example.com' })
    for (let times = 0; times < 3; times++) await sessionOf(user.userName, { address: `10.30.4.${times}` })
    await signIn(user.userName, { password: wrong, address: '10.30.4.9' })
    const search = async (body: object) =>
      Page.parse(
        expectOk(await admin.ask({ path: '/api/signin/search', body: { withTotal: true, ...body } })),
      )
    for (const [body, total] of [
      [{ keyword: 'SEEK.er@' }, 4],
      [{ keyword: '10.30.4.' }, 4],
      [{ keyword: '10_30_4_' }, 0],
      [{ keyword: 'seeker', kinds: ['wrongPassword'] }, 1],
      [{ keyword: 'seeker', period: { relative: 'today' } }, 4],
      [{ keyword: 'seeker', to: '2026-01-01' }, 0],
    ] as const)
      expect((await search(body)).total, JSON.stringify(body)).toBe(total)
    const first = await search({ keyword: 'seeker', pageSize: 3 })
    const rest = await search({ keyword: 'seeker', pageSize: 3, cursor: first.nextCursor })
    expect([...first.items, ...rest.items].map(({ address }) => address)).toEqual([
      '10.30.4.9',
      '10.30.4.2',
      '10.30.4.1',
      '10.30.4.0',
    ])
    expect(rest.nextCursor).toBeNull()
    const bad = { path: '/api/signin/search', token: admin.token }
    expectError(await test.ask({ ...bad, body: { cursor: 'x' } }), 400, 'invalidCursor')
    for (const kinds of [['nope'], []])
      expectError(await test.ask({ ...bad, body: { kinds } }), 400, 'invalid')
  })

  it('has everybody’s for administrators, one’s own for oneself, and none for who views as one', async () => {
    const [user, other] = [await test.make.user({ password }), await test.make.user({ password })]
    for (const { userName } of [user, other]) await sessionOf(userName)
    const own = { path: '/api/user/me/signin/search', body: {}, token: user.token }
    const { items } = Page.parse(expectOk(await test.ask(own)))
    expect(items.map(({ userId }) => userId)).toEqual([user.id])
    expectError(await test.ask({ ...own, body: { userId: other.id } }), 400, 'unknownField')
    expectError(await test.ask({ ...own, path: '/api/signin/search' }), 403, 'forbidden')
    const viewing = { token: admin.token, headers: { 'x-masked-user': user.id } }
    expectError(await test.ask({ ...own, ...viewing }), 403, 'forbidden')
    const another = await test.make.user({ isAdmin: true })
    const asAnother = { path: '/api/signin/search', body: {}, token: admin.token }
    const headers = { 'x-masked-user': another.id }
    expectError(await test.ask({ ...asAnother, headers }), 403, 'forbidden')
  })

  it('keeps records for as long as the setting says', async () => {
    const user = await test.make.user({ password })
    await sessionOf(user.userName)
    await sessionOf(user.userName)
    const { db, queue } = test.runtime
    const [newest] = await recordsOf(user.id)
    await db
      .updateTable('sign_in_record')
      .set({ at: new Date(Date.now() - 31 * 24 * 3_600_000) })
      .where('user_id', '=', user.id)
      .where('id', '!=', newest?.id ?? '')
      .execute()
    const setting = { key: 'signInRecordDays', value: 30 }
    expect((await admin.ask({ path: '/api/settings', body: setting })).status).toBe(201)
    await queue.add('delete-old-sign-ins', {})
    await expect.poll(async () => await kindsOf(user.id)).toEqual(['signedIn'])
  })
})
