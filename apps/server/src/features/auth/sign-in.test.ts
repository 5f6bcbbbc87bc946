import { createHook } from 'node:async_hooks'
import { login } from '@callboard/contract/auth'
import { Session } from '@callboard/contract/users'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SignInThrottle } from '#server/access/sign-in/sign-in-throttle.ts'
import { buildApp } from '#server/app.ts'
import { toAppError } from '#server/http/errors.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createLog } from '#server/lib/log.ts'
import { afterFile } from '#test/after-file.ts'
import { putClockForward, skipTimersOf } from '#test/clock.ts'
import { bytesOf, expectError, errorsOf } from '#test/expect-errors.ts'
import { logTo } from '#test/log-lines.ts'
import { type Answer, askApp, openPortal, type Portal } from '#test/portal.ts'

const password = 'correct horse 9 battery'
const wrong = 'another horse 9 battery'

let test: Portal
let addresses = 0
let names = 0

let logged = ''

beforeAll(async () => {
  test = await openPortal({ log: logTo('error', (line) => (logged += line)) })
})

/** One that nobody has signed in from. */
function freshAddress(): string {
  addresses++
  return `10.1.${Math.floor(addresses / 250)}.${addresses % 250}`
}

async function signIn(
  userName: string,
  given: { password?: string; address?: string } = {},
): Promise<Answer> {
  return await test.ask({
    path: login.path,
    body: { userName, password: given.password ?? password },
    address: given.address ?? freshAddress(),
  })
}

async function madeUser(given: Parameters<Portal['make']['user']>[0] = {}) {
  return await test.make.user({ userName: `person-${++names}`, password, ...given })
}

