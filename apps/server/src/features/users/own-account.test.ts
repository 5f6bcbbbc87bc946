import { emptyGuid } from '@callboard/contract/scalars'
import { OpenSession, PortalUser, User } from '@callboard/contract/users'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runCommand } from '#server/commands/commands.ts'
import { change as changeRecords, systemActor } from '#server/db/records/change.ts'
import { putClockForward } from '#test/clock.ts'
import { expectOk, expectError, errorsOf } from '#test/expect-errors.ts'
import { type Answer, openPortal, type Person, type Portal } from '#test/portal.ts'

const password = 'correct horse 9 battery'
const chosen = 'plover quartz 41'

let test: Portal
let addresses = 0

beforeAll(async () => {
  test = await openPortal()
})

async function change({ id, token }: Person, body: unknown): Promise<Answer> {
  return await test.ask({ method: 'PUT', path: `/api/user/${id}`, body, token })
}

describe('one’s own profile', () => {
  it('is changed field by field, and what is left out stays', async () => {
    const user = await test.make.user({ timeZone: 'Europe/Paris' })
    const changed = User.parse(expectOk(await change(user, { firstName: ' Zoë ', phone: '+1 212 555 0100' })))
    expect(changed).toMatchObject({ firstName: 'Zoë', lastName: '', phone: '+1 212 555 0100', revision: 2 })
    expect(changed.timeZone).toBe('Europe/Paris')
    const cleared = User.parse(expectOk(await change(user, { phone: '', timeZone: null })))
    expect(cleared).toMatchObject({ firstName: 'Zoë', phone: null, timeZone: null })
    const read = await user.ask({ path: `/api/user/${user.id}` })
    expect(User.parse(expectOk(read))).toEqual(cleared)
  })

  it('has a phone number as people write one, and nothing else', async () => {
    const user = await test.make.user({})
    for (const phone of [
      '+44 20 7946 0958',
      '(312) 555-0142 ext. 12',
      '0711/123-45',
      '105',
      '312.555.0142x7',
    ])
      expect(expectOk(await change(user, { phone }))).toMatchObject({ phone })
    for (const phone of ['abc', '+', '()', 'call 105', '312 555 0142 ext.'])
      expect(errorsOf(await change(user, { phone }))).toEqual([
        { code: 'invalid', description: 'Phone must be a number such as +1 312 555 0142.', field: 'phone' },
      ])
  })

  it('keeps the phone number that it had before such a thing was refused, and all else can be changed', async () => {
    const user = await test.make.user({})
    await changeRecords(test.runtime.postgres.db, systemActor, async (transaction) =>
      transaction.updateTable('app_user').set({ phone: 'at noon' }).where('id', '=', user.id).execute(),
    )
    const changed = await change(user, { firstName: 'Zoë', phone: 'at noon' })
    expect(expectOk(changed)).toMatchObject({ firstName: 'Zoë', phone: 'at noon' })
  })

  it('is read in short by anybody who signed in, that of others is not', async () => {
    const user = await test.make.user({ userName: 'only-me' })
    const other = await test.make.user({})
    const ask = async (id: string) => await user.ask({ path: `/api/user/getPortalUserById/${id}` })
    expect(PortalUser.parse(expectOk(await ask(user.id)))).toMatchObject({ id: user.id, userName: 'only-me' })
    for (const id of [other.id, emptyGuid]) expectError(await ask(id), 403, 'forbidden')
  })

  it('sent back as it was read is taken', async () => {
    const user = await test.make.user({ timeZone: 'Europe/Paris' })
    const read = User.parse(expectOk(await user.ask({ path: `/api/user/${user.id}` })))
    const changed = User.parse(expectOk(await change(user, { ...read, firstName: 'Zoë' })))
    expect(changed).toEqual({ ...read, firstName: 'Zoë', revision: read.revision + 1 })
  })

  it('is refused with what administrators alone may change, under each field', async () => {
    const user = await test.make.user({})
    const body = { isAdmin: true, firstName: 'A', customerId: null, userName: user.userName, email: 'a@b.co' }
    const refused = await change(user, body)
    expect(refused.status).toBe(403)
    expect(errorsOf(refused).map(({ code, field }) => [code, field])).toEqual([
      ['forbidden', 'userName'],
      ['forbidden', 'email'],
      ['forbidden', 'customerId'],
      ['forbidden', 'isAdmin'],
    ])
    for (const one of [{ loginProvider: 'liberty' }, { legacyReportingCid: 'x' }, { isActive: true }])
      expectError(await change(user, one), 403, 'forbidden')
  })

  it('is refused with a field of the server’s own, a wrong value or an older revision', async () => {
    const user = await test.make.user({})
    for (const body of [
      { createdAt: '2026-01-01T00:00:00.000Z' },
      { isDeleted: true },
      { timeZone: 'Mars/Olympus' },
      { firstName: 'x'.repeat(101) },
      { firstName: null },
    ]) {
      expect((await change(user, body)).status, JSON.stringify(body)).toBe(400)
    }
    expect((await change(user, { lastName: 'A', revision: 1 })).status).toBe(200)
    expectError(await change(user, { lastName: 'B', revision: 1 }), 409, 'revisionConflict')
  })

  it('is changed by oneself and by administrators alone, each change on record', async () => {
    const [user, other] = [await test.make.user({}), await test.make.user({})]
    const admin = await test.make.user({ isAdmin: true })
    expectError(await change({ ...user, token: other.token }, { lastName: 'X' }), 403, 'forbidden')
    expectError(await other.ask({ path: `/api/user/${user.id}` }), 403, 'forbidden')
    const unknown = { ...user, id: '01990000-0000-7000-8000-00000000dead' }
    expectError(await change({ ...unknown, token: other.token }, { lastName: 'X' }), 403, 'forbidden')
    expectError(await change({ ...unknown, token: admin.token }, { lastName: 'X' }), 404, 'notFound')
    expect((await change({ ...user, token: admin.token }, { lastName: 'Ångström' })).status).toBe(200)
    const records = await test.runtime.postgres.db
      .selectFrom('change_record')
      .where('record_id', '=', user.id)
      .where('user_id', 'is not', null)
      .select(['user_name', 'changes'])
      .execute()
    expect(records).toEqual([
      { user_name: admin.userName, changes: [{ field: 'last_name', from: '', to: 'Ångström' }] },
    ])
  })
})

