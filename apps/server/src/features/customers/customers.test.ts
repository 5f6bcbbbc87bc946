import { ApiKey } from '@callboard/contract/api-keys'
import { Customer } from '@callboard/contract/customers'
import { keysetPageOf, pageOf } from '@callboard/contract/paging'
import { emptyGuid } from '@callboard/contract/scalars'
import { SignInRecord } from '@callboard/contract/sign-ins'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { bytesOf, errorsOf, expectCreated, expectError, expectRefused } from '#test/expect-errors.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal
let token: string

beforeAll(async () => {
  test = await openPortal()
  token = (await test.make.user({ isAdmin: true, userName: 'ada' })).token
})

const zone = { timeZone: 'America/Denver' }

async function made(body: object): Promise<Customer> {
  const answer = await test.ask({ path: '/api/customer', body: { ...zone, ...body }, token })
  return Customer.parse(expectCreated(answer))
}

const put = async (id: string, body: object, as = token) =>
  await test.ask({ method: 'PUT', path: `/api/customer/${id}`, body, token: as })

describe('a customer', () => {
  it('is made, read, changed and made inactive, with one record of each change', async () => {
    const customer = await made({ name: 'Heron Dental', code: 'HD' })
    expect(customer).toMatchObject({
      name: 'Heron Dental',
      code: 'HD',
      legacyReportingCid: null,
      timeZone: 'America/Denver',
      currency: 'USD',
      country: 'US',
      isActive: true,
    })
    const path = `/api/customer/${customer.id}`
    expect((await test.ask({ path, token })).json()).toEqual(customer)
    const body = { legacyReportingCid: '4711', country: 'CA', currency: 'CAD', revision: customer.revision }
    const changed = Customer.parse((await put(customer.id, body)).json())
    expect(changed).toEqual({ ...customer, ...body, revision: customer.revision + 1 })
    expect((await test.ask({ method: 'DELETE', path, token })).status).toBe(204)
    expect((await test.ask({ path, token })).json()).toMatchObject({ isActive: false })
    const changes = await changesOf(test, customer.id)
    expect(changes.map(({ action }) => action)).toEqual(['create', 'update', 'update'])
    expect(changes[2]?.changes).toEqual([{ field: 'is_active', from: true, to: false }])
  })

  it('is refused under the field that is wrong', async () => {
    await made({ name: 'Taken', code: 'taken' })
    const good = { name: 'A', code: 'a', ...zone }
    for (const [body, field, code] of [
      [{ ...good, code: 'taken' }, 'code', 'nameTaken'],
      [{ ...good, code: 'two words' }, 'code', 'invalid'],
      [{ ...good, name: '  ' }, 'name', 'invalid'],
      [{ ...good, timeZone: 'Mars/Olympus' }, 'timeZone', 'invalid'],
      [{ ...good, currency: 'ZZZ' }, 'currency', 'invalid'],
      [{ ...good, country: 'QQ' }, 'country', 'invalid'],
      [{ name: 'A', code: 'a' }, 'timeZone', 'invalid'],
      [{ ...good, colour: 'red' }, 'colour', 'unknownField'],
    ] as const)
      expectRefused(await test.ask({ path: '/api/customer', body, token }), { field, code })
  })

  it('that is unknown or was changed meanwhile is not changed', async () => {
    expectError(await put(emptyGuid, { name: 'A' }), 404, 'notFound')
    expectError(
      await test.ask({ method: 'DELETE', path: `/api/customer/${emptyGuid}`, token }),
      404,
      'notFound',
    )
    const { id, revision } = await made({ name: 'Contested', code: 'contested' })
    const other = await made({ name: 'Other', code: 'other' })
    expect((await put(id, { name: 'First', revision })).status).toBe(200)
    expectError(await put(id, { name: 'Second', revision }), 409, 'revisionConflict')
    expect(errorsOf(await put(other.id, { code: 'contested' }))[0]).toMatchObject({ field: 'code' })
  })
})

