import { Session } from '@callboard/contract/users'
import { emptyGuid } from '@callboard/contract/scalars'
import { SignInMeans, TwoFactor } from '@callboard/contract/two-factor'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { change, systemActor } from '#server/db/records/change.ts'
import { putClockForward } from '#test/clock.ts'
import { expectOk, expectError } from '#test/expect-errors.ts'
import { inOrder } from '#test/in-order.ts'
import { type Answer, openPortal, type Person, type Portal } from '#test/portal.ts'

const password = 'correct horse 9 battery'
const path = '/api/user/me/twofactor'
const Begun = z.strictObject({ secret: z.string(), url: z.string() })
const Codes = z.strictObject({ recoveryCodes: z.array(z.string()) })

let test: Portal
let addresses = 0

beforeAll(async () => {
  test = await openPortal()
})

async function signIn(user: Person, code?: string): Promise<Answer> {
  const body = { userName: user.userName, password, ...(code === undefined ? {} : { code }) }
  return await test.ask({ path: '/api/auth/login', body, address: `10.5.0.${++addresses}` })
}

/** The code of an app whose clock is that many seconds ahead. */
function codeOf(secret: string, aheadSeconds = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + aheadSeconds * 1000,
  })
}

/** Else a step might end within a test. */
function stopClockInStep(): void {
  const stepMs = 30_000
  putClockForward(stepMs * 1.5 - (Date.now() % stepMs))
}

async function begin(user: Person): Promise<z.infer<typeof Begun>> {
  return Begun.parse(expectOk(await user.ask({ path, body: { password } })))
}

async function confirm(user: Person, code: string): Promise<Answer> {
  return await user.ask({ method: 'PUT', path, body: { code } })
}

async function stateOf(user: Person): Promise<TwoFactor> {
  return TwoFactor.parse(expectOk(await user.ask({ path })))
}

/** A user whose sign-in takes a code as well. Their app has used the code of the step before this one. */
async function userWithTwoFactor(given: { isAdmin?: boolean } = {}) {
  const user = await test.make.user({ password, ...given })
  const { secret } = await begin(user)
  const { recoveryCodes } = Codes.parse(expectOk(await confirm(user, codeOf(secret, -30))))
  return { user, secret, recoveryCodes }
}

async function demandOf(whom: 'optional' | 'admins' | 'all'): Promise<void> {
  await change(test.runtime.postgres.db, systemActor, async (transaction) =>
    transaction
      .insertInto('setting')
      .values({ key: 'twoFactor', value: JSON.stringify(whom) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(whom) }))
      .execute(),
  )
}

