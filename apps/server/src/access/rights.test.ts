import { claims, type Claim, entityTypes } from '@callboard/contract/claims'
import { recordTypes } from '@callboard/contract/record-types'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { putClockForward } from '#test/clock.ts'
import { endpoints, recordTypeOf, routeOf } from '#test/contract-endpoints.ts'
import { buildCall } from '#test/factory.ts'
import { bytesOf, expectError } from '#test/expect-errors.ts'
import { type Answer, type AskedRequest, openPortal, type Portal } from '#test/portal.ts'
import { inOrder } from '#test/in-order.ts'
import { alertNeeds } from '#test/access/alert-needs.ts'
import { numberNeeds } from '#test/access/number-needs.ts'
import { callNeeds } from '#test/access/call-needs.ts'
import { type Need, recordingNeeds } from '#test/access/recording-needs.ts'
import { savedReportNeeds } from '#test/access/saved-report-needs.ts'
import { subscriptionNeeds } from '#test/access/subscription-needs.ts'

const editingEntities = entityTypes.map((type): Claim => `${type}.edit`)
const viewingEntities = [...entityTypes.map((type): Claim => `${type}.view`), ...editingEntities]

const reading: Need = ['dashboard.view', 'reporting.view', 'reporting.call.details']

/** Records that administrators alone manage: each of their routes needs one, unless it is listed below. */
const administered: Record<string, Need> = Object.fromEntries(
  endpoints
    .filter((one) => {
      const type = recordTypeOf(one)
      return (
        /\/(retention|hold)/.test(one.path) || (type !== undefined && recordTypes[type].access === 'admin')
      )
    })
    .map((endpoint) => [routeOf(endpoint), 'an administrator']),
)

