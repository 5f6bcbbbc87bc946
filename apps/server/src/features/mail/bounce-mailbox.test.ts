import { listStoppedAddresses, maxFailedMails } from '@callboard/contract/mails'
import { Overview } from '@callboard/contract/overview'
import { pageOf } from '@callboard/contract/paging'
import { Setting } from '@callboard/contract/settings'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { BounceMailbox, resetBounceMailbox } from './bounce-mailbox.ts'
import { readImapUrl } from '#server/lib/outside/imap-url.ts'
import { afterFile } from '#test/after-file.ts'
import { expectOk } from '#test/expect-errors.ts'
import { freePort } from '#test/free-port.ts'
import { type ImapMailbox, openImapMailbox } from '#test/imap-mailbox.ts'
import { MailClient } from '#test/clients/mails.ts'
import { forThisMachine } from '#test/time-limits.ts'

let client: MailClient
let imap: ImapMailbox

beforeAll(async () => {
  client = await MailClient.open()
  imap = await openImapMailbox()
  afterFile(async () => await imap.close())
})

afterEach(async () => await client.clear())

const longTimeouts = {
  connect: forThisMachine(2000),
  idle: forThisMachine(2000),
  whole: forThisMachine(4000),
}

/** Looks into a mailbox now, whenever that was done last. */
async function poll(url = imap.url, timeouts = longTimeouts) {
  await resetBounceMailbox(client.db)
  const { log } = client.portal.runtime
  await new BounceMailbox({ db: client.db, log, url, timeouts }).poll()
}

async function sentMail(recipient: string) {
  const mailer = client.mailers[0] ?? (await client.mailer())
  const { id } = await mailer.enqueue({ ...client.newMail(), recipient })
  expect((await client.outcome(id)).status).toBe('sent')
  return { id, messageId: `<${id}@calls.example.com>` }
}

const failed = 'Final-Recipient: rfc822; x@example.com\nAction: failed\nStatus: 5.1.1\n'

/** As mail servers write it. */
function reportOf(messageId: string, recipients = failed, original = 'message/rfc822'): string {
  return `From: MAILER-DAEMON@mx.example.com
Subject: Undelivered Mail Returned to Sender
Message-ID: <report@mx.example.com>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
 boundary="part/of"

This is a MIME-encapsulated message.

--part/of
Content-Type: text/plain

I could not deliver your mail.

--part/of
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com

${recipients}
--part/of
Content-Type: ${original}

From: callboard@example.com
Message-ID:
 ${messageId}
Subject: Hello

There
--part/of--
`
}

async function stopped() {
  const answer = await client.admin.ask({ path: '/api/mail/address' })
  return listStoppedAddresses.response.parse(expectOk(answer)).items
}

async function mailboxError() {
  const answer = await client.admin.ask({ path: '/api/overview' })
  return Overview.parse(expectOk(answer)).bounceMailbox
}

it('stops an address whose mails come back into the mailbox, each of them counted once', async () => {
  const said = `${failed}Diagnostic-Code: smtp; 550 5.1.1 no such\n user\n`
  const bounce = async () => {
    const { id, messageId } = await sentMail('gone@example.com')
    const kinds = ['message/rfc822', 'text/rfc822-headers']
    return { id, reports: kinds.map((original) => imap.add(reportOf(messageId, said, original))) }
  }
  const bounced = []
  for (let times = 1; times < maxFailedMails; times++) bounced.push(await bounce())
  await poll()
  await poll()
  expect(await stopped()).toEqual([])
  bounced.push(await bounce())
  await poll()
  for (const { id, reports } of bounced) {
    expect(await client.read(id)).toMatchObject({
      status: 'failed',
      lastError: 'It bounced: 550 5.1.1 no such user',
    })
    for (const { flags } of reports) expect(flags).toContain(String.raw`\Seen`)
  }
  expect(await stopped()).toMatchObject([{ email: 'gone@example.com' }])
})

it('counts no message twice, also of a mail that was sent again after it', async () => {
  const { id, messageId } = await sentMail('twice@example.com')
  imap.add(reportOf(messageId))
  await poll()
  const answer = await client.admin.ask({ method: 'POST', path: `/api/mail/${id}/retry` })
  expect(answer.status).toBe(204)
  client.mailers[0]?.wake()
  await expect.poll(async () => (await client.read(id)).status).toBe('sent')
  await poll()
  expect(await client.read(id)).toMatchObject({ status: 'sent' })
  // Two processes at once, of which one has the mailbox.
  imap.add(reportOf(messageId))
  await Promise.all([poll(), poll()])
  const { failures } = await client.db
    .selectFrom('mail_address')
    .where('email', '=', 'twice@example.com')
    .select('failures')
    .executeTakeFirstOrThrow()
  // Of both bounces, as the mail between them was taken.
  expect(failures).toBe(1)
})