describe('a customer that is made inactive', () => {
  const password = 'plover quartz 41'
  const signIn = async (userName: string) =>
    (await test.ask({ path: '/api/auth/login', body: { userName, password } })).status

  it('takes its users and keys with it at once, and brings them back', async () => {
    const { id } = await made({ name: 'Coot', code: 'coot' })
    const user = await test.make.user({ password, customerId: id, email: 'coot@example.com' })
    const viewed = { path: '/api/user/me', token, headers: { 'x-masked-user': user.id } }
    const key = await test.make.apiKey(id)
    const send = async () => (await test.ask({ path: '/api/calls', body: [], token: key })).status
    const me = async () => (await user.ask({ path: '/api/user/me' })).status
    const listed = async () => {
      const search = { path: `/api/apikey/search`, body: { customerId: id }, token }
      const found = await test.ask({ path: '/api/user/getall', token })
      return [pageOf(ApiKey).parse((await test.ask(search)).json()).total, found.text.includes(user.id)]
    }
    expect([await send(), await me(), await signIn(user.userName)]).toEqual([200, 200, 200])
    expect(await listed()).toEqual([1, true])
    expect((await put(id, { isActive: false })).status).toBe(200)
    expect([await send(), await me(), await signIn(user.userName)]).toEqual([401, 401, 400])
    expect(await listed()).toEqual([0, false])
    const all = await test.ask({ path: `/api/user?activeonly=false&customerid=${id}`, token })
    expect(all.json()).toMatchObject({ items: [{ isActive: true, isCustomerActive: false }] })
    expectError(await test.ask(viewed), 403, 'maskedUserInvalid')
    expect((await put(id, { isActive: true })).status).toBe(200)
    // Their sessions do not come back.
    expect([await send(), await me(), await signIn(user.userName)]).toEqual([200, 401, 200])
    const records = { path: '/api/signin/search', body: { userId: user.id, kinds: ['sessionEnded'] }, token }
    expect(keysetPageOf(SignInRecord).parse((await test.ask(records)).json()).items).toMatchObject([
      { byUserName: 'ada' },
      { byUserName: 'ada' },
    ])
  })

  it('gets no new users and keys', async () => {
    const { id: customerId } = await made({ name: 'Smew', code: 'smew', isActive: false })
    const { id } = await test.make.user({})
    const name = 'for-the-smew'
    for (const asked of [
      { path: '/api/user', body: { userName: name, password, customerId } },
      { method: 'PUT' as const, path: `/api/user/${id}`, body: { customerId } },
      { path: '/api/apikey', body: { name, customerId, rights: ['read'] } },
    ]) {
      const answer = await test.ask({ ...asked, token })
      expect(answer.status).toBe(400)
      expect(errorsOf(answer)).toMatchObject([{ code: 'invalid', field: 'customerId' }])
    }
  })

  it('is not the one of whoever does it', async () => {
    const { id } = await made({ name: 'Own goal', code: 'own-goal' })
    const admin = await test.make.user({ isAdmin: true, customerId: id })
    expectError(await put(id, { isActive: false }, admin.token), 409, 'conflict')
    const path = `/api/customer/${id}`
    expectError(await admin.ask({ method: 'DELETE', path }), 409, 'conflict')
    expect((await test.ask({ path, token })).json()).toMatchObject({ isActive: true })
  })
})

describe('whoever is no administrator', () => {
  it('sees and changes their own customer and those of their groups, and no other', async () => {
    const [own, shared, other] = [
      await made({ name: 'Loon own', code: 'loon-own' }),
      await made({ name: 'Loon shared', code: 'loon-shared' }),
      await made({ name: 'Loon other', code: 'loon-other' }),
    ]
    const user = await test.make.user({ claims: ['client.edit'], customerId: own.id })
    await test.make.group({ userIds: [user.id], customerIds: [shared.id] })
    const answer = await user.ask({ path: '/api/customer/search', body: {} })
    expect(pageOf(Customer).parse(answer.json())).toMatchObject({ items: [own, shared], total: 2 })
    for (const { id } of [own, shared]) {
      expect((await user.ask({ path: `/api/customer/${id}` })).status).toBe(200)
      expect((await put(id, { currency: 'EUR' }, user.token)).status).toBe(200)
    }
    const read = async (id: string) => await user.ask({ path: `/api/customer/${id}` })
    expect(bytesOf(await read(other.id))).toEqual(bytesOf(await read(emptyGuid)))
    expect(bytesOf(await put(other.id, { name: 'Mine' }, user.token))).toEqual(
      bytesOf(await put(emptyGuid, { name: 'Mine' }, user.token)),
    )
    expectError(await put(other.id, { name: 'Mine' }, user.token), 404, 'notFound')
  })

  it('changes no code, and is not told whose it is', async () => {
    const { id } = await made({ name: 'Grebe', code: 'grebe' })
    await made({ name: 'Rival of Grebe', code: 'rival' })
    const user = await test.make.user({ claims: ['client.edit'], customerId: id })
    const taken = await put(id, { code: 'rival' }, user.token)
    expect(taken.status).toBe(403)
    expect(errorsOf(taken)).toMatchObject([{ code: 'forbidden', field: 'code' }])
    expect(bytesOf(await put(id, { code: 'free' }, user.token))).toEqual(bytesOf(taken))
    expect((await put(id, { code: 'grebe', name: 'Great Grebe' }, user.token)).status).toBe(200)
    expect((await put(id, { code: 'free' })).status).toBe(200)
  })

  it('makes no customer active or inactive', async () => {
    const { id } = await made({ name: 'Kept', code: 'kept' })
    const user = await test.make.user({ claims: ['client.edit'], customerId: id })
    expect((await put(id, { isActive: true }, user.token)).status).toBe(200)
    expectError(await put(id, { isActive: false }, user.token), 403, 'forbidden')
  })

  it('with neither customer nor group sees none', async () => {
    const user = await test.make.user({ claims: ['client.view'] })
    const answer = await user.ask({ path: '/api/customer/search', body: {} })
    expect(answer.json()).toMatchObject({ items: [], total: 0 })
  })
})

describe('the list of customers', () => {
  it('is searched by name, code and legacy id, sorted and paged', async () => {
    await made({ name: 'Ibis West', code: 'ibis-1', legacyReportingCid: '90210' })
    await made({ name: 'ibis East', code: 'ibis-2', isActive: false })
    await made({ name: 'Ibis North', code: 'ibis-0' })
    const names = async (body: object) =>
      pageOf(Customer)
        .parse((await test.ask({ path: '/api/customer/search', body, token })).json())
        .items.map(({ name }) => name)
    expect(await names({ keyword: 'ibis' })).toEqual(['Ibis North', 'Ibis West'])
    expect(await names({ keyword: 'ibis', activeOnly: false })).toHaveLength(3)
    expect(await names({ keyword: 'ibis-', sort: 'code', desc: true })).toEqual(['Ibis West', 'Ibis North'])
    expect(await names({ keyword: 'ibis', page: 2, pageSize: 1 })).toEqual(['Ibis West'])
    expect(await names({ keyword: '90210' })).toEqual(['Ibis West'])
  })
})
