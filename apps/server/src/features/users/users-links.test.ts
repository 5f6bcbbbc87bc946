import { pageOf } from '@callboard/contract/paging'
import { ReportGroup } from '@callboard/contract/report-groups'
import { RoleAssignment } from '@callboard/contract/users'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { putClockForward } from '#test/clock.ts'
import { changesOf } from '#test/changes-of.ts'
import { errorsOf, expectCreated, expectError, expectOk, expectRefused } from '#test/expect-errors.ts'
import { type Answer, openPortal, type Portal } from '#test/portal.ts'

const nobody = '01990000-0000-7000-8000-00000000dead'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

const readingPaths = ['roles', 'properties', 'groups', 'entitygroups']

describe('what belongs to a user', () => {
  it.each(readingPaths)('%s: is read by themselves and by administrators', async (part) => {
    const [user, other] = [await test.make.user({}), await test.make.user({})]
    const path = `/api/user/${user.id}/${part}`
    for (const token of [user.token, test.admin.token])
      expect((await test.ask({ path, token })).status).toBe(200)
    expectError(await other.ask({ path }), 403, 'forbidden')
    const unknown = `/api/user/${nobody}/${part}`
    expectError(await other.ask({ path: unknown }), 403, 'forbidden')
    expectError(await test.admin.ask({ path: unknown }), 404, 'notFound')
  })
})

describe('the roles of a user', () => {
  const give = async (id: string, body: object): Promise<Answer> =>
    await test.admin.ask({ path: `/api/user/${id}/role`, body })
  const role = async () => await test.make.role((await test.make.user({})).id, ['dashboard.view'])
  const rolesOf = async (id: string) =>
    z.array(RoleAssignment).parse(expectOk(await test.admin.ask({ path: `/api/user/${id}/roles` })))

  it('last from the begin of the first day to the end of the last in the portal’s zone', async () => {
    const [{ id }, roleId] = [await test.make.user({ timeZone: 'Asia/Tokyo' }), await role()]
    const body = { userId: id, roleId, startDate: '2026-03-07', expiryDate: '2026-03-08' }
    const given = RoleAssignment.parse(expectCreated(await give(id, body)))
    // New York moves its clocks on the 8th: the day has 23 hours.
    expect(given).toMatchObject({
      userId: id,
      roleId,
      startDate: '2026-03-07T05:00:00.000Z',
      expiryDate: '2026-03-09T04:00:00.000Z',
    })
    expect(await rolesOf(id)).toEqual([given])
  })

  it('given again have the new dates: instants, or open', async () => {
    const [{ id, token }, roleId] = [await test.make.user({}), await role()]
    const status = async () => (await test.ask({ path: '/api/reporting/exporttypes', token })).status
    expect((await give(id, { roleId })).status).toBe(201)
    expect(await status()).toBe(200)
    const dates = { startDate: '2026-01-01T00:00:00Z', expiryDate: '2026-01-02T00:00:00.500Z' }
    expect((await give(id, { roleId, ...dates })).json()).toMatchObject({
      startDate: '2026-01-01T00:00:00.000Z',
      expiryDate: '2026-01-02T00:00:00.500Z',
    })
    expect(await status()).toBe(403)
    expect(await rolesOf(id)).toHaveLength(1)
    // The same once more changes nothing, and is on no record.
    await give(id, { roleId, ...dates })
    const changes = (await changesOf(test, id)).filter(({ user_name: who }) => who !== 'system')
    expect(changes).toHaveLength(2)
    expect(changes[1]?.changes).toMatchObject([{ field: 'roles', from: { expires_at: null } }])
  })

  it('are refused under the field that is wrong', async () => {
    const [{ id }, roleId] = [await test.make.user({}), await role()]
    for (const [body, field, code] of [
      [{ roleId, startDate: '2026-05-02', expiryDate: '2026-05-01' }, 'expiryDate', 'wrongDates'],
      [{ roleId, startDate: '2026-05-02T10:00:00Z', expiryDate: '2026-05-01' }, 'expiryDate', 'wrongDates'],
      [{ roleId: nobody }, 'roleId', 'invalid'],
      [{ roleId, userId: nobody }, 'userId', 'invalid'],
      [{ roleId, startDate: '2026-02-30' }, 'startDate', 'invalid'],
      [{ roleId, startDate: '2026-05-02T10:00:00+02:00' }, 'startDate', 'invalid'],
      [{ roleId, expiryDate: '9999-12-31' }, 'expiryDate', 'invalid'],
      [{ roleId, until: '2026-05-02' }, 'until', 'unknownField'],
    ] as const)
      expectRefused(await give(id, body), { field, code })
    expect((await give(id, { roleId, startDate: '2026-05-02', expiryDate: '2026-05-02' })).status).toBe(201)
    expectError(await give(nobody, { roleId }), 404, 'notFound')
  })

  it('are taken away, which holds from the next request on', async () => {
    const { id, token } = await test.make.user({})
    const roleId = await test.make.role(id, ['dashboard.view'])
    const remove = async () =>
      await test.admin.ask({ method: 'DELETE', path: `/api/user/${id}/role/${roleId}` })
    expect((await remove()).status).toBe(204)
    expect((await test.ask({ path: '/api/reporting/exporttypes', token })).status).toBe(403)
    expectError(await remove(), 404, 'notFound')
    expect(await rolesOf(id)).toEqual([])
  })
})

