import { logout as logoutEndpoint } from '@callboard/contract/auth'
import { searchSignIns } from '@callboard/contract/sign-ins'
import { Session } from '@callboard/contract/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectOk, expectError } from '#test/expect-errors.ts'
import { type OpenProvider, type ProviderAccount, startOidcProvider } from '#test/oidc-provider.ts'
import { ProviderBrowser } from '#test/provider-browser.ts'
import { portalUrl, settingOf, SignOn } from '#test/sign-on.ts'
import { openPortal, type Portal } from '#test/portal.ts'

const accounts: readonly ProviderAccount[] = [
  { login: 'libby', email: 'Libby@Example.com' },
  { login: 'both', email: 'both@example.com' },
  { login: 'unchecked', email: 'unchecked@example.com', isEmailVerified: false },
  { login: 'local', email: 'local@example.com' },
  { login: 'elsewhere', email: 'elsewhere@example.com' },
  { login: 'kelvin', email: '\u212Aelvin@example.com' },
  { login: 'inactive', email: 'inactive@example.com' },
  { login: 'deleted', email: 'deleted@example.com' },
  { login: 'later', email: 'later@example.com' },
  { login: 'moved', email: 'moved@example.com' },
  { login: 'owner', subject: 'owner-1', email: 'owner@example.com' },
  { login: 'heir', subject: 'owner-2', email: 'owner@example.com' },
  { login: 'nobody', email: 'nobody@example.com' },
  {
    login: 'new',
    email: 'new@example.com',
    givenName: ' Nina ',
    familyName: 'Newman',
    preferredUsername: 'nina',
  },
  { login: 'twice', email: 'twice@example.com', preferredUsername: 'twice' },
  {
    login: 'named',
    preferredUsername: 'Named.Only',
    givenName: 'Ned\u202Edas',
    familyName: 'Only',
  },
  { login: 'nameless' },
  {
    login: 'taker',
    email: 'taker@example.com',
    isEmailVerified: false,
    preferredUsername: 'boss@example.com',
  },
  { login: 'shadow', email: 'taken@example.com', preferredUsername: 'shadow' },
  { login: 'shadow-2', email: 'taken@example.com', preferredUsername: 'TAKEN' },
  { login: 'plain', email: 'plain@example.com' },
]

let liberty: OpenProvider
let open: OpenProvider
let test: Portal
let sso: SignOn

beforeAll(async () => {
  liberty = await startOidcProvider({ port: 0, portalUrl, id: 'liberty', accounts })
  open = await startOidcProvider({ port: 0, portalUrl, id: 'open', accounts })
  test = await openPortal({
    publicUrl: portalUrl,
    oidcProviders: [settingOf(liberty), settingOf(open, true)],
  })
  sso = new SignOn(test)
})

afterAll(async () => {
  await liberty.close()
  await open.close()
})

async function person(name: string, given: Parameters<Portal['make']['user']>[0] = {}) {
  return await test.make.user({ email: `${name}@example.com`, loginProvider: 'liberty', ...given })
}

async function signedIn(provider: string, login: string): Promise<Session> {
  return Session.parse(expectOk(await sso.exchange(await sso.signIn(provider, { login }))))
}

