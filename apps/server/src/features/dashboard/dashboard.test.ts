import { randomUUID } from 'node:crypto'
import type { Claim } from '@callboard/contract/claims'
import {
  builtInPartNames,
  Dashboard,
  dashboardPartLimit,
  dashboardTiles,
  partKey,
  partsOfCalls,
  RoleDashboard,
} from '@callboard/contract/dashboard'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { putClockForward } from '#test/clock.ts'
import { bytesOf, errorsOf, expectError, expectOk } from '#test/expect-errors.ts'
import type { Answer, Person, Portal } from '#test/portal.ts'
import { type Member, saving, SavedReportClient } from '#test/clients/saved-reports.ts'

const path = '/api/user/me/dashboard'
const viewing: readonly Claim[] = ['dashboard.view', 'reporting.call.details']

let client: SavedReportClient
let test: Portal

beforeAll(async () => {
  client = await SavedReportClient.open()
  test = client.portal
})

const overTime = { type: 'builtIn', name: 'overTime', width: 'full' } as const
const latestCalls = { type: 'builtIn', name: 'latestCalls', width: 'half' } as const
const reportPart = (id: string) => ({ type: 'report', id, view: 'chart', width: 'half' }) as const
const savedPart = (id: string) =>
  ({ type: 'savedReport', id, view: 'table', ownPeriod: true, width: 'full' }) as const

async function write(token: string, body: object): Promise<Answer> {
  return await test.ask({ method: 'PUT', path, body: { tiles: [], parts: [], ...body }, token })
}

async function read({ token }: { token: string }): Promise<Dashboard> {
  return Dashboard.parse(expectOk(await test.ask({ path, token })))
}

/** A member of a group with the report, who may look at a dashboard. */
async function member(): Promise<Member> {
  const user = await client.member()
  await test.make.role(user.id, ['dashboard.view'])
  return user
}

async function roleOf(user: Person, claims: readonly Claim[] = ['dashboard.view']): Promise<string> {
  return await test.make.role(user.id, claims)
}

async function writeRole(roleId: string, body: object): Promise<Answer> {
  return await client.admin.ask({
    method: 'PUT',
    path: `/api/role/${roleId}/dashboard`,
    body: { tiles: [], parts: [], ...body },
  })
}

async function readRole(roleId: string): Promise<RoleDashboard> {
  const answer = await client.admin.ask({ path: `/api/role/${roleId}/dashboard` })
  return RoleDashboard.parse(expectOk(answer))
}

