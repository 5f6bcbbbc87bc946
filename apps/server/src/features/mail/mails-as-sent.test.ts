import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dashboardReports } from '@callboard/contract/reports'
import { listStoppedAddresses, maxFailedMails } from '@callboard/contract/mails'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readDkimKey } from '#server/lib/outside/dkim-key.ts'
import { MailFrom } from '#server/lib/outside/mail-server.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { MailClient } from '#test/clients/mails.ts'

let client: MailClient

beforeAll(async () => {
  client = await MailClient.open()
})

afterEach(async () => await client.clear())

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The raw text of a mail that arrived. */
async function arrived(id: string): Promise<string> {
  expect((await client.outcome(id)).status).toBe('sent')
  const mail = client.sink.arrived.find(({ messageId }) => messageId.startsWith(`<${id}@`))
  if (mail === undefined) throw new Error('it has not arrived')
  return mail.text
}

/** Values of the headers of this name, unfolded. */
function headersOf(raw: string, name: string): string[] {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  return head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    .map((line) => line.slice(name.length + 1).trim())
}

const link = `https://calls.example.com/api/unsubscribe/${'t'.repeat(120)}`
const unsubscribing = {
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
}

async function keep(key: string, bytes: Buffer): Promise<void> {
  await client.portal.runtime.deliveryFiles.put(key, inOne(bytes))
}

async function* inOne(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}