describe('the providers', () => {
  it('are told to everybody, by id and name alone', async () => {
    expect(expectOk(await test.ask({ path: '/api/auth/providers' }))).toEqual([
      { id: 'liberty', name: 'Liberty' },
      { id: 'open', name: 'Open' },
    ])
  })

  it('are asked with PKCE, a state and a nonce, new ones each time', async () => {
    const [one, other] = [await sso.start('liberty'), await sso.start('liberty')]
    expect(one.url.origin).toBe(liberty.issuer)
    const asked = Object.fromEntries(one.url.searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'callboard',
      redirect_uri: `${portalUrl}/api/auth/sso/liberty/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked[name]).toMatch(/^[\w-]{43}$/)
      expect(asked[name]).not.toBe(other.url.searchParams.get(name))
    }
    expect(one.url.href).not.toContain(liberty.setting.clientSecret)
  })

  it('that are unknown lead back with an error, and what is no challenge is refused', async () => {
    const challenge = 'a'.repeat(43)
    for (const path of [
      `/api/auth/sso/nowhere?challenge=${challenge}`,
      '/api/auth/sso/nowhere/callback?code=a&state=b',
    ]) {
      expect(await sso.go(path)).toBe(`${portalUrl}/ssoliberty?error=unknownProvider`)
    }
    for (const wrong of ['', '?challenge=', `?challenge=${challenge}a`, `?challenge=${challenge}&next=/x`]) {
      const answer = await test.ask({ path: `/api/auth/sso/liberty${wrong}` })
      expect(answer.status).toBe(400)
    }
  })
})

describe('a single sign-on', () => {
  it('ends in a session of the user with that email address, and knows them by their subject from then on', async () => {
    const user = await person('libby', { claims: ['dashboard.view'] })
    const session = await signedIn('liberty', 'libby')
    expect(session).toMatchObject({ id: user.id, loginProvider: 'liberty', claims: ['dashboard.view'] })
    const { token, ...rest } = session
    expect(expectOk(await test.ask({ path: '/api/user/me', token }))).toEqual(rest)
    await test.make.changeUser(user.id, { email: 'other@example.com' })
    expect((await signedIn('liberty', 'libby')).id).toBe(user.id)
    const records = await test.runtime.postgres.db
      .selectFrom('change_record')
      .where('record_id', '=', user.id)
      .where('user_name', '!=', 'system')
      .select(['user_id', 'user_name', 'action', 'changes'])
      .execute()
    expect(records).toEqual([
      {
        user_id: user.id,
        user_name: user.userName,
        action: 'update',
        changes: [{ field: 'identities', from: null, to: { provider: 'liberty', subject: 'libby' } }],
      },
    ])
  })

  it('that is ended leads to the sign-out of the provider, which takes it and forgets the person', async () => {
    await person('both')
    const browser = new ProviderBrowser()
    const { token } = Session.parse(
      expectOk(await sso.exchange(await sso.signIn('liberty', { login: 'both', browser }))),
    )
    const logout = { method: 'POST', path: '/api/auth/logout', token } as const
    const url = new URL(logoutEndpoint.response.parse(expectOk(await test.ask(logout))).signOutUrl)
    expect(url.origin).toBe(liberty.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${portalUrl}/`)
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/)
    expectError(await test.ask(logout), 401, 'unauthenticated')
    // Still signed in there: no form is shown.
    const silent = await browser.signIn((await sso.start('liberty')).url.href, { login: '', home: portalUrl })
    expect(await sso.comeBack(silent)).toMatch(/^\/[\w-]{43}$/)
    expect(await browser.signIn(url.href, { login: '', home: portalUrl })).toBe(`${portalUrl}/`)
    const again = await browser.signIn((await sso.start('liberty')).url.href, {
      login: 'libby',
      home: portalUrl,
    })
    expect(await sso.comeBack(again)).toMatch(/^\/[\w-]{43}$/)
  })

  it('is none of a user who signed in by password: their sign-out leads nowhere else', async () => {
    const user = await test.make.user({})
    expect((await user.ask({ method: 'POST', path: '/api/auth/logout' })).status).toBe(204)
  })

  it('is not for a person who says no at the provider', async () => {
    const { url } = await sso.start('liberty')
    const sent = { login: 'libby', home: portalUrl, answer: 'cancel' }
    expect(await sso.comeBack(await new ProviderBrowser().signIn(url.href, sent))).toBe('?error=denied')
  })

  it.each(['liberty', 'open'])(
    'by a provider is not open to users of another way to sign in: %s',
    async (at) => {
      const local = await person(`${at}.local`, { loginProvider: 'local' })
      const elsewhere = await person(`${at}.elsewhere`, { loginProvider: at === 'open' ? 'liberty' : 'open' })
      for (const [login, { id }] of [
        ['local', local],
        ['elsewhere', elsewhere],
      ] as const) {
        await test.make.changeUser(id, { email: null })
        await renamed(id, `${login}@example.com`)
        expect(await sso.refusedSignIn(at, login)).toBe('?error=noAccount')
        await renamed(id, `${at}.${login}@example.com`)
      }
    },
  )

  it('does not go by an address that the provider has not checked, or that only looks like the user’s', async () => {
    await person('unchecked')
    await person('kelvin')
    expect(await sso.refusedSignIn('liberty', 'unchecked')).toBe('?error=noAccount')
    expect(await sso.refusedSignIn('liberty', 'kelvin')).toBe('?error=noAccount')
  })

  it('does not go by a user name that is an address', async () => {
    const { id } = await test.make.user({ userName: 'plain@example.com', loginProvider: 'liberty' })
    expect(await sso.refusedSignIn('liberty', 'plain')).toBe('?error=noAccount')
    await test.make.changeUser(id, { email: 'plain@example.com' })
    expect((await signedIn('liberty', 'plain')).id).toBe(id)
  })

  it('does not give an account to whoever has the address after its owner', async () => {
    const { id } = await person('owner')
    expect((await signedIn('liberty', 'owner')).id).toBe(id)
    expect(await sso.refusedSignIn('liberty', 'heir')).toBe('?error=noAccount')
    expect((await signedIn('liberty', 'owner')).id).toBe(id)
  })

  it.each([
    ['inactive', { is_active: false }],
    ['deleted', { is_deleted: true }],
  ] as const)('is refused to a user who is %s, known before or not', async (login, values) => {
    const first = await person(login)
    await test.make.changeUser(first.id, values)
    expect(await sso.refusedSignIn('liberty', login)).toBe('?error=accountInactive')
    await test.make.changeUser(first.id, { is_active: true, is_deleted: false })
    expect((await signedIn('liberty', login)).id).toBe(first.id)
    await test.make.changeUser(first.id, values)
    expect(await sso.refusedSignIn('liberty', login)).toBe('?error=accountInactive')
  })

  it('that fails is on record, for the user where the provider proved one; one that is broken off is not', async () => {
    const admin = await test.make.user({ isAdmin: true })
    const failures = async () => {
      const body = { kinds: ['signOnFailed'] }
      const answer = await admin.ask({ path: searchSignIns.path, body })
      return searchSignIns.response.parse(expectOk(answer)).items
    }
    const timesOf = async (id: string | null) =>
      (await failures()).reduce((sum, { userId, times }) => (userId === id ? sum + times : sum), 0)
    const strangers = await timesOf(null)
    const user = await person('libby-off', { email: 'nobody@example.com' })
    await test.make.changeUser(user.id, { is_active: false })
    expect(await sso.refusedSignIn('liberty', 'nobody')).toBe('?error=accountInactive')
    expect(await sso.refusedSignIn('liberty', 'nameless')).toBe('?error=noAccount')
    expect(await sso.comeBack('/api/auth/sso/liberty/callback?code=a&state=unknown')).toBe('?error=expired')
    expect([await timesOf(user.id), (await timesOf(null)) - strangers]).toEqual([1, 1])
    expect((await failures())[0]).toMatchObject({ proof: null, address: '127.0.0.1' })
    await test.make.changeUser(user.id, { email: null })
  })

  it('ends with a user who is deactivated before the exchange, or moved to another way to sign in', async () => {
    const later = await person('later')
    const ticket = await sso.signIn('liberty', { login: 'later' })
    await test.make.changeUser(later.id, { is_active: false })
    expectError(await sso.exchange(ticket), 400, 'invalidOneTimeId')
    const moved = await person('moved')
    await signedIn('liberty', 'moved')
    await test.make.changeUser(moved.id, { login_provider: 'local' })
    expect(await sso.refusedSignIn('liberty', 'moved')).toBe('?error=noAccount')
  })

  it('gives no account to whom nobody knows', async () => {
    expect(await sso.refusedSignIn('liberty', 'nobody')).toBe('?error=noAccount')
    expect(await sso.refusedSignIn('liberty', 'nameless')).toBe('?error=noAccount')
  })
})