describe('a sign-in', () => {
  it('takes the user name or the email address, in any case and form of the letters', async () => {
    const user = await madeUser({ userName: 'Zoë.Ångström', email: 'Zoe@Example.com' })
    const forms = [
      'Zoë.Ångström',
      'zoë.ångström',
      'ZOË.ÅNGSTRÖM',
      // Decomposed, and in letters of full width.
      'Zoë.Ångström'.normalize('NFD'),
      'ｚｏë.ångström',
      '  zoë.ångström ',
      'zoe@example.com',
      'ZOE@EXAMPLE.COM',
      'ｚｏｅ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    ]
    for (const form of forms) {
      const answer = await signIn(form)
      expect(answer.status, form).toBe(200)
      expect(Session.parse(answer.json()).id).toBe(user.id)
    }
    expectError(await signIn('zoe.angstrom'), 400, 'invalidCredentials')
  })

  it('answers a session whose token opens the portal until the sign-out', async () => {
    const { userName, id } = await madeUser({ claims: ['dashboard.view'] })
    const answer = await signIn(userName)
    const { token, ...rest } = Session.parse(answer.json())
    expect(answer.headers['set-cookie']).toBeUndefined()
    const me = await test.ask({ path: '/api/user/me', token })
    expect(me.json()).toEqual(rest)
    expect(rest).toMatchObject({ id, claims: ['dashboard.view'], claimsString: ['dashboard.view'] })
    const again = Session.parse((await signIn(userName)).json())
    expect(again.token).not.toBe(token)
    expect((await test.ask({ method: 'POST', path: '/api/auth/logout', token })).status).toBe(204)
    expectError(await test.ask({ path: '/api/user/me', token }), 401, 'unauthenticated')
    expectError(await test.ask({ method: 'POST', path: '/api/auth/logout', token }), 401, 'unauthenticated')
    expect((await test.ask({ path: '/api/user/me', token: again.token })).status).toBe(200)
  })

  it('takes the password to the letter, but for the form in which a letter is written', async () => {
    const { userName } = await madeUser({ password: 'Überraschung 12 é' })
    expect((await signIn(userName, { password: 'Überraschung 12 é'.normalize('NFD') })).status).toBe(200)
    for (const near of ['überraschung 12 é', 'Überraschung 12 é ', 'Überraschung 12 e', ' ', '\u0000']) {
      expectError(await signIn(userName, { password: near }), 400, 'invalidCredentials')
    }
  })

  it('is refused in the same bytes for a wrong password, no such user, and users who may not sign in', async () => {
    const known = await madeUser()
    const inactive = await madeUser()
    await test.make.changeUser(inactive.id, { is_active: false })
    const deleted = await madeUser()
    await test.make.changeUser(deleted.id, { is_deleted: true })
    const single = await madeUser({ loginProvider: 'liberty' })
    const invited = await test.make.user({})
    const refusal = await signIn(known.userName, { password: wrong })
    expectError(refusal, 400, 'invalidCredentials')
    const refused = [
      await signIn('nobody-at-all'),
      await signIn(inactive.userName),
      await signIn(deleted.userName),
      await signIn(single.userName),
      await signIn(invited.userName),
      await signIn('a\u0000b'),
      await signIn(`' OR '1'='1`),
      await signIn('%'),
      await signIn('\ud800'),
    ]
    for (const answer of refused.slice(0, 5)) expect(bytesOf(answer)).toEqual(bytesOf(refusal))
    for (const answer of refused) expect([answer.status, errorsOf(answer).length]).toEqual([400, 1])
  })

  it('is not refused with 401 or 403 for what is in its body', async () => {
    const { userName } = await madeUser()
    for (const body of [
      { userName },
      { password },
      { userName, password: '' },
      { userName: ' ', password },
    ]) {
      const answer = await test.ask({ path: login.path, body, address: freshAddress() })
      expect(answer.status).toBe(400)
      expect(errorsOf(answer).length).toBeGreaterThan(0)
    }
  })
})

describe('failed sign-ins', () => {
  it('are five for one name from any address, of a user or not; then even the right password waits', async () => {
    const { userName } = await madeUser()
    const unknown = `nobody-${++names}`
    const limited: Answer[] = []
    for (const name of [userName, unknown]) {
      for (let failures = 0; failures < 5; failures++) {
        expectError(await signIn(name.toUpperCase(), { password: wrong }), 400, 'invalidCredentials')
      }
      const answer = await signIn(` ${name}`)
      expectError(answer, 429, 'tooManyRequests')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
      limited.push(answer)
    }
    const [known, nobodys] = limited.map(bytesOf)
    expect(known).toEqual(nobodys)
    expect((await signIn((await madeUser()).userName)).status).toBe(200)
  })

  it('are forgotten after a minute', async () => {
    const { userName } = await madeUser()
    for (let failures = 0; failures < 5; failures++) await signIn(userName, { password: wrong })
    expect((await signIn(userName)).status).toBe(429)
    putClockForward(61_000)
    expect((await signIn(userName)).status).toBe(200)
  })

  it('are five for one account, by the user name and the email address together', async () => {
    const email = `person-${++names}@example.com`
    const { userName } = await madeUser({ email })
    for (let failures = 0; failures < 5; failures++) {
      const name = failures % 2 === 0 ? userName : email
      expectError(await signIn(name, { password: wrong }), 400, 'invalidCredentials')
    }
    for (const name of [userName, email]) expectError(await signIn(name), 429, 'tooManyRequests')
  })

  it('are known after a restart', async () => {
    const { userName } = await madeUser()
    for (let failures = 0; failures < 5; failures++) await signIn(userName, { password: wrong })
    const { db } = test.runtime.postgres
    const afterRestart = async () => {
      const log = createLog('silent')
      const throttle = await SignInThrottle.open({ db, log, hasPeers: false })
      const origin = { address: freshAddress(), userAgent: null, requestId: '', log }
      const answer = await throttle
        .attempt({ userName, origin }, async () => ({ right: 1 }))
        .catch(toAppError)
      await throttle.close()
      return answer instanceof AppError ? answer.code : answer
    }
    await expect.poll(afterRestart).toBe('tooManyRequests')
  })

  it('are counted with no regard to sign-ins that succeed in between', async () => {
    const { userName } = await madeUser()
    for (let failures = 0; failures < 4; failures++) await signIn(userName, { password: wrong })
    for (let times = 0; times < 3; times++) expect((await signIn(userName)).status).toBe(200)
    expect((await signIn(userName, { password: wrong })).status).toBe(400)
    expect((await signIn(userName)).status).toBe(429)
  })

  it('are 20 from one address, whatever the names', async () => {
    const address = freshAddress()
    const { userName } = await madeUser()
    expect((await signIn(userName, { address })).status).toBe(200)
    for (let failures = 0; failures < 20; failures++) {
      expectError(await signIn(`guess-${failures}`, { address }), 400, 'invalidCredentials')
    }
    expectError(await signIn(userName, { address }), 429, 'tooManyRequests')
    expect((await signIn(userName)).status).toBe(200)
  })

  it('are 20 from one network of IPv6, of which a guesser has every address', async () => {
    const { userName } = await madeUser()
    for (let failures = 0; failures < 20; failures++) {
      const address = `2001:db8:0:7::${failures.toString(16)}`
      expect((await signIn(`guess-${failures}`, { address })).status).toBe(400)
    }
    expectError(await signIn(userName, { address: '2001:db8:0:7:ffff::1' }), 429, 'tooManyRequests')
    expect((await signIn(userName, { address: '2001:db8:0:8::1' })).status).toBe(200)
  })

  it('take as long for a name that nobody has as for a user’s', async () => {
    // What takes long is the password, which is hashed for either. The bench measures both.
    let hashes = 0
    const hook = createHook({ init: (_id, type) => (hashes += Number(type === 'ARGON2REQUEST')) }).enable()
    onTestFinished(() => {
      hook.disable()
    })
    // Hashes what an unknown name's password is compared with.
    await signIn('warm-up', { password: wrong })
    for (const name of [(await madeUser()).userName, 'stranger']) {
      hashes = 0
      expect((await signIn(name, { password: wrong })).status).toBe(400)
      expect(hashes).toBe(1)
    }
  })
})

/** How many were answered with which status. */
async function statusesOf(sent: readonly Promise<Answer>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(sent)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('many sign-ins at once', () => {
  const burst = 300

  it('all succeed with the right passwords, of 30 people behind one address and of one person', async () => {
    const address = freshAddress()
    const people = await Promise.all(Array.from({ length: 30 }, async () => await madeUser()))
    const email = `person-${++names}@example.com`
    const { userName } = await madeUser({ email })
    const sent = [...people, ...people].map(async (user) => await signIn(user.userName, { address }))
    const ofOne = Array.from({ length: 12 }, async (_, at) => await signIn(at % 2 === 0 ? email : userName))
    expect(await statusesOf([...sent, ...ofOne])).toEqual({ 200: 72 })
  })

  it('with the right password are not refused because of others that are wrong, below the limit', async () => {
    const address = freshAddress()
    const { userName } = await madeUser()
    const sent = Array.from({ length: 40 }, async (_, at) =>
      at < 4 ? await signIn(userName, { address, password: wrong }) : await signIn(userName, { address }),
    )
    expect(await statusesOf(sent)).toEqual({ 400: 4, 200: 36 })
  })

  it('get five guesses at one name, and all others wait and are refused', async () => {
    const { userName } = await madeUser()
    const email = `person-${++names}@example.com`
    const user = await madeUser({ email })
    const unknown = `nobody-${++names}`
    for (const namesOfOne of [[userName], [user.userName, email], [unknown]]) {
      const sent = Array.from(
        { length: burst },
        async (_, at) => await signIn(namesOfOne[at % namesOfOne.length] ?? '', { password: wrong }),
      )
      expect(await statusesOf(sent)).toEqual({ 400: 5, 429: burst - 5 })
    }
  })

  it('get twenty guesses from one address', async () => {
    const address = freshAddress()
    const sent = Array.from(
      { length: burst },
      async (_, at) => await signIn(`stormy-${at}`, { password: wrong, address }),
    )
    expect(await statusesOf(sent)).toEqual({ 400: 20, 429: burst - 20 })
  })
})

describe('a storm of sign-ins', () => {
  const waiting = 20
  const burst = 60
  let crowded: Portal['ask']

  /** Where fewer can wait. */
  beforeAll(async () => {
    const { db, log } = test.runtime
    const signInThrottle = await SignInThrottle.open({ db, log, hasPeers: false, maxWaiting: waiting })
    const app = await buildApp({ ...test.runtime, signInThrottle }, test.folder)
    afterFile(async () => {
      await app.close()
      await signInThrottle.close()
    })
    crowded = async (request) => await askApp(app, request)
  })

  async function signInThere(userName: string, address: string, tried = wrong): Promise<Answer> {
    return await crowded({ path: login.path, body: { userName, password: tried }, address })
  }

  it('is answered to the last, turns away at no cost or lost guess, and is logged as a number', async () => {
    const unlucky = `turned-away-${++names}`
    logged = ''
    // The overload is logged after this time.
    skipTimersOf(10_000)
    const asked = vi.spyOn(test.runtime.db, 'selectFrom')
    onTestFinished(() => asked.mockRestore())
    const { token } = await madeUser({ claims: ['dashboard.view'] })
    let checked = 0
    // The last ones: the queue is full by then.
    const storm = Array.from({ length: burst }, async (_, at) => {
      const answer = await signInThere(at < burst - 5 ? `stormy-${at}` : unlucky, freshAddress())
      if (answer.status === 400) checked++
      return answer
    })
    expect((await crowded({ path: '/api/user/me', token })).status).toBe(200)
    expect(checked).toBeLessThan(waiting)
    const answers = await Promise.all(storm)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 503]))
    const refused = answers.filter(({ status }) => status === 503)
    for (const answer of refused) {
      expectError(answer, 503, 'overloaded')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    const line: unknown = JSON.parse(logged)
    expect(line).toMatchObject({ msg: 'requests failed', code: 'overloaded', count: refused.length })
    expect(logged).not.toContain('stack')
    expect(asked.mock.calls.filter(([table]) => table === 'sign_in_name')).toHaveLength(checked)
    expect(answers.slice(-5).map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expectError(await signInThere(unlucky, freshAddress()), 400, 'invalidCredentials')
  })

  it('of one address gives way to other addresses, which are checked by turns with it', async () => {
    const crowd = await madeUser()
    const { userName } = await madeUser()
    const [crowdAddress, address] = [freshAddress(), freshAddress()]
    let checkedOfCrowd = 0
    const storm = Array.from({ length: burst }, async () => {
      const answer = await signInThere(crowd.userName, crowdAddress, password)
      if (answer.status === 200) checkedOfCrowd++
      return answer.status
    })
    expect((await signInThere(userName, address, password)).status).toBe(200)
    expect(checkedOfCrowd).toBeLessThan(waiting)
    const statuses = await Promise.all(storm)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
  })

  it('of one name behind an address gives way to other names there', async () => {
    const address = freshAddress()
    const crowd = await madeUser()
    const { userName } = await madeUser()
    let checkedOfCrowd = 0
    const storm = Array.from({ length: burst }, async () => {
      const answer = await signInThere(crowd.userName, address, password)
      if (answer.status === 200) checkedOfCrowd++
    })
    expect((await signInThere(userName, address, password)).status).toBe(200)
    expect(checkedOfCrowd).toBeLessThan(waiting)
    await Promise.all(storm)
  })
})