describe('a mail as it is sent', () => {
  it('has its files, its pictures, and the headers that unsubscribe', async () => {
    const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    await keep('sent-1.csv', Buffer.from('a,b\r\n1,2\r\n'))
    await keep('sent-2.svg', picture)
    const mailer = await client.mailer()
    const attachments = [
      { name: 'Año “7”.csv', contentType: 'text/csv', key: 'sent-1.csv', bytes: 10 },
      {
        name: 'chart.svg',
        contentType: 'image/svg+xml',
        key: 'sent-2.svg',
        bytes: 41,
        cid: 'chart@callboard',
      },
    ]
    const html = '<p>There</p><img src="cid:chart@callboard">'
    const { id } = await mailer.enqueue(
      { ...client.newMail(), html },
      { attachments, headers: unsubscribing },
    )
    const raw = await arrived(id)
    expect(headersOf(raw, 'List-Unsubscribe')).toEqual([`<${link}>`])
    expect(headersOf(raw, 'List-Unsubscribe-Post')).toEqual(['List-Unsubscribe=One-Click'])
    expect(headersOf(raw, 'Auto-Submitted')).toEqual(['auto-generated'])
    expect(raw).toContain(Buffer.from('a,b\r\n1,2\r\n').toString('base64'))
    expect(raw).toMatch(/content-id: <chart@callboard>/i)
    // And so administrators see it.
    const mail = await client.read(id)
    expect(mail.attachments).toEqual([{ name: 'Año “7”.csv', contentType: 'text/csv', bytes: 10 }])
    expect(mail.html).toContain(`src="data:image/svg+xml;base64,${picture.toString('base64')}"`)
    const path = `/api/mail/${id}/file/${encodeURIComponent('Año “7”.csv')}`
    const file = await client.admin.ask({ path })
    expect(file).toMatchObject({ status: 200, text: 'a,b\r\n1,2\r\n' })
    const other = await client.admin.ask({ path: `/api/mail/${id}/file/none` })
    expectError(other, 404, 'notFound')
  })

  it('fails when a file of it is no more', async () => {
    const mailer = await client.mailer()
    const attachments = [{ name: 'Gone.csv', contentType: 'text/csv', key: 'gone.csv', bytes: 10 }]
    const mail = await client.outcome((await mailer.enqueue(client.newMail(), { attachments })).id)
    expect(mail).toMatchObject({ status: 'failed', lastError: 'The attachment Gone.csv no longer exists.' })
  })

  it('takes no headers from what is in it', async () => {
    const mailer = await client.mailer()
    for (const subject of [
      'Hello\r\nBcc: other@example.com',
      'Hello\nX-Evil: 1\n\nbody',
      'Hello\0\u2028Bcc: other@example.com',
      `=?utf-8?q?Hello=0D=0ABcc:_other@example.com?=`,
      `Grüße 😀 ${'x'.repeat(3000)}`,
    ]) {
      const name = `a.csv"\r\nX-Evil: 1\r\n.csv`
      await keep('evil.csv', Buffer.from('a'))
      const attachments = [{ name, contentType: 'text/csv', key: 'evil.csv', bytes: 1 }]
      const { id } = await mailer.enqueue({ ...client.newMail(), subject }, { attachments })
      const raw = await arrived(id)
      expect(headersOf(raw, 'Bcc')).toEqual([])
      expect(headersOf(raw, 'Subject')).toHaveLength(1)
      expect(raw).not.toMatch(/^(x-evil|bcc):/im)
      for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
    }
    const odd: Record<string, string>[] = [
      { 'List-Id': 'a\r\nBcc: b@example.com' },
      { 'List-Id': 'a\0b' },
      { 'List-Id': '\u202e' },
      { 'List-Id\r\nBcc': 'b@example.com' },
      { Bcc: 'b@example.com' },
      { 'X-Long': 'x'.repeat(999) },
    ]
    for (const headers of odd)
      await expect(mailer.enqueue(client.newMail(), { headers })).rejects.toThrow(TypeError)
  })

  it('is of one sender', () => {
    for (const good of [
      'Callboard <callboard@localhost>',
      'a@example.com',
      '"Ada, Inc." <a@example.com>',
      'Müller <a@example.com>',
    ])
      expect(MailFrom.safeParse(good).success, good).toBe(true)
    for (const bad of [
      '',
      'Ada',
      'a@example.com, b@example.com',
      'a@example.com\r\nBcc: b@example.com',
      'A\0 <a@example.com>',
      'Group: a@example.com;',
      'a@',
    ])
      expect(MailFrom.safeParse(bad).success, bad).toBe(false)
  })

  it('is signed by the key of the domain, with what unsubscribes', async () => {
    const keyPath = join(client.portal.folder, 'dkim.pem')
    writeFileSync(keyPath, privateKey.export({ type: 'pkcs1', format: 'pem' }))
    const dkim = readDkimKey({ keyPath, domain: 'example.com', selector: 'mails' })
    await keep('signed.csv', Buffer.alloc(100_000, 'a,b\n'))
    const attachments = [{ name: 'a.csv', contentType: 'text/csv', key: 'signed.csv', bytes: 100_000 }]
    const mailer = await client.mailer({ dkim })
    const { id } = await mailer.enqueue(client.newMail(), { headers: unsubscribing, attachments })
    expect(isSigned(await arrived(id))).toBe(true)
    expect(isSigned((await arrived(id)).replace('There', 'Elsewhere'))).toBe(false)
    expect(isSigned((await arrived(id)).replace('=One-Click', '=Two-Clicks'))).toBe(false)
    // The whole text is read for the signature, and yet the server has none of it.
    client.sink.misdeed = (step) => (step === 'RCPT' ? 'cut' : undefined)
    await keep('signed-2.csv', Buffer.from('a'))
    const { id: cut } = await mailer.enqueue(client.newMail())
    expect(await client.outcome(cut)).toMatchObject({ status: 'waiting', tries: 1 })
  })

  it('is signed by no key that is none', () => {
    const paths = { 'short.pem': generateKeyPairSync('ed25519').privateKey, 'public.pem': publicKey }
    const write = (name: string, text: string | Buffer) => {
      writeFileSync(join(client.portal.folder, name), text)
      return { keyPath: join(client.portal.folder, name), domain: 'example.com', selector: 'mails' }
    }
    const elliptic = paths['short.pem'].export({ type: 'pkcs8', format: 'pem' })
    expect(() => readDkimKey(write('elliptic.pem', elliptic))).toThrow(/^DKIM_KEY \S+ is no RSA key/)
    expect(() => readDkimKey(write('words.pem', 'no key'))).toThrow(/^DKIM_KEY \S+ holds no private key/)
    expect(() => readDkimKey({ keyPath: '/nowhere', domain: 'a', selector: 'b' })).toThrow(
      'DKIM_KEY /nowhere cannot be read.',
    )
  })
})

