import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MailInFull } from '@callboard/contract/mails'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { defaultTimeouts } from './mail-server.ts'
import type { FileStore } from '#server/lib/files/file-store.ts'
import { expectError } from '#test/expect-errors.ts'
import { freePort } from '#test/free-port.ts'
import type { Misdeed, Step } from '#test/mail-sink.ts'
import { MailClient } from '#test/clients/mails.ts'
import { forThisMachine } from '#test/time-limits.ts'

let client: MailClient

beforeAll(async () => {
  client = await MailClient.open()
})

afterEach(async () => await client.clear())

async function retry(id: string): Promise<void> {
  expect((await client.admin.ask({ method: 'POST', path: `/api/mail/${id}/retry` })).status).toBe(204)
  for (const mailer of client.mailers) mailer.wake()
}

const file = { name: 'Calls.csv', contentType: 'text/csv', key: 'calls.csv', bytes: 7 }

/** Nothing but one file. */
function holding(bytes: () => AsyncGenerator<Uint8Array>): FileStore {
  const get = async () => await Promise.resolve({ size: 7, bytes: Readable.from(bytes()) })
  return { ...client.portal.runtime.deliveryFiles, get }
}

async function* endless(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a,b,c')
  await new Promise(() => {})
}

/** In seconds. */
const pauseOf = ({ nextTryAt }: MailInFull) => (Date.parse(nextTryAt ?? '') - Date.now()) / 1000

/** Impatient with what hangs. */
function timeoutsFor(misdeed: Misdeed, { connect, idle }: { connect: number; idle: number }) {
  const isHang = misdeed === 'hang' || misdeed === 'hangAfter'
  return { timeouts: isHang ? { connect, idle, whole: forThisMachine(9000) } : defaultTimeouts }
}

/** For a server that hangs before it has the mail. */
const early = { connect: 100, idle: 100 }
/** For one that hangs when it has all of it: till then nothing may end it, however busy the machine is. */
const late = { connect: forThisMachine(5000), idle: forThisMachine(1500) }

function misbehave(at: Step, misdeed: Misdeed): void {
  client.sink.misdeed = (step) => (step === at ? misdeed : undefined)
}

async function countWaiting(): Promise<number> {
  // Until all that was woken has looked.
  await Promise.all(client.mailers.splice(0).map(async (mailer) => await mailer.close()))
  return (await client.db.selectFrom('mail').where('status', '=', 'waiting').select('id').execute()).length
}