/** Who may call what, by the specification alone. A new route of anything else is added here, or the first test fails. */
const needs: Record<string, Need> = {
  ...administered,
  ...recordingNeeds,
  ...subscriptionNeeds,
  ...alertNeeds,
  ...numberNeeds,
  ...callNeeds,
  ...savedReportNeeds,
  'GET /healthz': 'nothing',
  'GET /readyz': 'nothing',
  'POST /api/auth/login': 'nothing',
  'GET /api/settings': 'nothing',
  'POST /api/auth/logout': 'a session',
  'POST /api/auth/forgotpassword': 'nothing',
  'POST /api/auth/confirmpassword': 'nothing',
  'GET /api/auth/providers': 'nothing',
  'GET /api/auth/sso/{provider}': 'nothing',
  'GET /api/auth/sso/{provider}/callback': 'nothing',
  'POST /api/auth/sso/exchange': 'nothing',
  'GET /api/media/file/{name}': 'nothing',
  'GET /api/user/me': 'a session',
  'GET /api/user/{id}': 'a session',
  'PUT /api/user/{id}': 'a session',
  'PUT /api/user/{id}/password': 'a session',
  'GET /api/user/me/sessions': 'a session',
  'DELETE /api/user/me/sessions': 'a session',
  'DELETE /api/user/me/sessions/{id}': 'a session',
  'POST /api/user/me/signin/search': 'a session',
  'POST /api/signin/search': 'an administrator',
  'POST /api/user/me/thumbnail': 'a session',
  'DELETE /api/user/me/thumbnail': 'a session',
  'GET /api/user/me/twofactor': 'a session',
  'POST /api/user/me/twofactor': 'a session',
  'PUT /api/user/me/twofactor': 'a session',
  'DELETE /api/user/me/twofactor': 'a session',
  'POST /api/user/me/twofactor/recoverycodes': 'a session',
  'GET /api/user/{id}/roles': 'a session',
  'GET /api/user/{id}/properties': 'a session',
  'POST /api/user/{id}/properties': 'a session',
  'GET /api/user/{id}/groups': 'a session',
  'GET /api/user/{id}/entitygroups': 'a session',
  'GET /api/user/searchportalusers': ['masking.view', 'reporting.save'],
  // Oneself; others are for whoever chooses among them.
  'GET /api/user/getPortalUserById/{id}': 'a session',
  'POST /api/reporting/searchchangetracking': 'an administrator',
  'GET /api/reporting/changetracking/tabletypes': 'an administrator',
  'POST /api/reporting/changetracking/check': 'an administrator',
  'POST /api/mail/search': 'an administrator',
  'GET /api/mail/{id}': 'an administrator',
  'POST /api/mail/{id}/retry': 'an administrator',
  'GET /api/mail/{id}/file/{name}': 'an administrator',
  'GET /api/mail/address': 'an administrator',
  'POST /api/mail/address/lift': 'an administrator',
  // It has a secret of its own.
  'POST /api/mail/bounce': 'nothing',
  'GET /api/search': 'an administrator',
  'GET /api/health': 'an administrator',
  'GET /api/overview': 'an administrator',
  'POST /api/customer/search': ['client.view', 'client.edit'],
  'POST /api/customer': 'an administrator',
  'GET /api/customer/{id}': ['client.view', 'client.edit'],
  'PUT /api/customer/{id}': ['client.edit'],
  'DELETE /api/customer/{id}': 'an administrator',
  'POST /api/reportingentity/entity/search': viewingEntities,
  'GET /api/reportingentity/entity/types': viewingEntities,
  'GET /api/reportingentity/entity/{id}': viewingEntities,
  'POST /api/reportingentity/entity': editingEntities,
  'PUT /api/reportingentity/entity': editingEntities,
  'POST /api/reportingentity/entity/import': editingEntities,
  'GET /api/settings/menu': 'a session',
  'GET /api/settings/menu/{id}': 'a session',
  'POST /api/calls': 'an ingest key',
  'GET /api/calls/{id}': ['reporting.call.details'],
  'GET /api/calls/{id}/annotation': ['reporting.call.details'],
  'POST /api/reporting/whychanged': ['dashboard.view', 'reporting.view'],
  'GET /api/events': ['reporting.call.details'],
  'POST /api/reporting/runreport': ['dashboard.view', 'reporting.view'],
  'GET /api/reporting/{id}': ['dashboard.view', 'reporting.view'],
  'GET /api/reporting/reportmenu/{userId}': ['reporting.view'],
  'GET /api/reporting/exporttypes': reading,
  'GET /api/reporting/attributes': reading,
  'GET /api/reporting/parameters': reading,
  'POST /api/reporting/exports': reading,
  'GET /api/reporting/exports': reading,
  'GET /api/reporting/exports/{id}': reading,
  'GET /api/reporting/exports/{id}/file': reading,
  'POST /api/reporting/exports/{id}/repeat': reading,
  'PUT /api/reporting/exports/{id}/stop': reading,
  'DELETE /api/reporting/exports/{id}': reading,
  'GET /api/user/me/dashboard': ['dashboard.view'],
  'PUT /api/user/me/dashboard': ['dashboard.view'],
  'DELETE /api/user/me/dashboard': ['dashboard.view'],
  'GET /api/reporting/{parameter}/{id}': reading,
}

const Calls = z.object({ items: z.array(z.object({ id: z.string(), customerId: z.string() })) })

const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** The stream of events is asked for by a method it does not answer for ever. */
const endless = 'GET /api/events'

let test: Portal
let admin: string
/** An administrator with a session that lives and one that has ended. */
let signedIn: { id: string; living: string; ended: string }
/** Of one customer, with each right and with both. */
let keys: string[]
/** By their claims: those who are refused whatever they ask stay as they are. */
const refusedUsers = new Map<string, string>()

beforeAll(async () => {
  test = await openPortal()
  admin = (await test.make.user({ isAdmin: true })).token
  const { id, token: ended } = await test.make.user({ isAdmin: true })
  await test.make.changeSession(ended, { ended_at: new Date() })
  signedIn = { id, ended, living: await test.make.session(id) }
  const customer = await test.make.customer()
  const rights = [['ingest'], ['read'], ['ingest', 'read']]
  keys = await Promise.all(rights.map(async (each) => await test.make.apiKey(customer.id, { rights: each })))
})