/** By RFC 6376, relaxed for headers and body. */
function isSigned(raw: string): boolean {
  const end = raw.indexOf('\r\n\r\n')
  const [signature = ''] = headersOf(raw, 'DKIM-Signature')
  const tag = (name: string) =>
    new RegExp(`(?:^|;) ?${name}=([^;]*)`).exec(signature)?.[1]?.replaceAll(' ', '') ?? ''
  const body = raw
    .slice(end + 4)
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ +\r\n/g, '\r\n')
    .replace(/(\r\n)*$/, '\r\n')
  if (createHash('sha256').update(body).digest('base64') !== tag('bh')) return false
  const relaxed = (name: string, value: string) =>
    `${name.toLowerCase()}:${value.replaceAll(/\s+/g, ' ').trim()}`
  const signed = tag('h')
    .split(':')
    .map((name) => relaxed(name, headersOf(raw, name).at(-1) ?? ''))
  expect(tag('h').toLowerCase()).toContain('list-unsubscribe-post')
  const own = relaxed('dkim-signature', signature.replace(/\bb=[^;]*$/, 'b='))
  return createVerify('RSA-SHA256')
    .update([...signed, own].join('\r\n'))
    .verify(publicKey, tag('b'), 'base64')
}

const secret = 'a secret of 16 or more'.replaceAll(' ', '-')

async function bounce(body: object, authorization = `Bearer ${secret}`) {
  return await client.portal.ask({ path: '/api/mail/bounce', body, headers: { authorization } })
}

async function stopped() {
  const answer = await client.admin.ask({ path: '/api/mail/address' })
  return listStoppedAddresses.response.parse(expectOk(answer)).items
}