describe('a mail', () => {
  it('arrives once, under an id of its own, and the answer of the server is kept', async () => {
    const mailer = await client.mailer()
    const { id, delivery } = await mailer.enqueue(client.newMail())
    expect(delivery).toBe('sending')
    const mail = await client.outcome(id)
    expect(mail).toMatchObject({ status: 'sent', tries: 1, lastError: null })
    expect(mail.serverAnswer).toMatch(/^250 /)
    expect(client.countArrived(mail)).toBe(1)
    expect(client.sink.arrived.at(-1)?.messageId).toBe(`<${id}@calls.example.com>`)
  })

  it.each<[Step, Misdeed]>([
    ['greeting', 'cut'],
    ['greeting', 'hang'],
    ['greeting', { say: '554 go away' }],
    ['greeting', { say: 'HTTP/1.1 400 Bad Request' }],
    ['EHLO', 'cut'],
    ['EHLO', 'hang'],
    ['MAIL', 'cut'],
    ['MAIL', 'hang'],
    ['MAIL', { say: '\0\u00ff what?' }],
    ['MAIL', { say: '421 too busy' }],
    ['RCPT', 'cut'],
    ['RCPT', 'hangAfter'],
    ['DATA', 'cut'],
    ['DATA', 'hangAfter'],
    ['DATA', { say: '451 later' }],
    ['end', { say: '451 later' }],
  ])('waits when the server misbehaves at %s with %o', async (step, misdeed) => {
    misbehave(step, misdeed)
    const mailer = await client.mailer(timeoutsFor(misdeed, early))
    const mail = await client.outcome((await mailer.enqueue(client.newMail())).id)
    expect(mail).toMatchObject({ status: 'waiting', tries: 1 })
    expect(mail.lastError).toMatch(/\S/)
    expect(client.countArrived(mail)).toBe(0)
  })

  it.each([{ say: '454 no TLS today' }, { say: '220 go on\r\nthis is no TLS' }, { say: 'what?' }])(
    'waits when the server offers TLS, and then says %o',
    async (misdeed) => {
      client.sink.misdeed = (step) =>
        step === 'EHLO' ? { say: '250-here\r\n250 STARTTLS' } : step === 'STARTTLS' ? misdeed : undefined
      const mailer = await client.mailer(timeoutsFor('hang', early))
      const mail = await client.outcome((await mailer.enqueue(client.newMail())).id)
      expect(mail).toMatchObject({ status: 'waiting', tries: 1 })
      expect(client.countArrived(mail)).toBe(0)
    },
  )

  it('waits when there is no server, with growing pauses, and arrives once there is one', async () => {
    const port = await freePort()
    const mailer = await client.mailer({ smtpUrl: `smtp://127.0.0.1:${port}` })
    const { id } = await mailer.enqueue(client.newMail())
    const first = await client.outcome(id)
    expect(first).toMatchObject({ status: 'waiting', tries: 1 })
    expect(pauseOf(first)).toBeGreaterThan(25)
    expect(pauseOf(first)).toBeLessThan(35)
    await client.db.updateTable('mail').set({ tries: 6, not_before: null }).execute()
    await client.mailer({ smtpUrl: `smtp://127.0.0.1:${port}` })
    const seventh = await client.outcome(id)
    expect(seventh.tries).toBe(7)
    expect(pauseOf(seventh)).toBeGreaterThan(1700)
    await client.db.updateTable('mail').set({ not_before: null }).execute()
    await client.mailer()
    const mail = await client.outcome(id)
    expect(mail).toMatchObject({ status: 'sent', tries: 8, nextTryAt: null })
    expect(client.countArrived(mail)).toBe(1)
  })

  it('fails after the last of its tries, and is tried anew when somebody says so', async () => {
    client.sink.answer = (step) => (step === 'RCPT' ? '450 mailbox busy' : undefined)
    const mailer = await client.mailer()
    const { id } = await mailer.enqueue(client.newMail())
    expect((await client.outcome(id)).status).toBe('waiting')
    await client.db.updateTable('mail').set({ tries: 29, not_before: null }).execute()
    mailer.wake()
    const failed = await client.outcome(id)
    expect(failed).toMatchObject({ status: 'failed', tries: 30 })
    expect(failed.serverAnswer).toContain('mailbox busy')
    client.sink.answer = () => undefined
    await retry(id)
    expect(await client.outcome(id)).toMatchObject({ status: 'sent', tries: 1 })
  })

  it.each<['MAIL' | 'RCPT' | 'end', string]>([
    ['MAIL', '550 not from there'],
    ['RCPT', '550 no such user'],
    ['end', '552 too large'],
  ])('fails at once when the server says for good at %s: %s', async (step, answer) => {
    client.sink.answer = (at) => (at === step ? answer : undefined)
    const mailer = await client.mailer()
    const mail = await client.outcome((await mailer.enqueue(client.newMail())).id)
    expect(mail).toMatchObject({ status: 'failed', tries: 1 })
    expect(mail.serverAnswer).toContain(answer.slice(4))
    expect(client.countArrived(mail)).toBe(0)
  })

  it.each<[Step, Misdeed, number]>([
    ['end', 'cut', 0],
    ['end', 'hang', 0],
    ['end', 'cutAfter', 1],
    ['end', 'hangAfter', 1],
    ['end', { say: 'HTTP/1.1 200 OK' }, 0],
    ['end', { say: '2fifty yes' }, 0],
    ['end', { say: '354 go on' }, 0],
  ])('is uncertain when the server has it all and at %s there is %o', async (step, misdeed, copies) => {
    misbehave(step, misdeed)
    const mailer = await client.mailer(timeoutsFor(misdeed, late))
    const { id } = await mailer.enqueue(client.newMail())
    const mail = await client.outcome(id)
    expect(mail).toMatchObject({ status: 'uncertain', tries: 1, nextTryAt: null })
    client.sink.misdeed = () => undefined
    await client.mailer()
    expect(await client.read(id)).toMatchObject({ status: 'uncertain', tries: 1 })
    expect(client.countArrived(mail)).toBe(copies)
  })

  it('that is uncertain is sent again by a person, under the same id', async () => {
    misbehave('end', 'cutAfter')
    const mailer = await client.mailer()
    const { id } = await mailer.enqueue(client.newMail())
    expect((await client.outcome(id)).status).toBe('uncertain')
    client.sink.misdeed = () => undefined
    await (await client.mailer()).close()
    await retry(id)
    await client.mailer()
    const mail = await client.outcome(id)
    expect(mail.status).toBe('sent')
    const copies = client.sink.arrived.filter((one) => one.recipient === mail.recipient)
    expect(copies.map(({ messageId }) => messageId)).toEqual([
      `<${id}@calls.example.com>`,
      `<${id}@calls.example.com>`,
    ])
    expectError(await client.admin.ask({ method: 'POST', path: `/api/mail/${id}/retry` }), 409, 'conflict')
  })

  it('that is cut in the middle of its text waits', async () => {
    misbehave('text', 'cut')
    const mailer = await client.mailer({ files: holding(endless) })
    const { id } = await mailer.enqueue(client.newMail(), { attachments: [file] })
    const mail = await client.outcome(id)
    expect(mail).toMatchObject({ status: 'waiting', tries: 1 })
    expect(client.countArrived(mail)).toBe(0)
  })

  it('to what is no address is not tried', async () => {
    const mailer = await client.mailer()
    for (const recipient of [
      'a@example.com, b@example.com',
      'Ada <a@example.com>',
      'a@example.com\r\nBcc: b@example.com',
      'a@exam\0ple.com',
      '\u202ea@example.com',
      `${'a'.repeat(300)}@example.com`,
      '',
    ]) {
      const { id } = await mailer.enqueue({ ...client.newMail(), recipient })
      expect(await client.read(id)).toMatchObject({ status: 'failed', tries: 0 })
    }
  })
})

