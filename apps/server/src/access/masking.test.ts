import { effectOf } from '@callboard/contract/endpoint'
import { emptyGuid } from '@callboard/contract/scalars'
import { Me, PortalUser } from '@callboard/contract/users'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { putClockForward } from '#test/clock.ts'
import { endpoints } from '#test/contract-endpoints.ts'
import { expectOk, expectError } from '#test/expect-errors.ts'
import { inOrder } from '#test/in-order.ts'
import { listen } from '#test/listening.ts'
import { type Answer, type AskedRequest, openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let admin: Person
let customer: { id: string; code: string }

beforeAll(async () => {
  test = await openPortal()
  admin = test.admin
  customer = await test.make.customer()
})

/** Asks as somebody who views the portal as another user. */
async function askAs(
  real: Person,
  masked: string,
  request: Partial<AskedRequest> & { path: string },
): Promise<Answer> {
  return await real.ask({ ...request, headers: { 'x-masked-user': masked, ...request.headers } })
}

async function meAs(real: Person, masked: string): Promise<Me> {
  return Me.parse(expectOk(await askAs(real, masked, { path: '/api/user/me' })))
}

async function recordsOf(userId: string) {
  const { db } = test.runtime.postgres
  return await db
    .selectFrom('change_record')
    .where('user_id', '=', userId)
    .orderBy('sequence')
    .select(['action', 'table_type', 'record_id', 'user_name', 'masked_user_id', 'changes', 'request_id'])
    .execute()
}

describe('the portal viewed as another user', () => {
  it('is that user’s, by an administrator', async () => {
    const user = await test.make.user({
      claims: ['dashboard.view', 'number.edit'],
      timeZone: 'Europe/Paris',
      customerId: customer.id,
    })
    const own = Me.parse(expectOk(await user.ask({ path: '/api/user/me' })))
    expect(await meAs(admin, user.id)).toEqual(own)
    expect(own.isAdmin).toBe(false)
    expectError(
      await askAs(admin, user.id, { path: '/api/reporting/calldetails', body: {} }),
      403,
      'forbidden',
    )
  })

  it('has the claims alone that both hold', async () => {
    const support = await test.make.user({
      claims: ['masking.view', 'reporting.view', 'reporting.call.details'],
      customerId: customer.id,
    })
    const user = await test.make.user({
      claims: ['dashboard.view', 'reporting.view', 'number.edit'],
      customerId: customer.id,
    })
    const me = await meAs(support, user.id)
    expect(me.claims).toEqual(['reporting.view'])
    expect(me.claimsString).toEqual(['reporting.view'])
    expect(me.id).toBe(user.id)
    for (const path of [`/api/user/${user.id}/roles`, `/api/user/${user.id}`])
      expect((await askAs(support, user.id, { path })).status).toBe(200)
    expectError(await askAs(support, user.id, { path: `/api/user/${support.id}` }), 403, 'forbidden')
  })

  it('keeps an administrator’s rights when one views as another', async () => {
    const other = await test.make.user({ isAdmin: true })
    const me = await meAs(admin, other.id)
    expect(me).toMatchObject({ id: other.id, isAdmin: true })
  })

  it('is nobody else’s with the id of all zeros', async () => {
    expect((await meAs(admin, emptyGuid)).id).toBe(admin.id)
    const path = `/api/user/${admin.id}`
    expect((await askAs(admin, emptyGuid, { method: 'PUT', path, body: {} })).status).toBe(200)
  })

  it('cannot be had with an API key', async () => {
    const token = await test.make.apiKey(customer.id)
    const user = await test.make.user({ customerId: customer.id })
    expectError(await askAs({ ...user, token }, user.id, { path: '/api/calls', body: [] }), 403, 'forbidden')
  })
})

describe('whom somebody may view as', () => {
  it('is any other user for an administrator, as long as the user may sign in', async () => {
    const { id } = await test.make.user({})
    expect((await meAs(admin, id)).id).toBe(id)
    const inactive = await test.make.user({})
    const deleted = await test.make.user({})
    expect((await meAs(admin, deleted.id)).id).toBe(deleted.id)
    await test.make.changeUser(inactive.id, { is_active: false })
    await test.make.changeUser(deleted.id, { is_deleted: true })
    const invalid = [inactive.id, deleted.id, admin.id, '01990000-0000-7000-8000-00000000dead', 'x', `${id}x`]
    for (const masked of invalid) {
      expectError(await askAs(admin, masked, { path: '/api/user/me' }), 403, 'maskedUserInvalid')
    }
  })

  it('are for a holder of masking.view the users of their own customers who are no administrators', async () => {
    const [own, grouped, foreign] = [customer, await test.make.customer(), await test.make.customer()]
    const support = await test.make.user({ claims: ['masking.view'], customerId: own.id })
    await test.make.group({ userIds: [support.id], customerIds: [grouped.id] })
    const allowed = [
      await test.make.user({ customerId: own.id }),
      await test.make.user({ customerId: grouped.id }),
    ]
    const refused = [
      await test.make.user({ customerId: foreign.id }),
      await test.make.user({}),
      await test.make.user({ customerId: own.id, isAdmin: true }),
    ]
    for (const { id } of allowed) expect((await meAs(support, id)).id).toBe(id)
    for (const { id } of refused)
      expectError(await askAs(support, id, { path: '/api/user/me' }), 403, 'maskedUserInvalid')
  })

  it('is nobody without the right, and at the next request after it is lost', async () => {
    const user = await test.make.user({ customerId: customer.id, claims: ['dashboard.view'] })
    const without = await test.make.user({ customerId: customer.id, claims: ['dashboard.view'] })
    expectError(await askAs(without, user.id, { path: '/api/user/me' }), 403, 'maskedUserInvalid')
    const support = await test.make.user({
      customerId: customer.id,
      claims: ['masking.view'],
      roleUntil: new Date(Date.now() + 60_000),
    })
    expect((await meAs(support, user.id)).id).toBe(user.id)
    putClockForward(60_000)
    expectError(await askAs(support, user.id, { path: '/api/user/me' }), 403, 'maskedUserInvalid')
    expect((await support.ask({ path: '/api/user/me' })).status).toBe(200)
  })
})

const Calls = z.object({ items: z.array(z.object({ externalCallId: z.string() })) })

async function externalIds(answer: Answer): Promise<string[]> {
  return Calls.parse(expectOk(answer))
    .items.map(({ externalCallId }) => externalCallId)
    .toSorted()
}

describe('the rows that are seen while masked', () => {
  it('are those that both may see: by customers and by entities', async () => {
    const [one, two, three] = [await test.make.sender(), await test.make.sender(), await test.make.sender()]
    for (const { code, key } of [one, two, three]) {
      const calls = ['north', 'south'].map((location) => ({
        externalCallId: `${code} ${location}`,
        location,
      }))
      await test.addCalls(key, calls)
    }
    const claims = ['masking.view', 'reporting.call.details'] as const
    const real = await test.make.user({ claims, customerId: one.id })
    await test.make.group({ userIds: [real.id], customerIds: [two.id] })
    const masked = await test.make.user({ claims, customerId: two.id })
    await test.make.group({ userIds: [masked.id], customerIds: [three.id] })
    const request = {
      path: '/api/reporting/calldetails',
      body: { from: '2026-01-01', to: '2027-01-01', columns: ['externalCallId'] },
    }
    const both = await externalIds(await askAs(real, masked.id, request))
    expect(both).toEqual([`${two.code} north`, `${two.code} south`])

    const north = await test.make.entity({ type: 'location', code: 'north' })
    const south = await test.make.entity({ type: 'location', code: 'south' })
    await test.make.entityGroup({ entityIds: [north], userIds: [real.id] })
    expect(await externalIds(await askAs(real, masked.id, request))).toEqual([`${two.code} north`])
    await test.make.entityGroup({ entityIds: [south], userIds: [masked.id] })
    expect(await externalIds(await askAs(real, masked.id, request))).toEqual([])
    const csv = await askAs(real, masked.id, { ...request, headers: { accept: 'text/csv' } })
    expect([csv.status, csv.text.trim().split('\n').length]).toEqual([200, 1])
  })
})

const OpenApi = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        'x-effect': z.enum(['read', 'change']),
        security: z.array(z.record(z.string(), z.unknown())),
      }),
    ),
  ),
})

