import { ListedUser } from '@callboard/contract/manage-users'
import { pageOf } from '@callboard/contract/paging'
import { PortalUser, User } from '@callboard/contract/users'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changesOf } from '#test/changes-of.ts'
import { errorsOf, expectCreated, expectError, expectOk, expectRefused } from '#test/expect-errors.ts'
import { inOrder } from '#test/in-order.ts'
import { type Answer, openPortal, type Person, type Portal } from '#test/portal.ts'

const password = 'correct horse 9 battery'
const nobody = '01990000-0000-7000-8000-00000000dead'

let test: Portal
let admin: Person

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, userName: 'ada' })
})

async function create(body: object): Promise<Answer> {
  return await admin.ask({ path: '/api/user', body })
}

async function made(body: object): Promise<User> {
  return User.parse(expectCreated(await create(body)))
}

async function change(id: string, body: object, token = admin.token): Promise<Answer> {
  return await test.ask({ method: 'PUT', path: `/api/user/${id}`, body, token })
}

const signIn = async (userName: string) =>
  (await test.ask({ path: '/api/auth/login', body: { userName, password } })).status

async function mailsTo(recipient: string) {
  return await test.runtime.postgres.db
    .selectFrom('mail')
    .where('recipient', '=', recipient)
    .orderBy('id')
    .select(['subject', 'body_text'])
    .execute()
}

