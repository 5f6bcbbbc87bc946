import { Session } from '@callboard/contract/users'
import { beforeAll, describe, expect, it } from 'vitest'
import { linkMailer } from '#server/features/email-templates/email-templates.ts'
import { mailInvitation } from '#server/access/sign-in/one-time-links.ts'
import { bytesOf, expectError } from '#test/expect-errors.ts'
import { inOrder } from '#test/in-order.ts'
import { type Answer, openPortal, type Person, type Portal } from '#test/portal.ts'

const password = 'correct horse 9 battery'
const chosen = 'plover quartz 41'

let test: Portal
let addresses = 0

beforeAll(async () => {
  test = await openPortal()
})

async function forget(userName: string, address = `10.2.0.${++addresses}`): Promise<Answer> {
  return await test.ask({ path: '/api/auth/forgotpassword', body: { userName }, address })
}

interface Link {
  id: string
  token: string
}

async function mailsTo(email: string): Promise<{ subject: string; text: string; link: Link }[]> {
  const rows = await test.runtime.postgres.db
    .selectFrom('mail')
    .where('recipient', '=', email)
    .orderBy('created_at')
    .select(['subject', 'body_text'])
    .execute()
  return rows.map(({ subject, body_text: text }) => {
    const [, id = '', token = ''] = /\/confirmpassword#id=([\da-f-]{36})&token=([\w-]{43})$/m.exec(text) ?? []
    return { subject, text, link: { id, token } }
  })
}

/** A user with an address, and the link that was mailed there for a new password. */
async function userWithLink(): Promise<{ user: Person; email: string; link: Link }> {
  const email = `person-${++addresses}@example.com`
  const user = await test.make.user({ email, password })
  expect((await forget(email)).status).toBe(204)
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const [mail] = await mailsTo(email)
  if (mail === undefined) throw new Error('no email came')
  return { user, email, link: mail.link }
}

async function confirm(link: Link, given: { password?: string } = {}): Promise<Answer> {
  return await test.ask({
    path: '/api/auth/confirmpassword',
    body: { ...link, password: given.password ?? chosen },
  })
}

async function signInStatus(userName: string, secret: string): Promise<number> {
  const body = { userName, password: secret }
  return (await test.ask({ path: '/api/auth/login', body, address: `10.3.0.${++addresses}` })).status
}

describe('a forgotten password', () => {
  it('is replaced by the link that comes by mail, which ends every session', async () => {
    const { user, email, link } = await userWithLink()
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('A new password for Callboard')
    expect(mail?.text).toContain('http://localhost:8080/confirmpassword#')
    expect(mail?.text).toContain(user.userName)
    expect((await user.ask({ path: '/api/user/me' })).status).toBe(200)
    expect((await confirm(link)).status).toBe(204)
    expect(await signInStatus(email, password)).toBe(400)
    expect(await signInStatus(email, chosen)).toBe(200)
    expectError(await user.ask({ path: '/api/user/me' }), 401, 'unauthenticated')
  })

  it('is answered alike whether or not there is such a user, and mails nobody else', async () => {
    const email = 'known@example.com'
    await test.make.user({ email, password })
    const sso = await test.make.user({ email: 'sso@example.com', loginProvider: 'liberty' })
    const inactive = await test.make.user({ email: 'inactive@example.com', password })
    await test.make.changeUser(inactive.id, { is_active: false })
    const answer = await forget(email)
    expect(answer.status).toBe(204)
    for (const name of ['nobody@example.com', sso.userName, 'inactive@example.com', '%', "' OR 1=1 --"])
      expect(bytesOf(await forget(name))).toEqual(bytesOf(answer))
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
    for (const other of ['nobody@example.com', 'sso@example.com', 'inactive@example.com'])
      expect(await mailsTo(other)).toEqual([])
  })

  it('gets three mails an hour at most, and 20 requests a minute from one address', async () => {
    const { email } = await userWithLink()
    for (let times = 0; times < 5; times++) expect((await forget(email)).status).toBe(204)
    await expect.poll(async () => (await mailsTo(email)).length).toBe(3)
    const address = '10.4.0.1'
    for (let times = 0; times < 20; times++) expect((await forget(`many-${times}`, address)).status).toBe(204)
    const answer = await forget('one-more', address)
    expectError(answer, 429, 'tooManyRequests')
    expect(answer.headers['retry-after']).toBe('60')
    expect(await mailsTo(email)).toHaveLength(3)
    // One connection has all addresses of a network of IPv6.
    for (let at = 0; at < 20; at++)
      expect((await forget(`many-${at}`, `2001:db8:4:1::${at}`)).status).toBe(204)
    expectError(await forget('one-more', '2001:db8:4:1:ffff::1'), 429, 'tooManyRequests')
    expect((await forget('one-more', '2001:db8:4:2::1')).status).toBe(204)
  })
})