describe('the properties of a user', () => {
  const set = async ({ id, token }: { id: string; token: string }, body: object): Promise<Answer> =>
    await test.ask({ path: `/api/user/${id}/properties`, body, token })

  it('are replaced where they are named, removed by null, one record a call', async () => {
    const user = await test.make.user({})
    expect(expectOk(await set(user, { desk: '12', floor: '3', 'Straße 😀': '' }))).toEqual({
      desk: '12',
      floor: '3',
      'Straße 😀': '',
    })
    const left = expectOk(await set(user, { desk: null, floor: '4' }))
    expect(left).toEqual({ floor: '4', 'Straße 😀': '' })
    const path = `/api/user/${user.id}/properties`
    expect(expectOk(await test.admin.ask({ path }))).toEqual(left)
    const changes = (await changesOf(test, user.id)).slice(1)
    expect(changes.map(({ changes: [one] }) => one)).toMatchObject([
      { field: 'properties', from: {}, to: { desk: '12' } },
      { field: 'properties', from: { desk: '12' }, to: { floor: '4' } },
    ])
    expect(changes).toHaveLength(2)
  })

  it('of others are set by administrators alone', async () => {
    const [user, other] = [await test.make.user({}), await test.make.user({})]
    expectError(await set({ ...user, token: other.token }, { a: '1' }), 403, 'forbidden')
    expect((await set({ ...user, token: test.admin.token }, { a: '1' })).status).toBe(200)
    expectError(await set({ id: nobody, token: test.admin.token }, { a: '1' }), 404, 'notFound')
  })

  it('have limits, and nothing is kept of what is over them', async () => {
    const user = await test.make.user({})
    const many = (count: number, name = 'p') =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, 'x']))
    expect((await set(user, many(100))).status).toBe(200)
    for (const body of [
      many(1, 'other'),
      { p1: 'x'.repeat(4001) },
      { ['x'.repeat(101)]: 'x' },
      { '': 'x' },
      { ' p1': 'x' },
      { 'p\u0000': 'x' },
      { p1: 'nul \u0000' },
      { p1: '\ud800' },
      { p1: 1 },
      [],
    ]) {
      expect((await set(user, body)).status, JSON.stringify(body)).toBe(400)
    }
    expect((await set(user, { p0: null, other: 'x' })).status).toBe(200)
  })
})