async function setPassword(
  user: Person,
  body: { currentPassword?: string; password: string },
  token = user.token,
): Promise<Answer> {
  const address = `10.6.0.${++addresses}`
  return await test.ask({ method: 'PUT', path: `/api/user/${user.id}/password`, body, token, address })
}

describe('one’s own password', () => {
  it('is replaced with the current one, which ends the other sessions and keeps this one', async () => {
    const user = await test.make.user({ password })
    const elsewhere = await test.make.session(user.id)
    expect((await setPassword(user, { currentPassword: password, password: chosen })).status).toBe(204)
    expect((await user.ask({ path: '/api/user/me' })).status).toBe(200)
    expectError(await test.ask({ path: '/api/user/me', token: elsewhere }), 401, 'unauthenticated')
    const signIn = await test.ask({
      path: '/api/auth/login',
      body: { userName: user.userName, password: chosen },
    })
    expect(signIn.status).toBe(200)
  })

  it('is not replaced without the current one, by a weak one, or with the confirmation in the body', async () => {
    const user = await test.make.user({ password })
    expectError(await setPassword(user, { password: chosen }), 400, 'wrongPassword')
    const wrong = await setPassword(user, { currentPassword: 'wrong horse 9 x', password: chosen })
    expectError(wrong, 400, 'wrongPassword')
    expect(wrong.text).toContain('"field":"currentPassword"')
    const weak = await setPassword(user, { currentPassword: password, password: 'Summer2026!!' })
    expectError(weak, 400, 'weakPassword')
    const confirmed = { currentPassword: password, password: chosen, confirmPassword: chosen }
    expectError(await setPassword(user, confirmed), 400, 'unknownField')
  })

  it('is set by the command under the same rules', async () => {
    const { userName } = await test.make.user({ password })
    const signal = new AbortController().signal
    const context = { runtime: test.runtime, signal, print: () => undefined, progress: () => undefined }
    const run = async (given: string) =>
      await runCommand({ name: 'set-password', args: { user: userName, password: given } }, context)
    await expect(run('Welcome12345')).rejects.toThrow('easy to guess')
    await run(chosen)
    const body = { userName, password: chosen }
    expect((await test.ask({ path: '/api/auth/login', body })).status).toBe(200)
  })

  it('contains no name of its user, their customer or the portal, and says which beside the field', async () => {
    const { id: customerId } = await test.make.customer({ name: 'Harbor Dental' })
    const owner = { userName: 'zoe.m', email: 'kestrel@example.com', password, customerId }
    const user = await test.make.user(owner)
    await test.make.changeUser(user.id, { first_name: 'Zoë', last_name: 'van der Meer' })
    for (const [held, named] of [
      ['i am zoe and 1 more', 'the first name (zoe)'],
      ['ＺＯË-quartz-41-x', 'the first name (zoe)'],
      ['quartz.Vandermeer.41', 'the last name (van der meer)'],
      ['kestrel-1-quartz', 'the email address (kestrel)'],
      ['HarborDental2026!', "the customer's name (harbor dental)"],
      ['my-harbor-quartz', "the customer's name (harbor)"],
      ['callboard-quartz-1', "the portal's name (callboard)"],
    ] as const) {
      const refused = await setPassword(user, { currentPassword: password, password: held })
      expect(errorsOf(refused), held).toEqual([
        { code: 'weakPassword', field: 'password', description: `A password must not contain ${named}.` },
      ])
    }
    const own = { currentPassword: password, password: 'vandal derby 41 quartz' }
    expect((await setPassword(user, own)).status).toBe(204)
  })

  it('has five guesses a minute, as at the sign-in', async () => {
    const user = await test.make.user({ password })
    for (let guesses = 0; guesses < 5; guesses++) {
      const wrong = await setPassword(user, { currentPassword: `guess ${guesses} 1234`, password: chosen })
      expectError(wrong, 400, 'wrongPassword')
    }
    const right = { currentPassword: password, password: chosen }
    expectError(await setPassword(user, right), 429, 'tooManyRequests')
  })

  it('is set by an administrator without the old one, and of nobody who signs in elsewhere', async () => {
    const admin = await test.make.user({ isAdmin: true, password })
    const user = await test.make.user({ password })
    const sso = await test.make.user({ loginProvider: 'liberty' })
    expectError(
      await setPassword(user, { password: chosen }, (await test.make.user({})).token),
      403,
      'forbidden',
    )
    expect((await setPassword(user, { password: chosen }, admin.token)).status).toBe(204)
    expectError(await user.ask({ path: '/api/user/me' }), 401, 'unauthenticated')
    expectError(await setPassword(sso, { password: chosen }, admin.token), 409, 'conflict')
    expectError(await setPassword(admin, { password: chosen }), 400, 'wrongPassword')
  })
})