/** Gives a user one sign-in name, as a change of their address does. */
async function renamed(userId: string, name: string): Promise<void> {
  const { db } = test.runtime.postgres
  await test.make.changeUser(userId, { email: name })
  await db.deleteFrom('sign_in_name').where('user_id', '=', userId).execute()
  await db.insertInto('sign_in_name').values({ folded: name, user_id: userId }).execute()
}

describe('a provider that makes users', () => {
  const rowOf = async (id: string) =>
    await test.runtime.postgres.db
      .selectFrom('app_user')
      .where('id', '=', id)
      .select(['user_name', 'email', 'login_provider', 'is_admin', 'customer_id', 'password_hash'])
      .executeTakeFirstOrThrow()

  it('makes one named by the checked address, with no role and no customer', async () => {
    const session = await signedIn('open', 'new')
    expect(session).toMatchObject({
      userName: 'new@example.com',
      firstName: 'Nina',
      lastName: 'Newman',
      loginProvider: 'open',
      isAdmin: false,
      claims: [],
      userRoles: [],
    })
    expect(await rowOf(session.id)).toEqual({
      user_name: 'new@example.com',
      email: 'new@example.com',
      login_provider: 'open',
      is_admin: false,
      customer_id: null,
      password_hash: null,
    })
    expect((await signedIn('open', 'new')).id).toBe(session.id)
  })

  it('makes one user of a person who comes twice at once', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await signedIn('open', 'twice')).id))
    expect(new Set(ids).size).toBe(1)
  })

  it('falls back to the preferred name where there is no address, and to nothing after that', async () => {
    expect(await rowOf((await signedIn('open', 'named')).id)).toMatchObject({
      user_name: 'Named.Only',
      email: null,
    })
    expect(await sso.refusedSignIn('open', 'nameless')).toBe('?error=noAccount')
  })

  it('leaves out a name that turns the direction of writing', async () => {
    expect(await signedIn('open', 'named')).toMatchObject({ firstName: '', lastName: 'Only' })
  })

  it('makes nobody of an address that it has not checked, as name or as address', async () => {
    expect(await sso.refusedSignIn('open', 'taker')).toBe('?error=noAccount')
  })

  it('takes no name and no address from others, in any form of the letters', async () => {
    await test.make.user({ userName: 'taken', email: 'taken@example.com' })
    const { id } = await signedIn('open', 'shadow')
    expect(await rowOf(id)).toMatchObject({ user_name: 'shadow', email: null })
    expect(await sso.refusedSignIn('open', 'shadow-2')).toBe('?error=noAccount')
  })
})
