import { Session } from '@callboard/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bytesOf, expectOk, expectError } from '#test/expect-errors.ts'
import {
  type Claims,
  type Forgery,
  type ForgingProvider,
  sendJson,
  startForgingProvider,
} from '#test/forging-provider.ts'
import { settingOf, SignOn, portalUrl, type Started } from '#test/sign-on.ts'
import { type Answer, openPortal, type Portal } from '#test/portal.ts'

let forger: ForgingProvider
let other: ForgingProvider
let test: Portal
let sso: SignOn
let userId: string

beforeAll(async () => {
  forger = await startForgingProvider('forger')
  other = await startForgingProvider('other')
  test = await openPortal({ publicUrl: portalUrl, oidcProviders: [settingOf(forger), settingOf(other)] })
  sso = new SignOn(test)
  userId = (await test.make.user({ email: 'ada@example.com', loginProvider: 'forger' })).id
})

beforeEach(async () => {
  await test.runtime.postgres.db.deleteFrom('sso_ticket').execute()
})

afterAll(async () => {
  await forger.close()
  await other.close()
})

const seconds = () => Math.floor(Date.now() / 1000)

function goodClaims({ nonce }: Started): Claims {
  return {
    iss: forger.issuer,
    aud: 'callboard',
    sub: 'ada',
    nonce,
    iat: seconds(),
    exp: seconds() + 300,
    email: 'ada@example.com',
    email_verified: true,
  }
}

const callbackOf = (query: Record<string, string>, provider = 'forger') =>
  `/api/auth/sso/${provider}/callback?${new URLSearchParams(query).toString()}`

/** A call-back whose id token a test shapes. */
async function comeBack(shape: (good: Claims) => Forgery): Promise<string> {
  const started = await sso.start('forger')
  forger.forge(shape(goodClaims(started)))
  return await sso.comeBack(callbackOf({ code: 'a code', state: started.state }))
}

async function expectNothingGained(): Promise<void> {
  const { db } = test.runtime.postgres
  expect(await db.selectFrom('sso_ticket').selectAll().execute()).toEqual([])
}

async function ticket(): Promise<{ id: string; verifier: string }> {
  const started = await sso.start('forger')
  forger.forge({ claims: goodClaims(started) })
  const back = await sso.comeBack(callbackOf({ code: 'a code', state: started.state }))
  expect(back).toMatch(/^\/[\w-]{43}$/)
  return { id: back.slice(1), verifier: started.verifier }
}