describe('a dashboard', () => {
  it('has every tile and part of the portal until somebody chooses', async () => {
    const { tiles, parts, ...rest } = await read(await test.make.user({ claims: viewing }))
    expect(tiles).toEqual(dashboardTiles)
    expect(parts.map(partKey)).toEqual(builtInPartNames)
    expect(rest).toEqual({ source: 'standard', roleName: null, revision: 0 })
  })

  it('has neither calls nor call backs for whoever may not see calls', async () => {
    const { parts } = await read(await test.make.user({ claims: ['dashboard.view'] }))
    expect(parts.map(partKey)).toEqual(builtInPartNames.filter((name) => !partsOfCalls.has(name)))
  })

  it('is chosen by its user alone, with reports and saved reports, and given up again', async () => {
    const user = await member()
    const saved = await client.saved(user, { name: 'Radio' })
    const parts = [savedPart(saved.id), overTime, reportPart(client.reportId)]
    const written = Dashboard.parse(expectOk(await write(user.token, { tiles: ['missed', 'calls'], parts })))
    expect(written).toEqual({
      source: 'own',
      roleName: null,
      revision: 1,
      tiles: ['missed', 'calls'],
      parts: [
        { ...savedPart(saved.id), name: 'Radio' },
        overTime,
        { ...reportPart(client.reportId), ownPeriod: false, name: 'Calls by source' },
      ],
    })
    expect(await read(user)).toEqual(written)
    expect((await read(await member())).source).toBe('standard')
    expect((await user.ask({ method: 'DELETE', path })).status).toBe(204)
    expect(await read(user)).toMatchObject({ source: 'standard', revision: 2 })
    expectError(await user.ask({ method: 'DELETE', path }), 404, 'notFound')
  })

  it('takes no report that its user does not find, and tells an unknown one by nothing', async () => {
    const user = await member()
    const other = await test.make.report()
    const theirs = await client.saved(await member())
    const refused = async (part: object) => bytesOf(await write(user.token, { parts: [overTime, part] }))
    const unknown = await refused(reportPart(randomUUID()))
    for (const part of [reportPart(other), savedPart(theirs.id), savedPart(client.reportId)])
      expect(await refused(part)).toEqual(unknown)
    const answer = await write(user.token, { parts: [overTime, reportPart(other)] })
    expect([answer.status, errorsOf(answer)[0]?.field]).toEqual([400, 'parts.1'])
    expect(
      (await write(client.admin.token, { parts: [reportPart(other), savedPart(theirs.id)] })).status,
    ).toBe(200)
  })

  it('keeps a part whose report is lost, with its name and why, until its user removes it', async () => {
    const user = await member()
    await test.make.role(user.id, ['reporting.call.details'])
    const id = await test.make.report({ name: 'Lost report' })
    const callers = await test.make.report({
      name: 'Callers',
      definition: { measures: ['calls'], dimensions: [{ field: 'callerNumber' }] },
    })
    const calls = await test.make.report({
      name: 'Each call',
      kind: 'details',
      definition: { columns: ['startedAt'] },
    })
    const groupId = await test.make.group({
      userIds: [user.id],
      setIds: [await test.make.reportSet([id, callers, calls])],
    })
    const saved = await client.saved(user, { name: 'Lost values' })
    const parts = [id, callers, calls].map(reportPart)
    const all = [...parts, savedPart(saved.id), latestCalls]
    expect((await write(user.token, { parts: all })).status).toBe(200)
    await test.make.changeRoles(user.id, { expires_at: new Date(Date.now() - 1000) })
    await test.make.role(user.id, [...saving, 'dashboard.view'])
    await client.remove(user, saved.id)
    expect(problemsOf(await read(user))).toEqual([
      ['Lost report', undefined],
      ['Callers', 'forbidden'],
      ['Each call', 'forbidden'],
      ['Lost values', 'notFound'],
      ['latestCalls', 'forbidden'],
    ])
    const inactive = { id, isActive: false }
    await client.admin.ask({ method: 'PUT', path: '/api/reporting', body: inactive })
    expect(problemsOf(await read(user))[0]).toEqual(['Lost report', 'notFound'])
    await client.leave(groupId, user.id)
    expect(problemsOf(await read(user))[1]).toEqual(['Callers', 'notFound'])
    // What is lost may stay and be moved.
    expect((await write(user.token, { parts: all.toReversed() })).status).toBe(200)
    expect(problemsOf(await read(user)).at(-1)).toEqual(['Lost report', 'notFound'])
    expect((await write(user.token, { parts: [overTime] })).status).toBe(200)
    expectError(await write(user.token, { parts: [reportPart(id)] }), 400, 'invalid')
  })

  it('that was changed in another window is not overwritten', async () => {
    const user = await member()
    expect((await write(user.token, { revision: 0, tiles: ['calls'] })).status).toBe(200)
    expectError(await write(user.token, { revision: 0, tiles: ['value'] }), 409, 'revisionConflict')
    await user.ask({ method: 'DELETE', path })
    expectError(await write(user.token, { revision: 1, tiles: ['value'] }), 409, 'revisionConflict')
    expect((await write(user.token, { revision: 2, tiles: ['value'] })).status).toBe(200)
  })

  it.each([
    ['a tile that there is not', { tiles: ['cost'] }, 'tiles.0'],
    ['a tile twice', { tiles: ['calls', 'calls'] }, 'tiles'],
    ['a part twice', { parts: [overTime, overTime] }, 'parts'],
    ['a part that there is not', { parts: [{ ...overTime, name: 'weather' }] }, 'parts.0.name'],
    ['a width that there is not', { parts: [{ ...overTime, width: 'third' }] }, 'parts.0.width'],
    ['a view of a part of the portal', { parts: [{ ...overTime, view: 'table' }] }, 'parts.0.view'],
    [
      'too many parts',
      { parts: Array.from({ length: dashboardPartLimit + 1 }, () => reportPart(randomUUID())) },
      'parts',
    ],
  ])('refuses %s', async (_what, body, field) => {
    const answer = await write(client.admin.token, body)
    expect([answer.status, errorsOf(answer)[0]?.field]).toEqual([400, field])
  })

  it('viewed as another user is theirs, and cannot be changed', async () => {
    const user = await member()
    await write(user.token, { tiles: ['value'], parts: [reportPart(client.reportId)] })
    const headers = { 'x-masked-user': user.id }
    const seen = await client.admin.ask({ path, headers })
    expect(seen.json()).toEqual(await read(user))
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { body: { tiles: [], parts: [] } } : {}
      const answer = await test.ask({ method, path, token: client.admin.token, headers, ...body })
      expectError(answer, 403, 'maskedReadOnly')
    }
    expect((await read(user)).revision).toBe(1)
  })
})