describe('one’s own sessions', () => {
  const path = '/api/user/me/sessions'
  const list = async (token: string) => z.array(OpenSession).parse(expectOk(await test.ask({ path, token })))

  it('are those that are alive, with where they came from', async () => {
    const user = await test.make.user({ password })
    const signIn = await test.ask({
      path: '/api/auth/login',
      body: { userName: user.userName, password },
      address: '10.7.0.1',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    })
    const { token } = z.object({ token: z.string() }).parse(signIn.json())
    const dead = await test.make.session(user.id)
    await test.make.changeSession(dead, { last_used_at: new Date(Date.now() - 13 * 3_600_000) })
    const other = await test.make.user({})
    const sessions = await list(token)
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toMatchObject([
      { address: '10.7.0.1', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    ])
    expect(await list(other.token)).toHaveLength(1)
  })

  it('go on for 12 hours from the last request, not from the sign-in', async () => {
    const user = await test.make.user({})
    const elevenHoursMs = 11 * 3_600_000
    await test.make.changeSession(user.token, { last_used_at: new Date(Date.now() - elevenHoursMs) })
    expect((await user.ask({ path })).status).toBe(200)
    putClockForward(elevenHoursMs)
    expect((await user.ask({ path })).status).toBe(200)
  })

  it('are ended one by one or all but this one, at once, and nobody else’s', async () => {
    const user = await test.make.user({})
    const other = await test.make.user({})
    const [second, third, fourth] = [
      await test.make.session(user.id),
      await test.make.session(user.id),
      await test.make.session(user.id),
    ]
    const idOf = async (token: string) => (await list(token)).find(({ isCurrent }) => isCurrent)?.id ?? 'none'
    const secondId = await idOf(second)
    const end = async (id: string, token: string) =>
      await test.ask({ method: 'DELETE', path: `${path}/${id}`, token })
    expectError(await end(secondId, other.token), 404, 'notFound')
    expect((await end(secondId, user.token)).status).toBe(204)
    expectError(await test.ask({ path, token: second }), 401, 'unauthenticated')
    expectError(await end(secondId, user.token), 404, 'notFound')
    expect((await test.ask({ method: 'DELETE', path, token: third })).status).toBe(204)
    for (const token of [user.token, fourth])
      expectError(await test.ask({ path, token }), 401, 'unauthenticated')
    expect(await list(third)).toHaveLength(1)
    expect(await list(other.token)).toHaveLength(1)
  })
})

describe('one’s own picture', () => {
  const path = '/api/user/me/thumbnail'

  async function send(user: Person, bytes: Uint8Array, contentType: string): Promise<Answer> {
    const headers = { 'content-type': contentType }
    return await user.ask({ path, body: Buffer.from(bytes), headers })
  }

  const drawn = sharp({ create: { width: 600, height: 300, channels: 3, background: '#1d5fd1' } })

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'is made anew as a square from a %s, under an address that never changes',
    async (format) => {
      const user = await test.make.user({})
      const bytes = await drawn
        .clone()
        .withExif({ IFD0: { Copyright: 'secret' } })
        .toFormat(format)
        .toBuffer()
      const { thumbnailUrl } = User.parse(expectOk(await send(user, bytes, `image/${format}`)))
      expect(thumbnailUrl).toMatch(/^\/api\/media\/file\/[\da-f]{32}\.webp$/)
      const image = await test.app.inject({ url: thumbnailUrl ?? '' })
      expect(image.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
      })
      const { width, height, exif } = await sharp(image.rawPayload).metadata()
      expect([width, height, exif]).toEqual([256, 256, undefined])
      const me = await user.ask({ path: '/api/user/me' })
      expect(me.json()).toMatchObject({ thumbnailUrl })
      expect((await user.ask({ method: 'DELETE', path })).status).toBe(204)
      const without = await user.ask({ path: '/api/user/me' })
      expect(without.json()).toMatchObject({ thumbnailUrl: null })
    },
  )

  it('is one: what was replaced or deleted is gone, and its address answers as if it had never been', async () => {
    const user = await test.make.user({})
    const png = await drawn.clone().png().toBuffer()
    const addressOf = async () => User.parse(expectOk(await send(user, png, 'image/png'))).thumbnailUrl ?? ''
    const statusOf = async (address: string) => (await test.ask({ path: address })).status
    const count = async () => {
      const { db } = test.runtime.postgres
      return (await db.selectFrom('media_file').select('name').execute()).length
    }
    const before = await count()
    const [first, second] = [await addressOf(), await addressOf()]
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    await Promise.all([addressOf(), addressOf(), addressOf()])
    expect(await count()).toBe(before + 1)
    expect((await user.ask({ method: 'DELETE', path })).status).toBe(204)
    expect([await statusOf(second), await count()]).toEqual([404, before])
  })

  it('is refused when it is none: by its content, whatever its type says', async () => {
    const user = await test.make.user({})
    const png = await drawn.clone().png().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    const tiff = await drawn.clone().tiff().toBuffer()
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    for (const bytes of [svg, tiff, html, png.subarray(0, 100), Buffer.alloc(0)]) {
      const { status } = await send(user, bytes, 'image/png')
      expect(status).toBe(400)
    }
    expectError(await send(user, svg, 'image/svg+xml'), 415, 'unsupportedMediaType')
    expectError(await send(user, Buffer.alloc(6 << 20), 'image/png'), 413, 'payloadTooLarge')
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    expectError(await send(user, bomb, 'image/png'), 400, 'invalidImage')
    const me = await user.ask({ path: '/api/user/me' })
    expect(me.json()).toMatchObject({ thumbnailUrl: null })
  })

  it('is not there under an address that was never given', async () => {
    for (const name of [`${'0'.repeat(32)}.webp`, '../../etc/passwd', 'x'])
      expectError(await test.ask({ path: `/api/media/file/${encodeURIComponent(name)}` }), 404, 'notFound')
  })
})