it('counts what has failed for good alone, and tells of what is late', async () => {
  const { id, messageId } = await sentMail('late@example.com')
  const said = async (recipients: string) => {
    imap.add(reportOf(messageId, recipients))
    await poll()
    return await client.read(id)
  }
  const delivered = 'Final-Recipient: rfc822; y@example.com\nAction: relayed\nStatus: 2.0.0\n'
  expect(await said(delivered)).toMatchObject({ status: 'sent', lastError: null })
  // Whom the address stands for, got it.
  expect(await said(`${failed}\n${delivered}`)).toMatchObject({ status: 'sent', lastError: null })
  const late = 'Final-Recipient: rfc822; x@example.com\nAction: delayed\nStatus: 4.4.1\n'
  const delayed = { status: 'sent', lastError: 'Not delivered yet: 4.4.1' }
  expect(await said(late)).toMatchObject(delayed)
  const givenUp = 'Final-Recipient: rfc822; x@example.com\nAction: failed\nStatus: 4.4.7\n'
  expect(await said(givenUp)).toMatchObject({ status: 'sent' })
  const counted = client.db.selectFrom('mail_address').where('email', '=', 'late@example.com').selectAll()
  expect(await counted.execute()).toEqual([])
})

it('knows a mail by its own Message-ID alone, and passes over what is no report', async () => {
  const { id, messageId } = await sentMail('kept@example.com')
  const about = 'Final-Recipient: rfc822; kept@example.com\nAction: failed\nStatus: 5.1.1\n'
  imap.add(reportOf('<somebody@else.example.com>', about))
  imap.add(reportOf('<0193f0a0-0000-7000-8000-00000000000f@calls.example.com>', about))
  const absent = imap.add(
    `Subject: Out of office\nAuto-Submitted: auto-replied\nIn-Reply-To: ${messageId}\n\nFailed: 5.1.1`,
  )
  // Somebody sends on a report that they got.
  const inner = reportOf(messageId, about).replace(/^/gm, '')
  imap.add(
    `Subject: Fwd\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: message/rfc822\n\n${inner}\n--x--\n`,
  )
  await poll()
  expect(await client.read(id)).toMatchObject({ status: 'sent', lastError: null })
  expect(absent.flags).toEqual([])
})