describe('a one-time link', () => {
  it('works once, and ends the others of its user', async () => {
    const { email, link } = await userWithLink()
    await forget(email)
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2)
    const other = (await mailsTo(email))[1]?.link ?? link
    expect(other).not.toEqual(link)
    const statuses = await Promise.all([confirm(link), confirm(link), confirm(link)])
    expect(inOrder(statuses.map(({ status }) => status))).toEqual([204, 400, 400])
    for (const used of [link, other]) expectError(await confirm(used), 400, 'invalidOneTimeLink')
  })

  it('is refused in the same bytes when it is wrong, expired, used, or of somebody else', async () => {
    const [one, two] = [await userWithLink(), await userWithLink()]
    const expired = await userWithLink()
    const { db } = test.runtime.postgres
    await db
      .updateTable('one_time_link')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', expired.link.id)
      .execute()
    const gone = await userWithLink()
    await test.make.changeUser(gone.user.id, { is_active: false })
    const refusal = await confirm({ id: one.link.id, token: 'x'.repeat(43) })
    expectError(refusal, 400, 'invalidOneTimeLink')
    for (const link of [
      { id: one.link.id, token: two.link.token },
      { id: '01990000-0000-7000-8000-00000000dead', token: one.link.token },
      { id: one.link.id, token: `${one.link.token}x` },
      expired.link,
      gone.link,
    ]) {
      expect(bytesOf(await confirm(link))).toEqual(bytesOf(refusal))
    }
    expect((await confirm(one.link)).status).toBe(204)
    expect(bytesOf(await confirm(one.link))).toEqual(bytesOf(refusal))
    expect((await confirm(two.link)).status).toBe(204)
  })

  it('works no more once the password was changed in another way', async () => {
    const { user, link } = await userWithLink()
    const path = `/api/user/${user.id}/password`
    const body = { currentPassword: password, password: 'walnut harbor 88' }
    expect((await user.ask({ method: 'PUT', path, body })).status).toBe(204)
    expectError(await confirm(link), 400, 'invalidOneTimeLink')
  })

  it('works no more once its user has another address, as the mailbox may be somebody else’s by now', async () => {
    const { user, link } = await userWithLink()
    const body = { email: `person-${++addresses}@example.com` }
    expect((await test.admin.ask({ method: 'PUT', path: `/api/user/${user.id}`, body })).status).toBe(200)
    expectError(await confirm(link), 400, 'invalidOneTimeLink')
  })

  it('is not used up by a password that is too weak', async () => {
    const { user, email, link } = await userWithLink()
    for (const weak of [
      'short',
      'Password123!',
      'aaaaaaaaaaaaaaa',
      ' '.repeat(12),
      `${user.userName}-quartz-1`,
    ])
      expectError(await confirm(link, { password: weak }), 400, 'weakPassword')
    expect((await confirm(link)).status).toBe(204)
    expect(await signInStatus(email, chosen)).toBe(200)
  })

  it('lasts an hour, that of an invitation seven days', async () => {
    const { link } = await userWithLink()
    const email = 'invited@example.com'
    const invited = await test.make.user({ email })
    const { db } = test.runtime.postgres
    const { mailer, renderer } = test.runtime
    const publicUrl = 'https://calls.example.com'
    const parts = { db, mailer: linkMailer({ db, mailer, renderer, publicUrl }), publicUrl }
    await mailInvitation(parts, {
      id: invited.id,
      userName: invited.userName,
      firstName: 'Ada',
      lastName: '',
      email,
    })
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('Welcome to Callboard')
    expect(mail?.text).toContain('Hello Ada')
    expect(mail?.text).toContain('https://calls.example.com/confirmpassword#')
    const lastsHours = async (id: string) => {
      const row = await db
        .selectFrom('one_time_link')
        .where('id', '=', id)
        .select(['created_at', 'expires_at'])
        .executeTakeFirstOrThrow()
      return (row.expires_at.getTime() - row.created_at.getTime()) / 3_600_000
    }
    expect(await lastsHours(link.id)).toBe(1)
    expect(await lastsHours(mail?.link.id ?? '')).toBe(7 * 24)
    expect((await confirm(mail?.link ?? link)).status).toBe(204)
    expect(await signInStatus(invited.userName, chosen)).toBe(200)
  })

  it('is kept as a hash, and its use is on record without the password', async () => {
    const { user, link } = await userWithLink()
    const { db } = test.runtime.postgres
    const row = await db
      .selectFrom('one_time_link')
      .where('id', '=', link.id)
      .select('token_hash')
      .executeTakeFirstOrThrow()
    expect(Buffer.from(row.token_hash).toString('utf8')).not.toContain(link.token)
    await confirm(link)
    const record = await db
      .selectFrom('change_record')
      .where('record_id', '=', user.id)
      .where('user_id', '=', user.id)
      .select(['action', 'changes', 'user_name'])
      .executeTakeFirstOrThrow()
    expect(record).toEqual({
      action: 'update',
      user_name: user.userName,
      changes: [{ field: 'password_hash', from: '•••', to: '•••' }],
    })
  })

  it('opens no session by itself', async () => {
    const { link } = await userWithLink()
    const answer = await confirm(link)
    expect(answer.text).toBe('')
    expect(Session.safeParse(answer).success).toBe(false)
  })
})
