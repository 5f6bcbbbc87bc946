import { Session } from '@callboard/contract/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skipTimersOf } from '#test/clock.ts'
import { expectOk } from '#test/expect-errors.ts'
import { type ForgingProvider, sendJson, startForgingProvider } from '#test/forging-provider.ts'
import { freePort } from '#test/free-port.ts'
import { logTo } from '#test/log-lines.ts'
import { portalUrl, settingOf, SignOn, type Started } from '#test/sign-on.ts'
import { openPortal, type Portal } from '#test/portal.ts'

const discovery = '/.well-known/openid-configuration'
const unavailable = '?error=providerUnavailable'

let provider: ForgingProvider
let silent: ForgingProvider
let test: Portal
let sso: SignOn
let logged = ''

beforeAll(async () => {
  provider = await startForgingProvider('forger')
  silent = await startForgingProvider('silent')
  const gone = { ...settingOf(provider), id: 'gone', issuer: `http://127.0.0.1:${await freePort()}` }
  test = await openPortal({
    publicUrl: portalUrl,
    oidcProviders: [settingOf(provider), settingOf(silent), gone],
    log: logTo('info', (line) => (logged += line)),
  })
  sso = new SignOn(test)
})

afterAll(async () => {
  await provider.close()
  await silent.close()
})

const startPath = (id: string) => `/api/auth/sso/${id}?challenge=${'a'.repeat(43)}`

async function startedAt(id: string): Promise<string> {
  return (await sso.go(startPath(id))).replace(`${portalUrl}/ssoliberty`, '')
}

function goodToken({ nonce }: Started) {
  const now = Math.floor(Date.now() / 1000)
  const about = { sub: 'ada', email: 'ada@example.com', email_verified: true }
  return { iss: provider.issuer, aud: 'callboard', nonce, iat: now, exp: now + 300, ...about }
}

async function comeBack({ state }: Started): Promise<string> {
  return await sso.comeBack(`/api/auth/sso/forger/callback?code=code-4711&state=${state}`)
}

