import { pageOf } from '@callboard/contract/paging'
import { emptyGuid } from '@callboard/contract/scalars'
import { Setting, SystemSettings } from '@callboard/contract/settings'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changesOf } from '#test/changes-of.ts'
import { errorsOf, expectCreated, expectError, expectRefused } from '#test/expect-errors.ts'
import { freePort } from '#test/free-port.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let admin: Person

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, userName: 'ada' })
})

async function all(body: object = {}): Promise<Setting[]> {
  const answer = await admin.ask({ path: '/api/settings/search', body: { pageSize: 200, ...body } })
  return pageOf(Setting).parse(answer.json()).items
}

async function settingOf(key: string): Promise<Setting> {
  const setting = (await all()).find((one) => one.key === key)
  if (setting === undefined) throw new Error(`no setting ${key}`)
  return setting
}

async function put(key: string, body: object) {
  const { id } = await settingOf(key)
  return await admin.ask({ method: 'PUT', path: `/api/settings/${id}`, body })
}

const restore = async (key: string) =>
  await admin.ask({ method: 'DELETE', path: `/api/settings/${(await settingOf(key)).id}` })

const system = async () => SystemSettings.parse((await test.ask({ path: '/api/settings' })).json())

describe('a setting', () => {
  it('is known before it is changed, with its default', async () => {
    expect(await settingOf('productName')).toMatchObject({
      type: 'text',
      value: 'Callboard',
      default: 'Callboard',
      isSecret: false,
      isDefault: true,
      revision: 0,
    })
    expect(await settingOf('sessionIdleHours')).toMatchObject({
      type: 'hours',
      value: 12,
      min: 0.25,
      max: 2160,
    })
    expect((await all({ keyword: 'TWO-factor' })).map(({ key }) => key)).toEqual(['twoFactor'])
  })

  it('is changed and put back, with one record of each change, and everything follows', async () => {
    const answer = await admin.ask({ path: '/api/settings', body: { key: 'productName', value: 'Ring' } })
    const made = Setting.parse(expectCreated(answer))
    expect(made).toMatchObject({ value: 'Ring', isDefault: false, revision: 1, default: 'Callboard' })
    expect((await system()).productName).toBe('Ring')
    expect((await put('productName', { value: 'Bell', revision: 1 })).status).toBe(200)
    expect((await system()).productName).toBe('Bell')
    expect((await restore('productName')).status).toBe(204)
    expect((await system()).productName).toBe('Callboard')
    expect((await settingOf('productName')).id).toBe(made.id)
    const changes = await changesOf(test, made.id)
    expect(changes.map(({ action, record_name }) => `${record_name} ${action}`)).toEqual([
      'productName create',
      'productName update',
      'productName delete',
    ])
    expect(changes[1]?.changes).toEqual([{ field: 'value', from: 'Ring', to: 'Bell' }])
    expectError(await restore('productName'), 404, 'notFound')
  })

  it('that is not known, has a wrong value or was changed before is refused in a sentence', async () => {
    const ask = async (body: object) => await admin.ask({ path: '/api/settings', body })
    const unknown = await ask({ key: 'colour', value: 'red' })
    expect(errorsOf(unknown)).toEqual([
      { code: 'invalid', description: 'There is no setting colour.', field: 'key' },
    ])
    for (const [key, value] of [
      ['defaultTimeZone', 'Mars/Olympus'],
      ['weekStartsOn', 8],
      ['sessionIdleHours', 0],
      ['sessionIdleHours', '12'],
      ['twoFactor', 'some'],
      ['productName', ' '],
      ['productName', null],
      ['logoUrl', 'https://example.com/logo.png'],
      ['logoUrl', `/api/media/file/${'0'.repeat(32)}.png`],
      ['smtpUrl', 'https://example.com'],
      ['smtpUrl', null],
      ['mailFrom', 'nobody'],
      ['bounceAddress', 'a@example.com, b@example.com'],
      ['bounceMailboxUrl', 'imaps://mail.example.com'],
      ['outsideDomains', 'https://example.com'],
      ['outsideDomains', '*'],
      ['outsideDomains', 'client'],
      ['keepMailsDays', -1],
      ['webhookHosts', 'hooks.example.com http://127.0.0.1:8399'],
      ['webhookHosts', '*.example.com 10.1'],
    ] as const)
      expectRefused(await ask({ key, value }), { code: 'invalid', field: 'value' })
    expect(errorsOf(await ask({ key: 'sessionIdleHours', value: 0 }))[0]?.description).toBe(
      'Idle session timeout must be at least 0.25 hours.',
    )
    expect((await ask({ key: 'weekStartsOn', value: 7 })).status).toBe(201)
    expectError(await ask({ key: 'weekStartsOn', value: 1 }), 409, 'conflict')
    expectError(
      await admin.ask({ method: 'PUT', path: `/api/settings/${emptyGuid}`, body: { value: 1 } }),
      404,
      'notFound',
    )
  })

  it('that somebody changed meanwhile is not changed', async () => {
    expect((await put('returnedWithinHours', { value: 12, revision: 0 })).status).toBe(200)
    const late = await put('returnedWithinHours', { value: 6, revision: 0 })
    expect(late.status).toBe(409)
    expect(errorsOf(late)[0]?.description).toBe(
      'You changed Value from nothing to 12 in another tab or window.',
    )
    expect((await restore('returnedWithinHours')).status).toBe(204)
    expectError(await put('returnedWithinHours', { value: 6, revision: 1 }), 409, 'revisionConflict')
    expect((await settingOf('returnedWithinHours')).value).toBe(24)
  })

  it('is changed with others, all of them or none, and each wrong value is told', async () => {
    const putAll = async (values: Record<string, unknown>, revision = 0) => {
      const items = Object.entries(values).map(async ([key, value]) => ({
        id: (await settingOf(key)).id,
        value,
        revision,
      }))
      return await admin.ask({
        method: 'PUT',
        path: '/api/settings',
        body: { items: await Promise.all(items) },
      })
    }
    const values = async () => [
      (await settingOf('productName')).value,
      (await settingOf('keepMailsDays')).value,
    ]
    const before = await values()
    const wrong = await putAll({ productName: 'Ring', keepMailsDays: -1, twoFactor: 'some' })
    expect(errorsOf(wrong).map(({ code, field }) => `${code} ${field}`)).toEqual([
      'invalid items.1.value',
      'invalid items.2.value',
    ])
    expect(await values()).toEqual(before)
    expect((await put('keepMailsDays', { value: 20 })).status).toBe(200)
    expectError(await putAll({ productName: 'Ring', keepMailsDays: 10 }), 409, 'revisionConflict')
    expect(await values()).toEqual([before[0], 20])
    expect((await restore('keepMailsDays')).status).toBe(204)
    const right = await putAll({ productName: 'Ring', keepMailsDays: 10 })
    const { items } = z.object({ items: z.array(Setting) }).parse(right.json())
    expect(items.map(({ key, value, revision }) => [key, value, revision])).toEqual([
      ['productName', 'Ring', 1],
      ['keepMailsDays', 10, 1],
    ])
    for (const key of ['productName', 'keepMailsDays']) expect((await restore(key)).status).toBe(204)
  })

  it('is put back to its default with others that change, unless somebody changed it meanwhile', async () => {
    const items = async (revision: number) => [
      { id: (await settingOf('productName')).id, isDefault: true, revision },
      { id: (await settingOf('bounceSecret')).id, isDefault: true },
      { id: (await settingOf('keepMailsDays')).id, value: 30 },
    ]
    const putItems = async (body: object[]) =>
      await admin.ask({ method: 'PUT', path: '/api/settings', body: { items: body } })
    expect((await put('productName', { value: 'Ring' })).status).toBe(200)
    expect((await put('productName', { value: 'Bell' })).status).toBe(200)
    expect((await put('bounceSecret', { value: 'a-secret-of-bounces' })).status).toBe(200)
    const late = await putItems(await items(1))
    expect([late.status, errorsOf(late)[0]?.code]).toEqual([409, 'revisionConflict'])
    expect(await settingOf('productName')).toMatchObject({ value: 'Bell', isDefault: false })
    expect(await settingOf('bounceSecret')).toMatchObject({ isDefault: false })
    expect((await putItems(await items(2))).status).toBe(200)
    expect(await settingOf('productName')).toMatchObject({ value: 'Callboard', isDefault: true })
    expect(await settingOf('bounceSecret')).toMatchObject({ isDefault: true })
    expect(await settingOf('keepMailsDays')).toMatchObject({ value: 30 })
    const [name] = await items(0)
    for (const wrong of [
      { ...name, value: 'Ring' },
      { ...name, isDefault: undefined },
    ])
      expectRefused(await putItems([wrong]), { code: 'invalid', field: 'items.0.value' })
    expect((await putItems([{ ...name }])).status).toBe(200)
    expect((await restore('keepMailsDays')).status).toBe(204)
  })

  it('of sessions that would end before they are idle is refused, alone, with the other, and as a default', async () => {
    const putBoth = async (sessionIdleHours: number, sessionTotalHours: number) => {
      const values = { sessionIdleHours, sessionTotalHours }
      const items = Object.entries(values).map(async ([key, value]) => ({
        id: (await settingOf(key)).id,
        value,
      }))
      const body = { items: await Promise.all(items) }
      return await admin.ask({ method: 'PUT', path: '/api/settings', body })
    }
    expect(errorsOf(await put('sessionIdleHours', { value: 200 }))).toEqual([
      {
        code: 'invalid',
        description: 'Idle session timeout must be at most Maximum session length, which is 168 hours.',
        field: 'value',
      },
    ])
    expect(errorsOf(await put('sessionTotalHours', { value: 8 }))[0]?.description).toBe(
      'Maximum session length must be at least Idle session timeout, which is 12 hours.',
    )
    const body = { key: 'sessionTotalHours', value: 8 }
    expectRefused(await admin.ask({ path: '/api/settings', body }), { code: 'invalid', field: 'value' })
    expectRefused(await putBoth(9, 8), { code: 'invalid', field: 'items.0.value' })
    expect((await settingOf('sessionIdleHours')).isDefault).toBe(true)
    expect((await putBoth(200, 200)).status).toBe(200)
    expect((await putBoth(8, 8)).status).toBe(200)
    expectError(await restore('sessionIdleHours'), 400, 'invalid')
    expect((await settingOf('sessionIdleHours')).value).toBe(8)
    for (const key of ['sessionTotalHours', 'sessionIdleHours']) expect((await restore(key)).status).toBe(204)
  })

  it('of sessions counts from the next request on', async () => {
    const user = await test.make.user({})
    await test.make.changeSession(user.token, { last_used_at: new Date(Date.now() - 3_600_000) })
    const status = async () => (await user.ask({ path: '/api/settings' })).status
    expect((await put('sessionIdleHours', { value: 0.5 })).status).toBe(200)
    expect(await status()).toBe(401)
    expect((await restore('sessionIdleHours')).status).toBe(204)
    expect(await status()).toBe(200)
  })
})