describe('a call-back', () => {
  it('with a good id token leads to a session, and sends the verifier of PKCE', async () => {
    expect(Session.parse(expectOk(await sso.exchange(await ticket()))).id).toBe(userId)
    expect(forger.asked().get('code_verifier')).toMatch(/^[\w-]{43}$/)
    expect(forger.asked().get('redirect_uri')).toBe(`${portalUrl}/api/auth/sso/forger/callback`)
    expect(forger.asked().get('client_secret')).toBe(forger.setting.clientSecret)
  })

  const wrongTokens: Record<string, (good: Claims) => Forgery> = {
    'another nonce': (good) => ({ claims: { ...good, nonce: 'another' } }),
    'no nonce': (good) => ({ claims: { ...good, nonce: undefined } }),
    'another audience': (good) => ({ claims: { ...good, aud: 'another' } }),
    'no audience': (good) => ({ claims: { ...good, aud: undefined } }),
    'two audiences and another authorised party': (good) => ({
      claims: { ...good, aud: ['callboard', 'another'], azp: 'another' },
    }),
    'another issuer': (good) => ({ claims: { ...good, iss: other.issuer } }),
    'no issuer': (good) => ({ claims: { ...good, iss: undefined } }),
    'no subject': (good) => ({ claims: { ...good, sub: undefined } }),
    'an empty subject': (good) => ({ claims: { ...good, sub: '' } }),
    'a subject that no text can hold': (good) => ({ claims: { ...good, sub: 'a\u0000b' } }),
    'the signature of another key': (good) => ({ claims: good, isOtherKey: true }),
    'a signature of other claims': (good) => ({ claims: good, tamper: withOtherClaims }),
    'no signature': (good) => ({ claims: good, tamper: (token) => token.replace(/[^.]*$/, '') }),
    'alg none': (good) => ({ claims: good, alg: 'none' }),
    'alg none in place of its signature': (good) => ({ claims: good, tamper: withAlgNone }),
    'a signature by the client’s secret': (good) => ({ claims: good, alg: 'HS256' }),
    'an end over a minute ago': (good) => ({ claims: { ...good, exp: seconds() - 61 } }),
    'no end': (good) => ({ claims: { ...good, exp: undefined } }),
    'a beginning over a minute ahead': (good) => ({ claims: { ...good, nbf: seconds() + 65 } }),
    'a time of issue over a minute ahead': (good) => ({ claims: { ...good, iat: seconds() + 65 } }),
    'nothing in it': (good) => ({ claims: good, tamper: () => '' }),
    'garbage in it': (good) => ({ claims: good, tamper: () => 'a.b.c' }),
  }

  it.each(Object.entries(wrongTokens))('gives no session for an id token with %s', async (_what, shape) => {
    expect(await comeBack(shape)).toBe('?error=invalidResponse')
    await expectNothingGained()
  })

  it.each([
    { exp: -55, iat: -400 },
    { exp: 300, iat: 55, nbf: 55 },
  ])('is taken from a clock that differs by less than a minute: %o', async (offsets) => {
    const back = await comeBack((good) => {
      const claims = { ...good }
      for (const [name, by] of Object.entries(offsets)) claims[name] = seconds() + by
      return { claims }
    })
    expect(back).toMatch(/^\/[\w-]{43}$/)
  })

  it('gives no session for a wrong, missing or empty state', async () => {
    const { state, nonce, verifier, url } = await sso.start('forger')
    forger.forge({ claims: goodClaims({ state, nonce, verifier, url }) })
    expect(await sso.comeBack(callbackOf({ code: 'a', state: `${state}a` }))).toBe('?error=expired')
    expect(await sso.comeBack(callbackOf({ code: 'a', state: '' }))).toBe('?error=invalidResponse')
    expect(await sso.comeBack(callbackOf({ code: 'a' }))).toBe('?error=invalidResponse')
    expect(await sso.comeBack('/api/auth/sso/forger/callback')).toBe('?error=invalidResponse')
    await expectNothingGained()
    // None of these used it up.
    expect(await sso.comeBack(callbackOf({ code: 'a', state }))).toMatch(/^\/[\w-]{43}$/)
  })

  it('gives no session for a state that was used, one after the other or at once', async () => {
    const started = await sso.start('forger')
    forger.forge({ claims: goodClaims(started) })
    const path = callbackOf({ code: 'a', state: started.state })
    const answers = await Promise.all(Array.from({ length: 5 }, async () => await sso.comeBack(path)))
    expect(answers.filter((to) => to !== '?error=expired')).toHaveLength(1)
    expect(await sso.comeBack(path)).toBe('?error=expired')
  })

  it('gives no session ten minutes after it began', async () => {
    const started = await sso.start('forger')
    forger.forge({ claims: goodClaims(started) })
    await test.runtime.postgres.db
      .updateTable('sso_attempt')
      .set({ created_at: new Date(Date.now() - 601_000) })
      .execute()
    expect(await sso.comeBack(callbackOf({ code: 'a', state: started.state }))).toBe('?error=expired')
    await expectNothingGained()
  })

  it('gives no session for a state of another provider, and uses it up', async () => {
    const started = await sso.start('forger')
    forger.forge({ claims: goodClaims(started) })
    const query = { code: 'a', state: started.state }
    expect(await sso.comeBack(callbackOf(query, 'other'))).toBe('?error=invalidResponse')
    expect(await sso.comeBack(callbackOf(query))).toBe('?error=expired')
    await expectNothingGained()
  })

  it('gives no session where another issuer names itself in the call-back', async () => {
    const started = await sso.start('forger')
    forger.forge({ claims: goodClaims(started) })
    const query = { code: 'a', state: started.state, iss: other.issuer }
    expect(await sso.comeBack(callbackOf(query))).toBe('?error=invalidResponse')
    await expectNothingGained()
  })

  it('gives no session without a code, nor for one that the provider does not know', async () => {
    const without = await sso.start('forger')
    forger.forge({ claims: goodClaims(without) })
    expect(await sso.comeBack(callbackOf({ state: without.state }))).toBe('?error=invalidResponse')
    const empty = await sso.start('forger')
    expect(await sso.comeBack(callbackOf({ state: empty.state, code: '' }))).toBe('?error=invalidResponse')
    forger.answerAt('/token', (response) => sendJson(response, { error: 'invalid_grant' }, 400))
    const { state } = await sso.start('forger')
    expect(await sso.comeBack(callbackOf({ state, code: 'foreign' }))).toBe('?error=invalidResponse')
    forger.answerAt('/token', undefined)
    await expectNothingGained()
  })

  it.each([
    ['access_denied', 'denied'],
    ['login_required', 'denied'],
    ['temporarily_unavailable', 'providerUnavailable'],
    ['invalid_scope', 'invalidResponse'],
    ['<script>', 'invalidResponse'],
  ])('with the error %s says %s, even beside a code, and uses up the attempt', async (error, code) => {
    const started = await sso.start('forger')
    forger.forge({ claims: goodClaims(started) })
    const { state } = started
    expect(await sso.comeBack(callbackOf({ error, state, code: 'a' }))).toBe(`?error=${code}`)
    expect(await sso.comeBack(callbackOf({ code: 'a', state }))).toBe('?error=expired')
    await expectNothingGained()
  })
})