/** Every route by which somebody who is signed in changes something. */
async function changingRoutes() {
  const { paths } = OpenApi.parse((await test.ask({ path: '/api/openapi.json' })).json())
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).flatMap(([method, { 'x-effect': effect, security }]) =>
      effect === 'change' && security.some((one) => 'session' in one) ? [{ method, path }] : [],
    ),
  )
}

const methodOf = (name: string) =>
  (['POST', 'PUT', 'DELETE'] as const).find((one) => one === name.toUpperCase())

/** They end or begin what is one's own: the mask is left aside. */
const withoutMask = new Set(['/api/auth/logout'])

describe('of the user as whom somebody views the portal', () => {
  it('neither the email address nor the sessions are in any answer', async () => {
    const email = 'kept.to.themselves@example.com'
    for (const isAdmin of [false, true]) {
      const user = await test.make.user({ isAdmin, ...(isAdmin ? { email } : { email: `un.${email}` }) })
      await test.make.changeSession(user.token, { address: '10.99.1.2' })
      const path = `/api/user/${user.id}`
      await admin.ask({ method: 'PUT', path, body: { email: `new.${email}` } })
      const asked: (Partial<AskedRequest> & { path: string })[] = [
        { path: '/api/user/me' },
        { path },
        { path: '/api/user/me/sessions' },
        { path: '/api/user/me/signin/search', body: {} },
        ...(isAdmin
          ? [
              { path: '/api/user?pagesize=200' },
              { path: `/api/search?keyword=${encodeURIComponent(user.userName)}` },
              { path: '/api/signin/search', body: { userId: user.id } },
              { path: '/api/reporting/searchchangetracking', body: { recordId: user.id } },
              {
                path: '/api/reporting/searchchangetracking',
                body: { recordId: user.id },
                headers: { accept: 'text/csv' },
              },
            ]
          : []),
      ]
      for (const each of asked) {
        const { text } = await askAs(admin, user.id, each)
        expect(text, each.path).not.toMatch(/kept\.to\.themselves|10\.99\.1\.2/)
      }
      expectError(await askAs(admin, user.id, { path: '/api/user/me/sessions' }), 403, 'forbidden')
      expect((await user.ask({ path })).text).toContain(email)
      await admin.ask({ method: 'DELETE', path })
    }
  })
})