describe('the mail server', () => {
  const received: string[] = []
  let server: Server
  let port = 0

  // As much of SMTP as taking a mail needs.
  beforeAll(async () => {
    port = await freePort()
    server = createServer((socket) => {
      let isData = false
      socket.on('error', () => undefined)
      socket.write('220 test\r\n')
      socket.on('data', (chunk) => {
        const text = chunk.toString()
        if (isData) {
          received.push(text)
          if (!text.includes('\r\n.\r\n')) return
          isData = false
          socket.write('250 taken\r\n')
        } else if (text.startsWith('DATA')) {
          isData = true
          socket.write('354 go on\r\n')
        } else socket.write('250 fine\r\n')
      })
    })
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve)
    })
  })
  afterAll(() => server.close())

  it('of the settings is used at once, also for mails that waited, and is never told again', async () => {
    const secretUrl = `smtp://ada:hush-hush@127.0.0.1:${port}?ignoreTLS=true&authMethod=PLAIN`
    const plainUrl = `smtp://127.0.0.1:${port}?ignoreTLS=true`
    await test.runtime.mailer.enqueue({ recipient: 'bob@example.com', subject: 'Waited', text: 'Hello' })
    expect((await put('mailFrom', { value: 'Bell <bell@example.com>' })).status).toBe(200)
    const answer = await put('smtpUrl', { value: secretUrl })
    expect(answer.text).not.toContain('hush')
    expect(Setting.parse(answer.json())).toMatchObject({ value: null, isSecret: true, isDefault: false })
    expect((await put('smtpUrl', { value: plainUrl })).status).toBe(200)
    await expect.poll(() => received.join('')).toContain('Subject: Waited')
    expect(received.join('')).toContain('From: Bell <bell@example.com>')
    const { id } = await settingOf('smtpUrl')
    const changes = await changesOf(test, id)
    expect(changes.map((one) => one.changes)).toEqual([
      [{ field: 'secret', from: null, to: '•••' }],
      [{ field: 'secret', from: '•••', to: '•••' }],
    ])
    expect(JSON.stringify(await all())).not.toMatch(/hush|127\.0\.0\.1/)
    expect((await restore('smtpUrl')).status).toBe(204)
    await test.runtime.mailer.enqueue({ recipient: 'bob@example.com', subject: 'Later', text: 'Hello' })
    expect(received.join('')).not.toContain('Subject: Later')
  })
})