describe('a user', () => {
  it('is made with a password, signs in by user name and by address, and is on record once', async () => {
    const customer = await test.make.customer()
    const user = await made({
      userName: 'Grace.Hopper',
      email: 'Grace@Example.com',
      firstName: ' Grace ',
      lastName: 'Hopper',
      phone: '',
      timeZone: 'Europe/Paris',
      customerId: customer.id,
      legacyReportingCid: '4711',
      password,
    })
    expect(user).toMatchObject({
      userName: 'Grace.Hopper',
      email: 'Grace@Example.com',
      firstName: 'Grace',
      phone: null,
      timeZone: 'Europe/Paris',
      customerId: customer.id,
      legacyReportingCid: '4711',
      loginProvider: 'local',
      isAdmin: false,
      isActive: true,
      lastLoginAt: null,
    })
    expect(await signIn('grace.hopper')).toBe(200)
    expect(await signIn(' GRACE@example.com ')).toBe(200)
    const [record, ...more] = await changesOf(test, user.id)
    expect(record).toMatchObject({ action: 'create', user_name: 'ada', record_name: 'Grace.Hopper' })
    expect(JSON.stringify(record)).not.toContain('argon2id')
    expect(more).toEqual([])
  })

  it('is invited by mail with a link by which they choose their password, and invited again', async () => {
    const email = 'invited@example.com'
    const user = await made({ userName: 'invited', email, firstName: 'Ines', invite: true })
    const again = async () => await admin.ask({ method: 'POST', path: `/api/user/${user.id}/invite` })
    expect((await again()).json()).toEqual({ delivery: 'outbox' })
    const mails = await mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Welcome to Callboard', 'Welcome to Callboard'])
    const confirm = async (at: number) => {
      const [, id, token] = /#id=([\da-f-]{36})&token=([\w-]{43})$/m.exec(mails[at]?.body_text ?? '') ?? []
      return await test.ask({ path: '/api/auth/confirmpassword', body: { id, token, password } })
    }
    expectError(await confirm(0), 400, 'invalidOneTimeLink')
    expect((await confirm(1)).status).toBe(204)
    expect(await signIn(email)).toBe(200)
    expectError(await again(), 409, 'conflict')
    expect((await changesOf(test, user.id)).map(({ action }) => action)).toEqual([
      'create',
      'invite',
      'update',
    ])
  })

  it('is sent a link for another password, and stays signed in until it is set', async () => {
    const email = 'forgetful@example.com'
    const user = await test.make.user({ email, password })
    const asked = { method: 'POST', path: `/api/user/${user.id}/passwordlink` } as const
    for (let times = 0; times < 2; times++)
      expect(expectOk(await admin.ask(asked))).toEqual({ delivery: 'outbox' })
    expect((await user.ask({ path: '/api/user/me' })).status).toBe(200)
    const mails = await mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('A new password for Callboard'))
    const confirm = async (at: number) => {
      const [, id, token] = /#id=([\da-f-]{36})&token=([\w-]{43})$/m.exec(mails[at]?.body_text ?? '') ?? []
      const body = { id, token, password: 'plover quartz 41' }
      return await test.ask({ path: '/api/auth/confirmpassword', body })
    }
    expectError(await confirm(0), 400, 'invalidOneTimeLink')
    expect((await confirm(1)).status).toBe(204)
    expectError(await confirm(1), 400, 'invalidOneTimeLink')
    expectError(await user.ask({ path: '/api/user/me' }), 401, 'unauthenticated')
    const [, sent] = await changesOf(test, user.id)
    expect(sent).toMatchObject({
      action: 'sendPasswordLink',
      user_name: admin.userName,
      changes: [{ field: 'password_link', from: null, to: email }],
    })
    expectError(await (await test.make.user({})).ask(asked), 403, 'forbidden')
  })

  it('is neither invited nor sent a link where there is nothing to send it to', async () => {
    const elsewhere = await made({ userName: 'sso', email: 'sso@example.com', loginProvider: 'liberty' })
    const withoutAddress = await test.make.user({})
    const inactive = await test.make.user({ email: 'asleep@example.com' })
    await test.make.changeUser(inactive.id, { is_active: false })
    for (const link of ['invite', 'passwordlink']) {
      for (const { id } of [elsewhere, withoutAddress, inactive]) {
        const path = `/api/user/${id}/${link}`
        expectError(await admin.ask({ method: 'POST', path }), 409, 'conflict')
      }
      const path = `/api/user/${nobody}/${link}`
      expectError(await admin.ask({ method: 'POST', path }), 404, 'notFound')
    }
  })

  it('is refused under the field that is wrong, and nothing of it is kept', async () => {
    for (const [body, field, code] of [
      [{ userName: 'both', password, invite: true, email: 'both@example.com' }, 'password', 'invalid'],
      [{ userName: 'neither' }, 'password', 'invalid'],
      [{ userName: 'weak', password: 'Welcome12345' }, 'password', 'weakPassword'],
      [{ userName: 'plover', password: 'plover quartz 41' }, 'password', 'weakPassword'],
      [{ userName: 'nowhere', invite: true }, 'email', 'invalid'],
      [{ userName: 'sso-2', loginProvider: 'liberty', password }, 'password', 'invalid'],
      [{ userName: 'sso-3', loginProvider: 'liberty', invite: true }, 'invite', 'invalid'],
      [{ userName: 'ada', password }, 'userName', 'userNameTaken'],
      [{ userName: 'owned', password, customerId: nobody }, 'customerId', 'invalid'],
      [{ userName: 'mail', password, email: 'no address' }, 'email', 'invalid'],
      [{ userName: 'mail', password, email: 'a@b.co\r\nBcc: c@d.co' }, 'email', 'invalid'],
      [{ userName: 'zone', password, timeZone: 'Mars/Olympus' }, 'timeZone', 'invalid'],
      [{ password }, 'userName', 'invalid'],
      [{ userName: 'x'.repeat(64_000), password }, 'userName', 'invalid'],
      [{ userName: 'x', password, id: nobody }, 'id', 'unknownField'],
    ] as const)
      expectRefused(await create(body), { field, code })
    const { total } = pageOf(ListedUser).parse(
      expectOk(await admin.ask({ path: '/api/user?keyword=owned&activeonly=false' })),
    )
    expect(total).toBe(0)
  })

  it('is changed by administrators in every field, which holds from the next request on', async () => {
    const customer = await test.make.customer()
    const user = await test.make.user({ password, isAdmin: true })
    const asked = async () => (await user.ask({ path: '/api/user' })).status
    expect(await asked()).toBe(200)
    const changed = User.parse(
      expectOk(
        await change(user.id, {
          userName: 'renamed',
          email: 'renamed@example.com',
          customerId: customer.id,
          legacyReportingCid: '12',
          isAdmin: false,
          revision: 1,
        }),
      ),
    )
    expect(changed).toMatchObject({
      userName: 'renamed',
      customerId: customer.id,
      isAdmin: false,
      revision: 2,
    })
    expect(await asked()).toBe(403)
    expect(await signIn('renamed@example.com')).toBe(200)
    expect(await signIn(user.userName)).toBe(400)
    expect(await changesOf(test, user.id)).toHaveLength(2)
    // Roles are none of what the form was about.
    await test.make.role(user.id, ['reporting.view'])
    const stale = await change(user.id, { legacyReportingCid: '13', revision: 1 })
    expect(stale.status).toBe(409)
    expect(errorsOf(stale).map(({ field }) => field)).toEqual([
      'customerId',
      'email',
      'isAdmin',
      'legacyReportingCid',
      'userName',
    ])
    expectError(await change(nobody, { userName: 'x' }), 404, 'notFound')
    expectError(await change(user.id, { customerId: nobody }), 400, 'invalid')
  })

  it('who signs in elsewhere from now on is signed out, and links to choose a password are dead', async () => {
    const user = await made({ userName: 'mover', email: 'mover@example.com', invite: true })
    const token = await test.make.session(user.id)
    expect(expectOk(await change(user.id, { loginProvider: 'liberty' }))).toMatchObject({
      loginProvider: 'liberty',
    })
    expectError(await test.ask({ path: '/api/user/me', token }), 401, 'unauthenticated')
    const links = await test.runtime.postgres.db
      .selectFrom('one_time_link')
      .where('user_id', '=', user.id)
      .select('used_at')
      .execute()
    expect(links.map(({ used_at: usedAt }) => usedAt)).toEqual([expect.any(Date)])
  })
})