it('sets aside what cannot be read, however large or deep, and goes on with the next', async () => {
  const { id, messageId } = await sentMail('after@example.com')
  const report = reportOf(messageId)
  const deep = Array.from(
    { length: 40 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
  )
  const aside = [
    report.replace('Action: failed\n', ''),
    report.replace(/Message-ID:\n .*\n/, ''),
    report.replace('message/delivery-status', 'text/html'),
    report.replace('I could not', 'x'.repeat(1 << 20)),
    report.replace('This is a MIME', `\n--part/of\n${deep.join('')}`),
    `X: ${'y'.repeat(100_000)}\n${report}`,
  ].map((raw) => imap.add(raw))
  // Whose original is long, and cut off.
  const good = imap.add(report.replace('There', 'There '.repeat(200_000)))
  await poll()
  for (const [at, { flags }] of aside.entries())
    expect(flags, `message ${at}`).toEqual([String.raw`\Flagged`])
  expect(good.flags).toContain(String.raw`\Seen`)
  expect(await client.read(id)).toMatchObject({ status: 'failed' })
})

it('is told the password by TLS alone, from a server with a good certificate, but for one on this machine', async () => {
  const secure = await openImapMailbox({ isSecure: true })
  afterFile(async () => await secure.close())
  await poll(secure.url)
  expect((await mailboxError())?.error).toMatch(/certificate/i)
  imap.said = ''
  // The same machine, by an address that is not known for one of it.
  await poll(imap.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'))
  expect((await mailboxError())?.error).toMatch(/STARTTLS/i)
  expect(imap.said).not.toBe('')
  expect(imap.said).not.toContain('secret')
  await poll()
  expect(await mailboxError()).toBeNull()
  expect(imap.said).toContain('secret')
})

it('tells administrators while the mailbox cannot be read, with growing pauses, and has it read anew by a new address', async () => {
  const state = client.db.selectFrom('bounce_mailbox').select(['failures', 'next_look_at'])
  const wrong = imap.url.replace('a%2Fsecret', 'another')
  await poll(wrong)
  expect((await mailboxError())?.error).toMatch(/login|authenti/i)
  expect(JSON.stringify(await mailboxError())).not.toContain('another')
  await poll(`imap://a:b@127.0.0.1:${await freePort()}`)
  expect((await mailboxError())?.error).toContain('ECONNREFUSED')
  await poll(imap.url.replace('INBOX', 'Nowhere'))
  expect(await mailboxError()).not.toBeNull()
  // One that never says a word.
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  await poll(`imap://a:b@127.0.0.1:${address.port}`, { connect: 100, idle: 100, whole: 300 })
  expect(await mailboxError()).not.toBeNull()
  imap.isCut = true
  const { log } = client.portal.runtime
  const mailbox = new BounceMailbox({ db: client.db, log, url: imap.url, allowedAddresses: ['127.0.0.1'] })
  const pauses: number[] = []
  for (let times = 0; times < 3; times++) {
    await client.db.updateTable('bounce_mailbox').set({ next_look_at: new Date() }).execute()
    await mailbox.poll()
    const { next_look_at: next } = await state.executeTakeFirstOrThrow()
    pauses.push(Math.round((next.getTime() - Date.now()) / 60_000))
  }
  expect(pauses).toEqual([2, 4, 8])
  // It is not time yet.
  imap.isCut = false
  await mailbox.poll()
  expect(await mailboxError()).not.toBeNull()
  const set = async (value: string) => {
    const body = { key: 'bounceMailboxUrl', value }
    return (await client.admin.ask({ path: '/api/settings', body })).status
  }
  expect(await set('imaps://nobody.example.com')).toBe(400)
  expect(await set(imap.url)).toBe(201)
  await mailbox.poll()
  expect(await mailboxError()).toBeNull()
})

it('is not looked for in the portal’s own network when the settings name it', async () => {
  const { log } = client.portal.runtime
  const { port, username, password } = new URL(imap.url)
  const pollAt = async (host: string, allowedAddresses: readonly string[] = []) => {
    const value = `imap://${username}:${password}@${host}:${port}`
    const search = {
      path: '/api/settings/search',
      body: { keyword: 'bounceMailboxUrl' },
      token: client.admin.token,
    }
    const [setting] = pageOf(Setting).parse(expectOk(await client.portal.ask(search))).items
    const path = `/api/settings/${setting?.id ?? ''}`
    expectOk(await client.admin.ask({ method: 'PUT', path, body: { value } }))
    await resetBounceMailbox(client.db)
    await new BounceMailbox({ db: client.db, log, url: imap.url, allowedAddresses }).poll()
    return await mailboxError()
  }
  const own = ['127.0.0.1', '127.1.2.3', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '[fe80::1]', '0.0.0.0']
  for (const host of [...own, '169.254.169.254', '10.0.0.1', '192.168.1.1', '[fd00::1]'])
    expect((await pollAt(host))?.error, host).toBe('Its host has a private address.')
  expect(await pollAt('127.0.0.1', ['127.0.0.1'])).toBeNull()
})

it('is told to mail servers as the address to which mails come back', async () => {
  const body = { key: 'bounceAddress', value: 'bounces@example.com' }
  expect((await client.admin.ask({ path: '/api/settings', body })).status).toBe(201)
  const from: string[] = []
  client.sink.answer = (step, address) => {
    if (step === 'MAIL') from.push(address)
    return undefined
  }
  await sentMail('reader@example.com')
  expect(from).toEqual(['bounces@example.com'])
  expect(client.sink.arrived.at(-1)?.text).toContain('From: Callboard <callboard@example.com>')
})

it('is a URL with a user and a password', () => {
  const url = 'imaps://bounces%40example.com:a%2Fb@imap.example.com/Mail%20in/Back'
  expect(readImapUrl(url)).toMatchObject({
    host: 'imap.example.com',
    port: 993,
    isSecure: true,
    user: 'bounces@example.com',
    password: 'a/b',
    folder: 'Mail in/Back',
  })
  const wrong = [
    'smtp://a:b@c',
    'imap://c',
    'imap://a@c',
    'imap://a:%zz@c',
    'imap://a:b@c/x?y',
    'imap://a:b@c /',
    'imap',
  ]
  for (const one of wrong) expect(readImapUrl(one), one).toBeUndefined()
})