describe('a mailer', () => {
  it('frees its connections of a server that hangs or dawdles', async () => {
    client.sink.misdeed = (step) => (step === 'RCPT' ? { slow: 100 } : step === 'end' ? 'hang' : undefined)
    // Long enough for what is handed over, however busy the machine is.
    const whole = forThisMachine(4000)
    const mailer = await client.mailer({ timeouts: { connect: 2 * whole, idle: 2 * whole, whole } })
    const ids = await Promise.all([1, 2, 3].map(async () => (await mailer.enqueue(client.newMail())).id))
    for (const id of ids) expect((await client.outcome(id)).status).toBe('uncertain')
    await expect.poll(() => client.sink.countOpen()).toBe(0)
    client.sink.misdeed = () => undefined
    expect((await client.outcome((await mailer.enqueue(client.newMail())).id)).status).toBe('sent')
  })

  it('leaves what it was at when it is closed, waiting or uncertain', async () => {
    misbehave('RCPT', 'hang')
    const first = await client.mailer({ timeouts: defaultTimeouts })
    const { id: before } = await first.enqueue(client.newMail())
    await expect.poll(async () => (await client.read(before)).status).toBe('sending')
    await first.close()
    expect(await client.read(before)).toMatchObject({ status: 'waiting', tries: 0, nextTryAt: null })
    await client.db.deleteFrom('mail').execute()
    misbehave('end', 'hangAfter')
    const second = await client.mailer({ timeouts: defaultTimeouts })
    const { id: after } = await second.enqueue(client.newMail())
    await expect.poll(() => client.sink.arrived.at(-1)?.messageId).toBe(`<${after}@calls.example.com>`)
    await second.close()
    expect(await client.read(after)).toMatchObject({ status: 'uncertain', tries: 1 })
    expect(client.sink.countOpen()).toBe(0)
  })

  it('takes what a process that is gone handed over for uncertain', async () => {
    const mailer = await client.mailer({ smtpUrl: undefined })
    const { id } = await mailer.enqueue(client.newMail())
    const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
    const values = { status: 'sending', worker: randomUUID(), tries: 1, is_handed_over: true } as const
    await client.db
      .updateTable('mail')
      .set({ ...values, beat_at: secondsAgo(5) })
      .execute()
    await client.mailer()
    expect((await client.read(id)).status).toBe('sending')
    await client.mailer({ hasPeers: false })
    expect(await client.read(id)).toMatchObject({ status: 'uncertain', tries: 1 })
    await client.db
      .updateTable('mail')
      .set({ ...values, beat_at: secondsAgo(40) })
      .execute()
    await client.mailer()
    await expect.poll(async () => (await client.read(id)).status).toBe('uncertain')
    expect(client.sink.arrived.filter(({ messageId }) => messageId.includes(id))).toEqual([])
  })

  it('has what a process that is gone had not handed over wait again', async () => {
    const mailer = await client.mailer({ smtpUrl: undefined })
    const { id } = await mailer.enqueue(client.newMail())
    const values = { status: 'sending', worker: randomUUID(), tries: 1, beat_at: new Date() } as const
    await client.db.updateTable('mail').set(values).execute()
    await client.mailer({ hasPeers: false })
    const mail = await client.outcome(id)
    expect(mail).toMatchObject({ status: 'sent', tries: 2 })
    expect(client.countArrived(mail)).toBe(1)
  })

  it('hands over nothing that was taken from it while it hung', async () => {
    const goOn = Promise.withResolvers<void>()
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a,b,c')
      await goOn.promise
    }
    const hung = await client.mailer({ files: holding(slow), closesWithin: 60_000 })
    const { id } = await hung.enqueue(client.newMail(), { attachments: [file] })
    await expect.poll(async () => (await client.read(id)).status).toBe('sending')
    const released = { status: 'waiting', worker: null, attachments: '[]' } as const
    await client.db.updateTable('mail').where('id', '=', id).set(released).execute()
    await client.mailer()
    await expect.poll(async () => (await client.read(id)).status).toBe('sent')
    const mail = await client.read(id)
    goOn.resolve()
    await hung.close()
    expect(await client.read(id)).toEqual(mail)
    expect(client.countArrived(mail)).toBe(1)
  })

  it('sends each of many mails once beside another one, those that people wait for first', async () => {
    const before = client.sink.arrived.length
    await client.portal.runtime.db
      .insertInto('mail')
      .values(
        Array.from({ length: 100 }, (_, at) => ({
          recipient: `m-${at}@example.com`,
          subject: 'x',
          body_text: 'x',
        })),
      )
      .execute()
    await Promise.all([client.mailer(), client.mailer()])
    await expect.poll(() => client.sink.arrived.length - before).toBe(100)
    expect(new Set(client.sink.arrived.slice(before).map(({ recipient }) => recipient)).size).toBe(100)
    const left = await client.db
      .selectFrom('mail')
      .where('status', 'not in', ['sent', 'sending'])
      .select('id')
      .execute()
    expect(left).toEqual([])
  })

  it('sends so many a minute together with another one', async () => {
    await client.portal.set('mailsPerMinute', 1)
    const before = client.sink.arrived.length
    for (let sent = 1; sent <= 3; sent++) {
      const mailers = await Promise.all([client.mailer(), client.mailer()])
      await mailers[sent % 2]?.enqueue(client.newMail())
      for (const mailer of mailers) mailer.wake()
      await expect.poll(() => client.sink.arrived.length - before).toBe(sent)
      const { next_at: next } = await client.db
        .selectFrom('mail_pace')
        .select('next_at')
        .executeTakeFirstOrThrow()
      expect(next.getTime()).toBeGreaterThan(Date.now())
      await mailers[sent % 2]?.enqueue(client.newMail())
      for (const mailer of mailers) mailer.wake()
      expect(await countWaiting()).toBe(1)
      await client.db.deleteFrom('mail').where('status', '=', 'waiting').execute()
      // A minute later.
      await client.db.updateTable('mail_pace').set({ next_at: new Date() }).execute()
    }
    await client.portal.unset('mailsPerMinute')
  })

  it('adds a mail with what else is written, or not at all', async () => {
    const mailer = await client.mailer({ smtpUrl: undefined })
    const enqueued = client.db.transaction().execute(async (transaction) => {
      await mailer.enqueue(client.newMail(), { transaction })
      throw new Error('not to be')
    })
    await expect(enqueued).rejects.toThrow('not to be')
    expect(await client.db.selectFrom('mail').select('id').execute()).toEqual([])
  })
})