describe('the groups of a user', () => {
  const add = async (groupId: string, userId: string): Promise<Answer> =>
    await test.admin.ask({ method: 'PUT', path: `/api/reporting/groups/${groupId}/user`, body: { userId } })
  const remove = async (groupId: string, userId: string): Promise<Answer> =>
    await test.admin.ask({ method: 'DELETE', path: `/api/reporting/groups/${groupId}/user/${userId}` })

  it('are joined and left, with one record of each', async () => {
    const user = await test.make.user({})
    const groupId = await test.make.group({ isActive: false })
    const groups = async () => expectOk(await test.admin.ask({ path: `/api/user/${user.id}/groups` }))
    for (let times = 0; times < 2; times++) expect((await add(groupId, user.id)).status).toBe(204)
    expect(await groups()).toMatchObject([{ id: groupId, description: '', isActive: false }])
    expect((await remove(groupId, user.id)).status).toBe(204)
    expectError(await remove(groupId, user.id), 404, 'notFound')
    expect(await groups()).toEqual([])
    const changes = (await changesOf(test, groupId)).filter(({ user_name: who }) => who !== 'system')
    expect(changes.map(({ changes: [one] }) => one?.field)).toEqual(['users', 'users'])
    expectError(await add(nobody, user.id), 404, 'notFound')
    const unknown = await add(groupId, nobody)
    expect(unknown.status).toBe(400)
    expect(errorsOf(unknown)).toMatchObject([{ code: 'invalid', field: 'userId' }])
  })

  it('give a user the rows of their customers at once', async () => {
    const [mine, theirs] = [await test.make.customer(), await test.make.customer()]
    const user = await test.make.user({ claims: ['reporting.view'], customerId: mine.id })
    const groupId = await test.make.group({ customerIds: [theirs.id] })
    const path = '/api/reporting/customer/00000000-0000-0000-0000-000000000000'
    const customers = async () => (await user.ask({ path })).text
    expect(await customers()).not.toContain(theirs.id)
    await add(groupId, user.id)
    expect(await customers()).toContain(theirs.id)
  })

  it('are found by keyword with all that they hold', async () => {
    const user = await test.make.user({})
    const customer = await test.make.customer()
    const groupId = await test.make.group({ userIds: [user.id], customerIds: [customer.id] })
    await test.make.group({ isActive: false })
    const search = async (body: object) =>
      pageOf(ReportGroup).parse(
        expectOk(await test.admin.ask({ path: '/api/reporting/groups/search', body })),
      )
    const { items } = await search({ pageSize: 200 })
    const found = items.find(({ id }) => id === groupId)
    expect(found).toMatchObject({ userIds: [user.id], customerIds: [customer.id] })
    expect(found?.setIds).not.toEqual([])
    expect(items.every(({ isActive }) => isActive)).toBe(true)
    expect((await search({ activeOnly: false })).total).toBeGreaterThan(items.length)
    expect((await search({ keyword: 'no such group' })).total).toBe(0)
  })

  it('stand last where all of their users are administrators, if they are sorted so', async () => {
    const [user, other] = [await test.make.user({}), await test.make.user({ isAdmin: true })]
    const mixed = await test.make.group({ userIds: [user.id, other.id] })
    const ofAdmins = await test.make.group({ userIds: [other.id] })
    const empty = await test.make.group({})
    const body = { sort: 'isAdminOnly', pageSize: 200 }
    const answer = await test.admin.ask({ path: '/api/reporting/groups/search', body })
    const sorted = pageOf(ReportGroup)
      .parse(expectOk(answer))
      .items.map(({ id }) => id)
    expect(sorted.indexOf(mixed)).toBeLessThan(sorted.indexOf(ofAdmins))
    expect(sorted.indexOf(empty)).toBeLessThan(sorted.indexOf(ofAdmins))
  })
})

describe('a user who was deleted', () => {
  it('comes back with roles, groups and properties, but for a role that expired, and signed out', async () => {
    const user = await test.make.user({ claims: ['dashboard.view'] })
    const until = new Date(Date.now() + 60_000)
    await test.make.role(user.id, ['reporting.view'], until)
    const groupId = await test.make.group({ userIds: [user.id] })
    const entityGroupId = await test.make.entityGroup({ entityIds: [], userIds: [user.id] })
    const path = `/api/user/${user.id}`
    await user.ask({ path: `${path}/properties`, body: { desk: '12' } })
    expect((await test.admin.ask({ method: 'DELETE', path })).status).toBe(204)
    putClockForward(60_000)
    expect((await test.admin.ask({ method: 'PUT', path: `${path}/restore` })).status).toBe(200)
    expectError(await user.ask({ path: '/api/user/me' }), 401, 'unauthenticated')
    const token = await test.make.session(user.id)
    expect(expectOk(await test.ask({ path: '/api/user/me', token }))).toMatchObject({
      claims: ['dashboard.view'],
    })
    expect(expectOk(await test.ask({ path: `${path}/groups`, token }))).toMatchObject([{ id: groupId }])
    expect(expectOk(await test.ask({ path: `${path}/entitygroups`, token }))).toMatchObject([
      { id: entityGroupId, isActive: true },
    ])
    expect(expectOk(await test.ask({ path: `${path}/properties`, token }))).toEqual({ desk: '12' })
  })
})