async function refusedUser(held: readonly Claim[]): Promise<string> {
  const name = held.join()
  const token = refusedUsers.get(name) ?? (await test.make.user({ claims: held })).token
  refusedUsers.set(name, token)
  return token
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

function requestOf(route: string): { method: (typeof methods)[number]; path: string } {
  const [named, path = ''] = route.split(' ')
  const filled = path
    .replace('{parameter}', 'source')
    .replace('{field}', 'tags')
    .replaceAll(/\{\w+\}/g, emptyGuid)
  const method = methods.find((one) => one === named)
  if (method === undefined) throw new Error(`${route} has no method`)
  return { method, path: filled }
}

const takesBody = (method: string) => method === 'POST' || method === 'PUT'

async function ask(route: string, rest: Partial<AskedRequest> = {}): Promise<Answer> {
  return await test.ask({ ...requestOf(route), ...rest })
}

/** Bodies that would be told apart if anything were read before the rights are known. */
const bodies = ['{', '{"nope":1}', '['.repeat(100), 'x'.repeat(2_000_000)]

const guarded = Object.keys(needs).filter((route) => needs[route] !== 'nothing')
/** Open to keys that may read, beside users. */
const readByKeys = new Set(['POST /api/reporting/calldetails', 'GET /api/calls/{id}'])

const forSenders = new Set<Need | undefined>(['an ingest key', 'an ingest key or an administrator'])
const forUsers = guarded.filter((route) => !forSenders.has(needs[route]))
/** Ways to be let in: the claims of one of them are enough. */
const claimed = Object.entries(needs).flatMap(([route, right]) => {
  if (typeof right === 'string') return []
  return [{ route, ways: 'all' in right ? [right.all] : right.map((claim) => [claim]) }]
})

describe('the routes of the portal', () => {
  it('are those whose rights stand here', async () => {
    const { paths } = OpenApi.parse((await test.ask({ path: '/api/openapi.json' })).json())
    const routes = Object.entries(paths).flatMap(([path, byMethod]) =>
      Object.keys(byMethod).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(inOrder(routes)).toEqual(inOrder(Object.keys(needs)))
  })

  it.each(guarded)('answer 401 to whoever has no token that lives: %s', async (route) => {
    const { id, living, ended } = signedIn
    const headers: Record<string, string>[] = [
      {},
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: `Basic ${living}` },
      { authorization: living },
      { authorization: `Bearer ${living}x` },
      { authorization: `Bearer ${living} ${living}` },
      { authorization: `Bearer ${'x'.repeat(2000)}` },
      { authorization: `Bearer cbk_${'x'.repeat(43)}` },
      { authorization: `Bearer ' OR 1=1 --` },
      { authorization: `Bearer ${ended}` },
      { 'x-masked-user': id },
      { cookie: `token=${living}` },
    ]
    for (const each of headers) expectError(await ask(route, { headers: each }), 401, 'unauthenticated')
    expectError(await ask(`${route}?token=${living}`), 401, 'unauthenticated')
    const bare = bytesOf(await ask(route))
    if (!takesBody(requestOf(route).method)) return
    for (const body of bodies) expect(bytesOf(await ask(route, { body }))).toEqual(bare)
  })

  it.each(claimed)('answer 403 to whoever has every claim but the right one: $route', async (asked) => {
    const others = claims.filter((claim) => !asked.ways.some(([last]) => last === claim))
    const token = await refusedUser(others)
    const answer = await ask(asked.route, { token })
    expectError(answer, 403, 'forbidden')
    // The same for anything asked: nothing is read or looked up before.
    const refusal = bytesOf(answer)
    const { method, path } = requestOf(asked.route)
    expect(bytesOf(await test.ask({ method, path: `${path}?nope=1`, token }))).toEqual(refusal)
    expect(bytesOf(await ask(asked.route, { token, headers: { accept: 'image/png' } }))).toEqual(refusal)
    const withoutIds = asked.route.split(' ')[1]?.replaceAll(/\{\w+\}/g, 'no-id') ?? ''
    expect(bytesOf(await test.ask({ method, path: withoutIds, token }))).toEqual(refusal)
    if (!takesBody(method)) return
    for (const body of bodies) expect(bytesOf(await ask(asked.route, { token, body }))).toEqual(refusal)
    const headers = { 'content-type': 'image/png' }
    expect(bytesOf(await ask(asked.route, { token, body: 'x', headers }))).toEqual(refusal)
  })

  it.each(guarded.filter((route) => needs[route] === 'an administrator'))(
    'answer 403 to whoever has every claim and is no administrator: %s',
    async (route) => {
      const token = await refusedUser(claims)
      const answer = await ask(route, { token })
      expectError(answer, 403, 'forbidden')
      expect(bytesOf(await ask(route, { token, body: '{' }))).toEqual(bytesOf(answer))
    },
  )

  it.each(claimed.filter(({ route }) => route !== endless))(
    'are open to whoever has the claims they need and no other: $route',
    async ({ route, ways }) => {
      for (const way of ways) {
        const { token, id } = await test.make.user({ claims: way })
        const path = requestOf(route).path.replace(`reportmenu/${emptyGuid}`, `reportmenu/${id}`)
        const { status } = await ask(route, { path, token })
        expect([200, 400, 404]).toContain(status)
      }
    },
  )

  it.each(forUsers.filter((route) => !readByKeys.has(route)))('are closed to API keys: %s', async (route) => {
    for (const token of keys) expectError(await ask(route, { token }), 403, 'forbidden')
  })

  it('take calls from API keys with that right alone, never from a session', async () => {
    const { id } = await test.make.customer()
    const everybody = await test.make.user({ claims, customerId: id })
    for (const token of [admin, everybody.token, await test.make.apiKey(id, { rights: ['read'] })]) {
      for (const body of bodies) expectError(await ask('POST /api/calls', { token, body }), 403, 'forbidden')
    }
    const token = await test.make.apiKey(id)
    expect((await ask('POST /api/calls', { token, body: [] })).status).toBe(200)
  })

  it.each(guarded.filter((route) => needs[route] === 'an ingest key or an administrator'))(
    'answer 403 to whoever has every claim, or a key that only reads: %s',
    async (route) => {
      const { id } = await test.make.customer()
      const everybody = await test.make.user({ claims, customerId: id })
      for (const token of [everybody.token, await test.make.apiKey(id, { rights: ['read'] })])
        for (const body of bodies) expectError(await ask(route, { token, body }), 403, 'forbidden')
    },
  )

  it('give an API key that may read the calls of its customer, and of no other', async () => {
    const [own, other] = [await test.make.customer(), await test.make.customer()]
    for (const { id } of [own, other]) await test.sendCalls(await test.make.apiKey(id), [buildCall()])
    const body = { from: '2026-03-01', to: '2026-04-01', columns: ['id', 'customerId'] }
    const list = async (token: string, filters: object[] = []) => {
      const answer = await ask('POST /api/reporting/calldetails', { token, body: { ...body, filters } })
      return Calls.parse(answer.json()).items
    }
    const token = await test.make.apiKey(own.id, { rights: ['read'] })
    const [mine, more] = await list(token)
    expect([mine?.customerId, more]).toEqual([own.id, undefined])
    expect(await list(token, [{ field: 'customerId', op: 'eq', values: [other.id] }])).toEqual([])
    const [theirs] = (await list(admin)).filter(({ customerId }) => customerId === other.id)
    const one = async (id = '') => await test.ask({ path: `/api/calls/${id}`, token })
    expect((await one(mine?.id)).status).toBe(200)
    expect(bytesOf(await one(theirs?.id))).toEqual(bytesOf(await one(emptyGuid)))
    const sending = await test.make.apiKey(own.id, { rights: ['ingest'] })
    for (const route of readByKeys) expectError(await ask(route, { token: sending }), 403, 'forbidden')
  })

  it('know no API key that has expired or is not active', async () => {
    const { id } = await test.make.customer()
    const past = new Date(Date.now() - 1000)
    for (const token of [
      await test.make.apiKey(id, { expires_at: past }),
      await test.make.apiKey(id, { is_active: false }),
    ]) {
      expectError(await ask('POST /api/calls', { token, body: [] }), 401, 'unauthenticated')
    }
  })
})

describe('a right that is taken away', () => {
  const path = '/api/reporting/exporttypes'
  const statusOf = async (token: string) => (await test.ask({ path, token })).status
  const minuteMs = 60_000

  it('is gone at the next request after its role expires', async () => {
    const { token } = await test.make.user({
      claims: ['dashboard.view'],
      roleUntil: new Date(Date.now() + minuteMs),
    })
    expect(await statusOf(token)).toBe(200)
    putClockForward(minuteMs)
    expect(await statusOf(token)).toBe(403)
  })

  it('is there only from the start of its role', async () => {
    const { id, token } = await test.make.user({ claims: ['dashboard.view'] })
    await test.make.changeRoles(id, { start_at: new Date(Date.now() + minuteMs) })
    expect(await statusOf(token)).toBe(403)
    putClockForward(minuteMs)
    expect(await statusOf(token)).toBe(200)
  })

  it('is gone with its role', async () => {
    const { id, token } = await test.make.user({})
    const roleId = await test.make.role(id, ['dashboard.view'])
    expect(await statusOf(token)).toBe(200)
    await test.make.changeRole(roleId, { is_active: false })
    expect(await statusOf(token)).toBe(403)
    await test.make.changeRole(roleId, { is_active: true, claims: ['dashboard', 'dashboard.view.x', '%'] })
    expect(await statusOf(token)).toBe(403)
  })

  it('is gone when an administrator is one no more', async () => {
    const { id, token } = await test.make.user({ isAdmin: true })
    expect(await statusOf(token)).toBe(200)
    await test.make.changeUser(id, { is_admin: false })
    expect(await statusOf(token)).toBe(403)
  })

  it.each([{ is_active: false }, { is_deleted: true }])(
    'ends the session of a user who is %o',
    async (values) => {
      const { id, token } = await test.make.user({ claims: ['dashboard.view'] })
      expect(await statusOf(token)).toBe(200)
      await test.make.changeUser(id, values)
      expectError(await test.ask({ path, token }), 401, 'unauthenticated')
      expectError(await test.ask({ path: '/api/settings', token }), 401, 'unauthenticated')
    },
  )

  it('ends a session after 12 hours without use and after 7 days in all', async () => {
    const { id, token: idle } = await test.make.user({ claims: ['dashboard.view'] })
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    await test.make.changeSession(idle, { last_used_at: hoursAgo(11.9) })
    expect(await statusOf(idle)).toBe(200)
    await test.make.changeSession(idle, { last_used_at: hoursAgo(12.1) })
    expect(await statusOf(idle)).toBe(401)
    const old = await test.make.session(id)
    await test.make.changeSession(old, { created_at: hoursAgo(24 * 7 - 0.1) })
    expect(await statusOf(old)).toBe(200)
    await test.make.changeSession(old, { created_at: hoursAgo(24 * 7 + 0.1) })
    expect(await statusOf(old)).toBe(401)
  })

  it('is not gained by a claim that only contains the one that is asked for', async () => {
    const { token, id } = await test.make.user({})
    await test.make.role(id, ['client.edit', 'number.view'])
    expect(await statusOf(token)).toBe(403)
  })
})