describe('the names of users', () => {
  it('are taken by what looks the same, as user name and as address, also of a deleted user', async () => {
    const user = await made({ userName: 'Straße', email: 'street@example.com', password })
    const other = await made({ userName: 'other', password })
    await admin.ask({ method: 'DELETE', path: `/api/user/${user.id}` })
    for (const [body, field] of [
      [{ userName: 'STRAßE' }, 'userName'],
      [{ userName: 'ＡＤＭＩＮ' }, 'userName'],
      [{ userName: 'STREET@example.com' }, 'userName'],
      [{ email: 'Street@Example.com' }, 'email'],
    ] as const) {
      const answer = await change(other.id, body)
      expect(answer.status).toBe(400)
      expect(errorsOf(answer)).toMatchObject([{ code: 'userNameTaken', field }])
    }
    expect(await signIn('other')).toBe(200)
  })

  it('hold nothing that cannot be seen, no emoji, and no letters of two alphabets that look alike', async () => {
    for (const userName of [
      'ad\u200bmin2',
      'ad\u00admin2',
      '\u202enimda2',
      'ad\u2060min2',
      'ad\u3164min2',
      'tab\there',
      'nul\u0000',
      'two  spaces',
      'no\u00a0break',
      '\ud800',
      'аdmin2',
      'a b/😀',
      '   ',
    ]) {
      const answer = await create({ userName, password })
      expect(answer.status, JSON.stringify(userName)).toBe(400)
      expect(errorsOf(answer)[0]).toMatchObject({ code: 'invalid', field: 'userName' })
    }
    for (const userName of ['Zoë Łukasz', 'Анна', '山田太郎', 'o’neil+1@example', 'HARBOR\\grace'])
      expect(await made({ userName, password })).toMatchObject({ userName })
    expectError(await create({ userName: 'z', password, email: 'a\u200b@example.com' }), 400, 'invalid')
  })

  it('are free again once they are changed, and stay one’s own in another spelling', async () => {
    const user = await made({ userName: 'first', email: 'first@example.com', password })
    expect((await change(user.id, { userName: 'FIRST' })).status).toBe(200)
    expect((await change(user.id, { userName: 'first@example.com' })).status).toBe(200)
    expect((await change(user.id, { userName: 'second', email: '' })).status).toBe(200)
    expect(await made({ userName: 'first', email: 'first@example.com', password })).toMatchObject({
      userName: 'first',
    })
  })

  it('go to one of two who ask at once, and the other keeps what they had', async () => {
    const [one, two] = [await made({ userName: 'one', password }), await made({ userName: 'two', password })]
    const answers = await Promise.all(
      [one, two].map(async ({ id }) => await change(id, { userName: 'wanted', firstName: 'W' })),
    )
    expect(inOrder(answers.map(({ status }) => status))).toEqual([200, 400])
    const [loser] = answers.filter(({ status }) => status === 400)
    expect(loser === undefined ? [] : errorsOf(loser)).toMatchObject([{ code: 'userNameTaken' }])
    const kept = answers[0]?.status === 400 ? one : two
    const read = await admin.ask({ path: `/api/user/${kept.id}` })
    expect(read.json()).toMatchObject({ userName: kept.userName, firstName: '', revision: 1 })
    expect(await signIn(kept.userName)).toBe(200)
  })
})