describe('two-factor sign-in', () => {
  it('is turned on by a code of the app, and shows ten recovery codes once', async () => {
    const user = await test.make.user({ password })
    expect(await stateOf(user)).toEqual({
      isOn: false,
      since: null,
      recoveryCodesLeft: 0,
      isDemanded: false,
    })
    const { secret, url } = await begin(user)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(url).toMatch(new RegExp(`^otpauth://totp/Callboard:${user.userName}\\?.*secret=${secret}`))
    // Nothing is asked for before it is confirmed.
    expect((await signIn(user)).status).toBe(200)
    for (const wrong of ['000000x', codeOf(secret, 3600), ''])
      expectError(await confirm(user, wrong), 400, 'wrongCode')
    const { recoveryCodes } = Codes.parse(expectOk(await confirm(user, codeOf(secret))))
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    expect(await stateOf(user)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    expectError(await signIn(user), 400, 'secondFactorRequired')
  })

  it('is turned off by an administrator for somebody who lost their device, and for nobody else', async () => {
    const { user } = await userWithTwoFactor()
    const admin = await test.make.user({ isAdmin: true, password })
    const means = async (id: string) =>
      SignInMeans.parse(expectOk(await admin.ask({ path: `/api/user/${id}/signin` })))
    const endOf = async (id: string, token = admin.token) =>
      await test.ask({ method: 'DELETE', path: `/api/user/${id}/twofactor`, token })
    expect(await means(user.id)).toEqual({
      hasPassword: true,
      twoFactorSince: (await stateOf(user)).since,
      recoveryCodesLeft: 10,
    })
    expectError(await signIn(user), 400, 'secondFactorRequired')
    expectError(await endOf(user.id, user.token), 403, 'forbidden')
    expect((await endOf(user.id)).status).toBe(204)
    expect(await means(user.id)).toEqual({ hasPassword: true, twoFactorSince: null, recoveryCodesLeft: 0 })
    expect((await signIn(user)).status).toBe(200)
    expectError(await endOf(user.id), 409, 'conflict')
    expectError(await endOf(admin.id), 409, 'conflict')
    expectError(await endOf(emptyGuid), 404, 'notFound')
    const invited = await test.make.user({})
    expect(await means(invited.id)).toMatchObject({ hasPassword: false })
  })

  it('takes a code once, also one of a clock that is half a minute off, and of none that is a minute off', async () => {
    stopClockInStep()
    const { user, secret } = await userWithTwoFactor()
    const code = codeOf(secret)
    expect(Session.parse(expectOk(await signIn(user, `${code.slice(0, 3)} ${code.slice(3)}`))).id).toBe(
      user.id,
    )
    expectError(await signIn(user, code), 400, 'invalidCredentials')
    expectError(await signIn(user, codeOf(secret, -30)), 400, 'invalidCredentials')
    expectError(await signIn(user, codeOf(secret, 60)), 400, 'invalidCredentials')
    expect((await signIn(user, codeOf(secret, 30))).status).toBe(200)
    const late = await test.make.user({ password })
    const begun = await begin(late)
    for (const seconds of [-60, 60])
      expectError(await confirm(late, codeOf(begun.secret, seconds)), 400, 'wrongCode')
    expect((await confirm(late, codeOf(begun.secret, -30))).status).toBe(200)
  })

  it('takes one code once, also when it comes twice at once', async () => {
    const { user, secret } = await userWithTwoFactor()
    const code = codeOf(secret)
    const answers = await Promise.all([signIn(user, code), signIn(user, code), signIn(user, code)])
    expect(inOrder(answers.map(({ status }) => status))).toEqual([200, 400, 400])
  })

  it('takes each recovery code once, however it is written', async () => {
    const { user, recoveryCodes } = await userWithTwoFactor()
    const [first = '', second = ''] = recoveryCodes
    expect((await signIn(user, first)).status).toBe(200)
    expectError(await signIn(user, first), 400, 'invalidCredentials')
    expect((await signIn(user, ` ${second.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200)
    expect((await stateOf(user)).recoveryCodesLeft).toBe(8)
    const other = await userWithTwoFactor()
    expectError(await signIn(other.user, recoveryCodes[2]), 400, 'invalidCredentials')
  })

  it('does not tell of itself without the password', async () => {
    const { user, secret } = await userWithTwoFactor()
    const body = { userName: user.userName, password: 'another horse 9 battery', code: codeOf(secret) }
    expectError(await test.ask({ path: '/api/auth/login', body }), 400, 'invalidCredentials')
    // The code was not looked at: it is not used up.
    expect((await signIn(user, codeOf(secret))).status).toBe(200)
  })

  it('gives five guesses of the code a minute', async () => {
    const { user, secret } = await userWithTwoFactor()
    for (let guesses = 0; guesses < 5; guesses++)
      expectError(await signIn(user, '000000'), 400, 'invalidCredentials')
    expectError(await signIn(user, codeOf(secret)), 429, 'tooManyRequests')
    const without = await userWithTwoFactor()
    // To be asked for the code is no wrong guess.
    for (let times = 0; times < 7; times++)
      expectError(await signIn(without.user), 400, 'secondFactorRequired')
    expect((await signIn(without.user, codeOf(without.secret))).status).toBe(200)
  })

  it('is changed with the password alone', async () => {
    const { user, recoveryCodes } = await userWithTwoFactor()
    const { token } = user
    const wrong = { password: 'another horse 9 battery' }
    for (const request of [
      { method: 'POST', path, body: wrong },
      { method: 'DELETE', path, body: wrong },
      { method: 'POST', path: `${path}/recoverycodes`, body: wrong },
    ] as const) {
      expectError(await test.ask({ ...request, token }), 400, 'wrongPassword')
    }
    const renewed = Codes.parse(
      expectOk(await test.ask({ path: `${path}/recoverycodes`, body: { password }, token })),
    )
    expectError(await signIn(user, recoveryCodes[0]), 400, 'invalidCredentials')
    expect((await signIn(user, renewed.recoveryCodes[0])).status).toBe(200)
    expect((await test.ask({ method: 'DELETE', path, body: { password }, token })).status).toBe(204)
    expect((await signIn(user)).status).toBe(200)
    expect(await stateOf(user)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
    expectError(await test.ask({ method: 'DELETE', path, body: { password }, token }), 409, 'conflict')
  })

  it('keeps the old secret until the new one is confirmed', async () => {
    const { user, secret } = await userWithTwoFactor()
    const next = await begin(user)
    expectError(await signIn(user, codeOf(next.secret)), 400, 'invalidCredentials')
    expect((await signIn(user, codeOf(secret))).status).toBe(200)
    expect((await confirm(user, codeOf(next.secret))).status).toBe(200)
    expectError(await signIn(user, codeOf(secret, 30)), 400, 'invalidCredentials')
    expect((await signIn(user, codeOf(next.secret, 30))).status).toBe(200)
  })

  it('is on record without its secret', async () => {
    const { user, secret } = await userWithTwoFactor()
    const rows = await test.runtime.postgres.db
      .selectFrom('change_record')
      .where('record_id', '=', user.id)
      .where('user_id', '=', user.id)
      .select('changes')
      .execute()
    const changes = rows.flatMap((row) => row.changes)
    expect(changes).toContainEqual({ field: 'totp_secret', from: null, to: '•••' })
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('a setting that demands two-factor sign-in', () => {
  it('of administrators closes all else to those without, until they have set it up', async () => {
    await demandOf('admins')
    const user = await test.make.user({ password, claims: ['dashboard.view'] })
    const admin = await test.make.user({ password, isAdmin: true })
    const sso = await test.make.user({ isAdmin: true, loginProvider: 'liberty' })
    for (const { token } of [user, sso])
      expect((await test.ask({ path: '/api/settings/menu', token })).status).toBe(200)
    const session = Session.parse(expectOk(await signIn(admin)))
    expect(session).toMatchObject({ mustSetUpTwoFactor: true, menus: [] })
    const { token } = session
    const closed = [
      '/api/settings/menu',
      '/api/reporting/exporttypes',
      '/api/user/me/sessions',
      '/api/events',
    ]
    for (const each of closed) expectError(await test.ask({ path: each, token }), 403, 'secondFactorDemanded')
    const me = Session.omit({ token: true }).parse(expectOk(await test.ask({ path: '/api/user/me', token })))
    expect(me.mustSetUpTwoFactor).toBe(true)
    const { secret } = await begin({ ...admin, token })
    expect((await confirm({ ...admin, token }, codeOf(secret))).status).toBe(200)
    expect((await test.ask({ path: '/api/settings/menu', token })).status).toBe(200)
    expect(await stateOf(admin)).toMatchObject({ isOn: true, isDemanded: true })
    expectError(await test.ask({ method: 'DELETE', path, body: { password }, token }), 409, 'conflict')
    await demandOf('optional')
    expect((await test.ask({ method: 'DELETE', path, body: { password }, token })).status).toBe(204)
  })

  it('of all closes it to everybody who signs in by password, and the log-out stays open', async () => {
    await demandOf('all')
    const user = await test.make.user({ password, claims: ['dashboard.view'] })
    expectError(await user.ask({ path: '/api/settings/menu' }), 403, 'secondFactorDemanded')
    const out = await user.ask({ method: 'POST', path: '/api/auth/logout' })
    expect(out.status).toBe(204)
    await demandOf('optional')
  })
})