describe('what is of one user alone', () => {
  it('is read by nobody who views the portal as them: all but who they are', async () => {
    const user = await test.make.user({})
    const isOwn = /^\/api\/user\/(me\/(?!subscriptions$)|\{id\}\/(signin|sessions)$)/
    const hidden = endpoints.filter((one) => effectOf(one) === 'read' && isOwn.test(one.path))
    expect(hidden.map(({ path }) => path)).toContain('/api/user/me/twofactor')
    for (const { method, path } of hidden) {
      const asked = { method, path: path.replace('{id}', user.id), ...(method === 'POST' && { body: {} }) }
      expectError(await askAs(admin, user.id, asked), 403, 'forbidden')
    }
  })
})

describe('a change while masked', () => {
  it('is refused before its body is read, by every route', async () => {
    const user = await test.make.user({ claims: ['dashboard.view'] })
    const routes = (await changingRoutes()).filter(({ path }) => !withoutMask.has(path))
    expect(routes.length).toBeGreaterThan(12)
    for (const { method: name, path } of routes) {
      const method = methodOf(name)
      if (method === undefined) throw new Error(`${name} ${path} changes something`)
      const asked = { method, path: path.replaceAll(/\{\w+\}/g, user.id) }
      for (const body of [undefined, '{'])
        expectError(await askAs(admin, user.id, { ...asked, body }), 403, 'maskedReadOnly')
    }
  })

  it('is on record once a route and minute, under the name of whoever signed in', async () => {
    const real = await test.make.user({ isAdmin: true })
    const user = await test.make.user({})
    const path = `/api/user/${user.id}`
    const refuse = async () => {
      const answer = await askAs(real, user.id, { method: 'PUT', path, body: {} })
      expectError(answer, 403, 'maskedReadOnly')
    }
    for (let times = 0; times < 3; times++) await refuse()
    await askAs(real, user.id, { method: 'DELETE', path: '/api/user/me/sessions' })
    const records = await recordsOf(real.id)
    const refused = records.filter(({ action }) => action === 'maskedWriteRefused')
    // A minute may have ended in between.
    expect([2, 3]).toContain(refused.length)
    expect(refused[0]).toMatchObject({
      table_type: 'user',
      record_id: user.id,
      user_name: real.userName,
      masked_user_id: user.id,
      changes: [{ field: 'refused', from: null, to: 'PUT /api/user/{id}' }],
    })
  })

  it('is none: the end of one’s own session', async () => {
    const real = await test.make.user({ isAdmin: true })
    const user = await test.make.user({})
    const out = await askAs(real, user.id, { method: 'POST', path: '/api/auth/logout' })
    expect(out.status).toBe(204)
    expect((await real.ask({ path: '/api/user/me' })).status).toBe(401)
    expect((await user.ask({ path: '/api/user/me' })).status).toBe(200)
  })
})

