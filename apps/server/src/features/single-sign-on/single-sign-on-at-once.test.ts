import { Session } from '@callboard/contract/users'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectOk } from '#test/expect-errors.ts'
import { type OpenProvider, startOidcProvider } from '#test/oidc-provider.ts'
import { ProviderBrowser } from '#test/provider-browser.ts'
import { startRealPostgres } from '#test/real-postgres.ts'
import { portalUrl, settingOf, SignOn } from '#test/sign-on.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let provider: OpenProvider
let test: Portal
let sso: SignOn

beforeAll(async () => {
  const server = await startRealPostgres()
  provider = await startOidcProvider({
    port: 0,
    portalUrl,
    id: 'open',
    accounts: [
      { login: 'new', email: 'new@example.com', preferredUsername: 'new' },
      { login: 'owner', email: 'owner@example.com' },
      { login: 'heir', email: 'owner@example.com' },
    ],
  })
  test = await openPortal({
    databaseUrl: server.url,
    publicUrl: portalUrl,
    oidcProviders: [settingOf(provider, true)],
  })
  sso = new SignOn(test)
})

afterAll(async () => {
  await provider.close()
})

/** Brings browsers to their call-backs, and has them all come back at once. */
async function comeBackTogether(logins: readonly string[]): Promise<{ to: string; verifier: string }[]> {
  const away = []
  for (const login of logins) {
    const { url, verifier } = await sso.start('open')
    const back = await new ProviderBrowser().signIn(url.href, { login, home: portalUrl })
    away.push({ back, verifier })
  }
  return await Promise.all(
    away.map(async ({ back, verifier }) => ({ to: await sso.comeBack(back), verifier })),
  )
}

it('first sign-ins of a person that a server sees at the same time make one user', async () => {
  const backs = await comeBackTogether(Array.from({ length: 8 }, () => 'new'))
  const ids = await Promise.all(
    backs.map(async ({ to, verifier }) => {
      const answer = await sso.exchange({ id: to.slice(1), verifier })
      return Session.parse(expectOk(answer)).id
    }),
  )
  expect(new Set(ids).size).toBe(1)
})

it('of two people with one address who come for the first time at once, one has the user', async () => {
  const { id } = await test.make.user({ email: 'owner@example.com', loginProvider: 'open' })
  const backs = await comeBackTogether(['owner', 'heir'])
  expect(backs.filter(({ to }) => to === '?error=noAccount')).toHaveLength(1)
  const { db } = test.runtime.postgres
  const identities = await db.selectFrom('user_identity').where('user_id', '=', id).selectAll().execute()
  expect(identities).toHaveLength(1)
})