describe('a provider', () => {
  it('that is not there, or answers nonsense, leads back with an error, and is asked again the next time', async () => {
    expect(await startedAt('gone')).toBe(unavailable)
    const metadata = { issuer: 'https://id.example.com', authorization_endpoint: 'https://id.example.com/a' }
    provider.answerAt(discovery, (response) => sendJson(response, metadata))
    expect(await startedAt('forger')).toBe(unavailable)
    provider.answerAt(discovery, (response) => sendJson(response, {}, 503))
    expect(await startedAt('forger')).toBe(unavailable)
    provider.answerAt(discovery, (response) => response.writeHead(302, { location: silent.issuer }).end())
    expect(await startedAt('forger')).toBe(unavailable)
    provider.answerAt(discovery, (response) => response.end('<html>'))
    expect(await startedAt('forger')).toBe(unavailable)
    provider.answerAt(discovery, undefined)
    expect(await startedAt('forger')).toContain(`${provider.issuer}/authorize`)
  })

  it('is discovered once, also for many who come at once', async () => {
    const before = provider.hits(discovery)
    provider.answerAt('/token', (response) => response.writeHead(500).end())
    expect(await comeBack(await sso.start('forger'))).toBe(unavailable)
    provider.answerAt('/token', undefined)
    await Promise.all(Array.from({ length: 10 }, async () => await startedAt('forger')))
    expect(provider.hits(discovery)).toBe(before + 1)
  })

  it('that does not answer is given up after ten seconds', async () => {
    silent.answerAt(discovery, () => {})
    const started = await sso.start('forger')
    provider.answerAt('/token', () => {})
    skipTimersOf(10_000)
    expect(await Promise.all([startedAt('silent'), comeBack(started)])).toEqual([unavailable, unavailable])
    provider.answerAt('/token', undefined)
  })

  it.each([
    ['a server error', 500, '{"error":"server_error"}'],
    ['a page', 200, '<html>secret-4711</html>'],
    ['half an answer', 200, '{"access_token":"secret-4711","id_to'],
    ['a wrong secret', 401, '{"error":"invalid_client"}'],
  ])('that answers %s for a code leads back with an error', async (_what, status, body) => {
    provider.answerAt('/token', (response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    expect(await comeBack(await sso.start('forger'))).toMatch(
      /^\?error=(providerUnavailable|invalidResponse)$/,
    )
    provider.answerAt('/token', undefined)
  })

  it('whose keys cannot be read proves nobody', async () => {
    provider.answerAt('/jwks', (response) => response.writeHead(500).end())
    const started = await sso.start('forger')
    provider.forge({ claims: goodToken(started) })
    expect(await comeBack(started)).toBe(unavailable)
    provider.answerAt('/jwks', undefined)
  })

  it('without an address to sign out at, or that is away, does not keep anybody from signing out here', async () => {
    await test.make.user({ email: 'ada@example.com', loginProvider: 'forger' })
    for (const answer of [undefined, () => {}]) {
      const started = await sso.start('forger')
      provider.forge({ claims: goodToken(started) })
      const id = (await comeBack(started)).slice(1)
      const { token } = Session.parse(expectOk(await sso.exchange({ id, verifier: started.verifier })))
      provider.answerAt('/token', (response) => response.writeHead(500).end())
      await comeBack(await sso.start('forger'))
      provider.answerAt('/token', undefined)
      provider.answerAt(discovery, answer)
      if (answer !== undefined) skipTimersOf(3_000)
      expect((await test.ask({ method: 'POST', path: '/api/auth/logout', token })).status).toBe(204)
    }
    provider.answerAt(discovery, undefined)
  })
})

describe('the log', () => {
  it('tells why a sign-in failed, and no secret, code, state or token', async () => {
    const started = await sso.start('forger')
    provider.forge({ claims: { ...goodToken(started), nonce: 'another' } })
    expect(await comeBack(started)).toBe('?error=invalidResponse')
    expect(logged).toContain('"code":"invalidResponse"')
    expect(logged).toContain('nonce')
    expect(logged).toContain('ECONNREFUSED')
    for (const hidden of [
      provider.setting.clientSecret,
      started.state,
      started.nonce,
      started.verifier,
      'code-4711',
      'secret-4711',
      'eyJ',
      'ada@example.com',
    ]) {
      expect(logged).not.toContain(hidden)
    }
  })
})

describe('what worked once', () => {
  it('is deleted a day after by the nightly jobs, and what is younger is kept', async () => {
    const { db } = test.runtime.postgres
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    const { id: user_id, token } = await test.make.user({ isAdmin: true })
    const masked = await test.make.user({})
    const headers = { 'x-masked-user': masked.id }
    expectOk(await test.ask({ path: '/api/user/me', token, headers }))
    for (const [at, hours] of [1, 23, 25].entries()) {
      const created_at = hoursAgo(hours)
      const hash = Buffer.from([at])
      const common = { provider: 'forger', challenge: 'a', created_at }
      await db
        .insertInto('sso_attempt')
        .values({ ...common, state_hash: hash, nonce: 'a', code_verifier: 'a' })
        .execute()
      await db
        .insertInto('sso_ticket')
        .values({ ...common, id_hash: hash, user_id, id_token: 'a' })
        .execute()
      await db
        .insertInto('one_time_link')
        .values({ user_id, token_hash: hash, created_at, expires_at: created_at })
        .execute()
    }
    await db
      .updateTable('masking_note')
      .set({ what: 'PUT /x', minute: hoursAgo(25) })
      .execute()
    const tables = ['sso_attempt', 'sso_ticket', 'one_time_link', 'masking_note'] as const
    const old = async () => {
      const times = await Promise.all([
        db.selectFrom('sso_attempt').select('created_at as at').execute(),
        db.selectFrom('sso_ticket').select('created_at as at').execute(),
        db.selectFrom('one_time_link').select('expires_at as at').execute(),
        db.selectFrom('masking_note').select('minute as at').execute(),
      ])
      return times.flat().filter(({ at }) => at < hoursAgo(24)).length
    }
    expect(await old()).toBe(tables.length)
    for (const job of ['delete-expired-links', 'delete-expired-sign-ons'])
      await test.runtime.queue.add(job, {})
    await expect.poll(old, { interval: 200 }).toBe(0)
    for (const table of tables.slice(0, 3)) {
      const rows = await db.selectFrom(table).selectAll().execute()
      expect(rows.length, table).toBeGreaterThanOrEqual(2)
    }
    expect((await test.ask({ path: '/api/user/me', token })).status).toBe(200)
  })
})