describe('viewing as another user', () => {
  it('is on record once a session and user', async () => {
    const real = await test.make.user({ isAdmin: true })
    const [one, two] = [await test.make.user({}), await test.make.user({})]
    const again = { ...real, token: await test.make.session(real.id) }
    for (const session of [real, real, again]) for (const { id } of [one, two]) await meAs(session, id)
    const records = (await recordsOf(real.id)).filter(({ action }) => action === 'mask')
    const masked = records.map(({ masked_user_id: id }) => id)
    expect(inOrder(masked)).toEqual(inOrder([one.id, one.id, two.id, two.id]))
    expect(records[0]).toMatchObject({ table_type: 'user', user_name: real.userName, changes: [] })
    expect(records[0]?.request_id).toMatch(/^[\da-f-]{36}$/)
  })

  it('ends an open stream of events within a second when the right is lost', async () => {
    const user = await test.make.user({ customerId: customer.id, claims: ['reporting.call.details'] })
    const support = await test.make.user({ customerId: customer.id, claims: ['reporting.call.details'] })
    const maskingRole = await test.make.role(support.id, ['masking.view'])
    const response = await fetch(`${await listen(test.app)}/api/events`, {
      headers: { authorization: `Bearer ${support.token}`, 'x-masked-user': user.id },
    })
    expect(response.status).toBe(200)
    await test.make.changeRole(maskingRole, { is_active: false })
    expect(await response.text()).toContain('alive')
  })
})

describe('the users to choose from', () => {
  const search = async (user: Person, keyword: string, masked?: string) => {
    const path = `/api/user/searchportalusers?keyword=${encodeURIComponent(keyword)}`
    const answer = await (masked === undefined ? user.ask({ path }) : askAs(user, masked, { path }))
    return z
      .array(PortalUser)
      .parse(expectOk(answer))
      .map(({ userName }) => userName)
  }

  it('are the first 20 active users of one’s customers, found by name, user name or email address', async () => {
    const own = await test.make.customer()
    const support = await test.make.user({ claims: ['masking.view'], customerId: own.id })
    const found = await test.make.user({ customerId: own.id, email: 'Maria.Findme@example.com' })
    await test.make.changeUser(found.id, { first_name: 'María', last_name: 'Gößer_100%' })
    const hidden = [
      await test.make.user({ customerId: customer.id, userName: 'findme-elsewhere' }),
      await test.make.user({ customerId: own.id, userName: 'findme-admin', isAdmin: true }),
      await test.make.user({ customerId: own.id, userName: 'findme-gone' }),
    ]
    await test.make.changeUser(hidden[2]?.id ?? '', { is_active: false })
    for (const keyword of ['findme', 'MARÍA', 'gößer_100%', 'maría gößer'])
      expect(await search(support, keyword), keyword).toEqual([found.userName])
    for (const keyword of ['%', 'x_100', 'nobody', "' OR 1=1"])
      expect(await search(support, keyword), keyword).toEqual(keyword === '%' ? [found.userName] : [])
    expect((await search(admin, 'findme')).toSorted()).toEqual(
      [found.userName, 'findme-elsewhere', 'findme-admin'].toSorted(),
    )
    for (let more = 0; more < 25; more++) await test.make.user({ customerId: own.id })
    expect(await search(support, '')).toHaveLength(20)
  })

  it('follow whoever signed in, also while masked', async () => {
    const user = await test.make.user({ customerId: customer.id, userName: 'plain-user' })
    expect(await search(admin, 'plain-user', user.id)).toEqual(['plain-user'])
    const path = `/api/user/getPortalUserById/${user.id}`
    expect(PortalUser.parse(expectOk(await askAs(admin, user.id, { path }))).userName).toBe('plain-user')
  })

  it('are not there by id for whoever may not choose them', async () => {
    const support = await test.make.user({ claims: ['masking.view'], customerId: customer.id })
    const foreign = await test.make.user({ customerId: (await test.make.customer()).id })
    const own = await test.make.user({ customerId: customer.id })
    const ask = async (id: string) => await support.ask({ path: `/api/user/getPortalUserById/${id}` })
    expect((await ask(own.id)).status).toBe(200)
    for (const id of [foreign.id, admin.id, emptyGuid]) expectError(await ask(id), 404, 'notFound')
  })
})