describe('an address', () => {
  beforeAll(async () => {
    const body = { key: 'bounceSecret', value: secret }
    await client.admin.ask({ path: '/api/settings', body })
  })

  it('that refuses five mails in a row is sent no more, until somebody lifts it', async () => {
    const mailer = await client.mailer()
    const mail = { ...client.newMail(), recipient: 'Gone@example.com' }
    const send = async () => await client.outcome((await mailer.enqueue(mail)).id)
    client.sink.answer = (step) => (step === 'RCPT' ? '550 no such user' : undefined)
    for (let times = 1; times < maxFailedMails; times++) await send()
    client.sink.answer = () => undefined
    // One that is taken begins a new streak, when the one after it is taken as well.
    await send()
    await send()
    client.sink.answer = (step) => (step === 'RCPT' ? '550 no such user' : undefined)
    for (let times = 1; times <= maxFailedMails; times++) {
      expect(await stopped()).toEqual([])
      await send()
    }
    expect(await stopped()).toMatchObject([{ email: 'gone@example.com' }])
    client.sink.answer = () => undefined
    const refused = await send()
    expect(refused.status).toBe('failed')
    expect(refused.lastError).toMatch(/^Emails to this address are stopped.*no such user/)
    const lift = async () =>
      await client.admin.ask({ path: '/api/mail/address/lift', body: { email: 'gone@example.com' } })
    expect((await lift()).status).toBe(204)
    expectError(await lift(), 404, 'notFound')
    expect((await send()).status).toBe('sent')
  })

  it('from which five mails come back is sent no more, each of them counted once', async () => {
    const mailer = await client.mailer()
    const recipient = 'back@example.com'
    for (let times = 1; times <= maxFailedMails; times++) {
      expect(await stopped()).toEqual([])
      const { id } = await mailer.enqueue({ ...client.newMail(), recipient })
      expect((await client.outcome(id)).status).toBe('sent')
      const late = { messageId: `<${id}@calls.example.com>`, type: 'transient', reason: '451 busy' }
      expect((await bounce(late)).status).toBe(204)
      expect(await client.read(id)).toMatchObject({ status: 'sent' })
      const known =
        times % 2 === 0 ? { recipient: 'Back@example.com' } : { messageId: `<${id}@calls.example.com>` }
      for (const again of [1, 2, 3]) {
        const reason = `550 gone ${again}\0\r\n`
        expect((await bounce({ ...known, type: 'permanent', reason })).status).toBe(204)
      }
      expect(await client.read(id)).toMatchObject({ status: 'failed', lastError: 'It bounced: 550 gone 1' })
    }
    expect(await stopped()).toMatchObject([{ email: recipient, lastError: '550 gone 1' }])
  })

  it('that is stopped is told once to those whose subscriptions and alerts go there, not to its reader', async () => {
    const { portal: test } = client
    const owner = await test.make.user({ isAdmin: true, email: 'owner@example.com' })
    const reader = await test.make.user({ email: 'Left@example.com' })
    const ask = async (path: string, body: object, token: string) =>
      z.object({ id: z.string() }).parse((await test.ask({ path, body, token })).json()).id
    const report = { reportId: dashboardReports.topSources, name: 'Radio', parameters: {} }
    const saved = await ask('/api/reporting/savereport', report, owner.token)
    for (const name of ['Mornings', 'Mondays']) {
      const schedule = { frequency: 'daily', time: '08:00', timeZone: 'UTC' }
      const body = { name, schedule, recipients: [{ userId: reader.id }, { userId: owner.id }] }
      await ask(`/api/reporting/subscription/${saved}`, body, owner.token)
    }
    const condition = { measure: 'missed', window: { lastMinutes: 60 }, op: 'gt', value: 5 }
    await ask('/api/alerts', { name: 'Sick line', condition, recipients: [reader.id] }, owner.token)
    const mailer = await client.mailer()
    for (const times of [1, 2]) {
      const { id } = await mailer.enqueue({ ...client.newMail(), recipient: 'left@example.com' })
      expect((await client.outcome(id)).status, `mail ${times}`).toBe(times === 1 ? 'sent' : 'failed')
      await bounce({ messageId: `<${id}@calls.example.com>`, type: 'complaint', reason: 'spam' })
    }
    mailer.wake()
    const notices = () => client.sink.arrived.filter(({ recipient }) => recipient === 'owner@example.com')
    await expect.poll(() => notices().length).toBe(1)
    expect(notices()[0]?.text).toContain('Emails to left@example.com bounced')
    for (const name of ['Mondays', 'Mornings', 'Sick line']) expect(notices()[0]?.text).toContain(`- ${name}`)
    expect(client.sink.arrived.filter(({ recipient }) => recipient === 'left@example.com')).toHaveLength(1)
  })

  it('whose reader complains is sent no more at once', async () => {
    const mailer = await client.mailer()
    const { id } = await mailer.enqueue({ ...client.newMail(), recipient: 'cross@example.com' })
    await client.outcome(id)
    expect((await bounce({ recipient: 'cross@example.com', type: 'complaint' })).status).toBe(204)
    expect((await stopped()).map(({ email }) => email)).toContain('cross@example.com')
  })

  it('is not stopped by whoever does not have the secret, or by mails of others', async () => {
    const before = await stopped()
    const body = { messageId: '<other@example.com>', recipient: 'nobody@example.com', type: 'complaint' }
    for (const wrong of [
      '',
      'Bearer',
      `Bearer ${secret}x`,
      `Basic ${secret}`,
      `Bearer ${client.admin.token}`,
    ])
      expectError(await bounce(body, wrong), 401, 'unauthenticated')
    expect((await bounce(body)).status).toBe(204)
    expectError(await bounce({ type: 'permanent' }), 400, 'invalid')
    expectError(await bounce({ ...body, type: 'odd' }), 400, 'invalid')
    expect(await stopped()).toEqual(before)
  })
})