describe('the dashboard of a role', () => {
  it('is what its users see until they choose, while they have the role', async () => {
    const user = await member()
    const roleId = await roleOf(user)
    expect((await readRole(roleId)).isSet).toBe(false)
    await writeRole(roleId, { tiles: ['missed'], parts: [overTime, latestCalls] })
    expect(await read(user)).toMatchObject({ source: 'role', tiles: ['missed'], parts: [overTime] })
    await write(user.token, { tiles: ['value'] })
    expect(await read(user)).toMatchObject({ source: 'own', tiles: ['value'] })
    await user.ask({ method: 'DELETE', path })
    await test.make.changeRoles(user.id, { expires_at: new Date(Date.now() + 60_000) })
    expect((await read(user)).source).toBe('role')
    await test.make.role(user.id, ['dashboard.view'])
    putClockForward(60_000)
    expect((await read(user)).source).toBe('standard')
  })

  it('of several roles is that of the lowest order, then of the first by name', async () => {
    const user = await member()
    const [second, first] = [await roleOf(user), await roleOf(user)]
    await test.make.changeRole(first, { name: 'Ash' })
    await test.make.changeRole(second, { name: 'Birch' })
    await writeRole(first, { tiles: ['calls'] })
    await writeRole(second, { tiles: ['missed'] })
    expect((await read(user)).tiles).toEqual(['calls'])
    await writeRole(second, { tiles: ['missed'], order: -1 })
    expect((await read(user)).tiles).toEqual(['missed'])
    await test.make.changeRole(second, { is_active: false })
    expect((await read(user)).tiles).toEqual(['calls'])
  })

  it('tells nobody what a report is called that they do not find', async () => {
    const user = await member()
    const id = await test.make.report({ name: 'Board meeting' })
    await writeRole(await roleOf(user), { parts: [reportPart(id), reportPart(client.reportId)] })
    const answer = await user.ask({ path })
    expect(problemsOf(await read(user))).toEqual([
      ['', 'notFound'],
      ['Calls by source', undefined],
    ])
    expect(answer.text).not.toContain('Board meeting')
  })

  it('is recorded as a change of the role, whose revision it raises, and can be taken away', async () => {
    const roleId = await roleOf(await member())
    const { revision } = await readRole(roleId)
    const written = RoleDashboard.parse(
      expectOk(await writeRole(roleId, { tiles: ['calls'], order: 3, revision })),
    )
    expect(written).toMatchObject({ isSet: true, order: 3, revision: revision + 1 })
    expectError(await writeRole(roleId, { revision }), 409, 'revisionConflict')
    // What is left out stays.
    expect(await writeRole(roleId, { tiles: ['value'] }).then(expectOk)).toMatchObject({ order: 3 })
    const rolePath = `/api/role/${roleId}/dashboard`
    expect((await client.admin.ask({ method: 'DELETE', path: rolePath })).status).toBe(204)
    expect(await readRole(roleId)).toMatchObject({ isSet: false, order: 0 })
    const changes = (await changesOf(test, roleId)).slice(1)
    expect(changes.map(({ changes: of }) => of.map(({ field }) => field))).toEqual([
      ['dashboard'],
      ['dashboard'],
      ['dashboard'],
    ])
    expectError(await client.admin.ask({ path: `/api/role/${randomUUID()}/dashboard` }), 404, 'notFound')
  })
})

function problemsOf({ parts }: Dashboard): [string, string | undefined][] {
  return parts.map((part) => [part.name ?? '', part.problem])
}