function withOtherClaims(token: string): string {
  const [header, claims = '', signature] = token.split('.')
  const text = Buffer.from(claims, 'base64url').toString().replace('"sub":"ada"', '"sub":"eve"')
  return [header, Buffer.from(text).toString('base64url'), signature].join('.')
}

function withAlgNone(token: string): string {
  const [, claims, signature] = token.split('.')
  return [Buffer.from('{"alg":"none","kid":"a"}').toString('base64url'), claims, signature].join('.')
}

describe('a one-time id', () => {
  const verifier = 'a'.repeat(43)
  const garbage = ['x', '0'.repeat(43), 'a\u0000b', "' OR '1'='1", '%', '\ud800', 'a'.repeat(200)]

  async function refusal(): Promise<Answer> {
    const answer = await sso.exchange({ id: 'b'.repeat(43), verifier })
    expectError(answer, 400, 'invalidOneTimeId')
    return answer
  }

  it('is refused in the same bytes when it is unknown, used, expired, garbage or another browser’s', async () => {
    const same = bytesOf(await refusal())
    const used = await ticket()
    expectOk(await sso.exchange(used))
    expect(bytesOf(await sso.exchange(used))).toEqual(same)
    const foreign = await ticket()
    expect(bytesOf(await sso.exchange({ ...foreign, verifier }))).toEqual(same)
    const expired = await ticket()
    await test.runtime.postgres.db
      .updateTable('sso_ticket')
      .set({ created_at: new Date(Date.now() - 60_500) })
      .execute()
    expect(bytesOf(await sso.exchange(expired))).toEqual(same)
    for (const id of garbage) expect(bytesOf(await sso.exchange({ id, verifier }))).toEqual(same)
  })

  it('is used up by a wrong verifier, also one of another sign-in that is under way', async () => {
    const [one, another] = [await ticket(), await ticket()]
    const crossed = { id: one.id, verifier: another.verifier }
    expectError(await sso.exchange(crossed), 400, 'invalidOneTimeId')
    expectError(await sso.exchange(one), 400, 'invalidOneTimeId')
    expect((await sso.exchange(another)).status).toBe(200)
  })

  it('is good for one session when it is sent many times at once', async () => {
    const sent = await ticket()
    const answers = await Promise.all(Array.from({ length: 5 }, async () => await sso.exchange(sent)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4)
  })

  it('is refused with the verifier’s challenge in place of the verifier', async () => {
    const { id } = await ticket()
    const { challenge } = await test.runtime.postgres.db
      .selectFrom('sso_ticket')
      .select('challenge')
      .executeTakeFirstOrThrow()
    expectError(await sso.exchange({ id, verifier: challenge }), 400, 'invalidOneTimeId')
  })

  it('is not in the database, nor is the state of an attempt', async () => {
    const { state } = await sso.start('forger')
    const { id } = await ticket()
    const { db } = test.runtime.postgres
    const kept = JSON.stringify([
      await db.selectFrom('sso_ticket').selectAll().execute(),
      await db.selectFrom('sso_attempt').selectAll().execute(),
    ])
    expect(kept).not.toContain(id)
    expect(kept).not.toContain(state)
  })
})