describe('the list of users', () => {
  const list = async (query: string) =>
    pageOf(ListedUser).parse(expectOk(await admin.ask({ path: `/api/user?${query}` })))
  const names = async (query: string) => (await list(query)).items.map(({ userName }) => userName)

  it('is searched by any part of names and address, sorted and paged', async () => {
    const [b, a] = [await test.make.customer({ name: 'b inc' }), await test.make.customer({ name: 'A inc' })]
    await made({ userName: 'wren-1', lastName: 'Zed', email: 'c@wren.example', customerId: b.id, password })
    await made({ userName: 'Wren-2', firstName: 'ann', email: 'B@wren.example', customerId: a.id, password })
    await made({ userName: 'wren_3', firstName: 'Bob', password })
    expect(inOrder(await names('keyword=wren'))).toEqual(['Wren-2', 'wren-1', 'wren_3'])
    expect(await names('keyword=wren&sort=name')).toEqual(['Wren-2', 'wren_3', 'wren-1'])
    expect(await names('keyword=wren&sort=email')).toEqual(['Wren-2', 'wren-1', 'wren_3'])
    expect(await names('keyword=wren&sort=customer')).toEqual(['Wren-2', 'wren-1', 'wren_3'])
    expect(await names('keyword=wren&sort=createdAt&desc=true')).toEqual(['wren_3', 'Wren-2', 'wren-1'])
    expect(await names('keyword=wren&sort=createdAt&page=2&pagesize=2')).toEqual(['wren_3'])
    expect(await names('keyword=WREN.EXAMPLE&sort=createdAt')).toEqual(['wren-1', 'Wren-2'])
    expect(await names('keyword=n_3')).toEqual(['wren_3'])
    expect(await names(`keyword=wren&customerid=${b.id}`)).toEqual(['wren-1'])
    expect((await list(`keyword=wren-1`)).items[0]).toMatchObject({ customerName: 'b inc', roleNames: [] })
  })

  it('is filtered by a role that somebody has or will have, and names the roles of today', async () => {
    const [now, later, ended] = [
      await test.make.user({}),
      await test.make.user({}),
      await test.make.user({}),
    ] as const
    const roleId = await test.make.role(now.id, [])
    for (const { id } of [later, ended]) await test.make.assign(id, roleId)
    await test.make.changeRoles(later.id, { start_at: new Date(Date.now() + 60_000) })
    await test.make.changeRoles(ended.id, { expires_at: new Date(Date.now() - 60_000) })
    const { items } = await list(`roleid=${roleId}&sort=createdAt`)
    expect(items.map(({ id, roleNames }) => [id, roleNames.length])).toEqual([
      [now.id, 1],
      [later.id, 0],
    ])
  })

  it('holds who may sign in, and everybody when asked for all', async () => {
    const [active, inactive, deleted] = [
      await made({ userName: 'quail-1', password }),
      await made({ userName: 'quail-2', password, isActive: false }),
      await made({ userName: 'quail-3', password }),
    ] as const
    await admin.ask({ method: 'DELETE', path: `/api/user/${deleted.id}` })
    expect(await names('keyword=quail')).toEqual([active.userName])
    const all = await list('keyword=quail&activeonly=false')
    expect(all.items.map(({ isActive, isDeleted }) => [isActive, isDeleted])).toEqual([
      [true, false],
      [false, false],
      [true, true],
    ])
    const path = '/api/user/getall'
    const short = z.array(PortalUser).parse(expectOk(await admin.ask({ path })))
    const ids = short.map(({ id }) => id)
    expect([active, inactive, deleted].map(({ id }) => ids.includes(id))).toEqual([true, false, false])
  })

  it('is refused by a sort, an id or a parameter that is none', async () => {
    for (const query of ['sort=password', 'roleid=x', 'customerid=1', 'pagesize=201', 'active=true'])
      expect((await admin.ask({ path: `/api/user?${query}` })).status, query).toBe(400)
  })
})

it('the users to choose from begin with those of whom a word begins with the keyword', async () => {
  const { id: customerId } = await test.make.customer()
  for (const [userName = '', first_name, last_name] of [
    ['a-within', 'Hector', 'Almeida'],
    ['b-first', 'Mei', 'Tanaka'],
    ['c-last', 'Zoe', 'Meier'],
    ['d-mei', 'Zuse', 'Abe'],
  ]) {
    const { id } = await test.make.user({ customerId, userName })
    await test.make.changeUser(id, { first_name, last_name })
  }
  const user = await test.make.user({ claims: ['masking.view'], customerId })
  const found = await user.ask({ path: '/api/user/searchportalusers?keyword=MEI' })
  const names = z.array(PortalUser).parse(expectOk(found))
  expect(names.map(({ userName }) => userName)).toEqual(['b-first', 'c-last', 'd-mei', 'a-within'])
})
