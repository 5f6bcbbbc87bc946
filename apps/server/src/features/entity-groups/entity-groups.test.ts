import { Entity } from '@callboard/contract/entities'
import { EntityGroup, GroupUser } from '@callboard/contract/entity-groups'
import { compareTexts } from '@callboard/contract/format-names'
import { pageOf } from '@callboard/contract/paging'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changesOf } from '#test/changes-of.ts'
import { expectCreated, expectError, expectOk, expectRefused } from '#test/expect-errors.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

const path = '/api/reportingentity/entitygroup'
let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

const put = async (body: object) => await test.admin.ask({ method: 'PUT', path, body })

async function made(body: object): Promise<EntityGroup> {
  return EntityGroup.parse(expectCreated(await test.admin.ask({ path, body })))
}

const members = async (method: 'PUT' | 'DELETE', of: string, body: object) =>
  await test.admin.ask({ method, path: `${path}/${of}`, body })

async function group(id: string): Promise<EntityGroup> {
  return EntityGroup.parse(expectOk(await test.admin.ask({ path: `${path}/${id}` })))
}

describe('an entity group', () => {
  it('is made, read and changed, with one record of each change', async () => {
    const made1 = await made({ name: 'Western stores' })
    expect(made1).toMatchObject({ description: '', entityCount: 0, userCount: 0, isActive: true })
    expect(await group(made1.id)).toEqual(made1)
    const body = { id: made1.id, description: 'All of them', revision: made1.revision }
    expect(expectOk(await put(body))).toEqual({
      ...made1,
      description: 'All of them',
      revision: made1.revision + 1,
    })
    expectError(await put(body), 409, 'revisionConflict')
    const changes = await changesOf(test, made1.id)
    expect(changes.map(({ action }) => action)).toEqual(['create', 'update'])
  })

  it('may be named by entityGroupId', async () => {
    const { id, entityGroupId } = await made({ name: 'Named' })
    expect(entityGroupId).toBe(id)
    expect(expectOk(await put({ entityGroupId, name: 'Renamed' }))).toMatchObject({ id, name: 'Renamed' })
    expectError(await put({ name: 'Nobody' }), 400, 'invalid')
    const other = await made({ name: 'Other' })
    expectError(await put({ id, entityGroupId: other.id, name: 'Both' }), 400, 'invalid')
  })

  it('is refused under the field that is wrong', async () => {
    for (const [body, field, code] of [
      [{ name: ' ' }, 'name', 'invalid'],
      [{}, 'name', 'invalid'],
      [{ name: 'A', entityIds: [] }, 'entityIds', 'unknownField'],
    ] as const)
      expectRefused(await test.admin.ask({ path, body }), { field, code })
    expectError(await put({ id: emptyGuid, name: 'A' }), 404, 'notFound')
    expectError(await test.admin.ask({ path: `${path}/${emptyGuid}` }), 404, 'notFound')
  })

  it('takes entities in and gives them back, with one record a link under one request', async () => {
    const { id } = await made({ name: 'Links' })
    const [a, b, c] = await Promise.all(
      ['a', 'b', 'c'].map(async (code) => await test.make.entity({ type: 'dma', code })),
    )
    expect((await members('PUT', `${id}/entity`, { entityIds: [a, b] })).status).toBe(204)
    expect((await members('PUT', `${id}/entity`, { entityIds: [b] })).status).toBe(204)
    expect((await members('PUT', `${id}/entity`, { entityIds: [b, c, c] })).status).toBe(204)
    expect(await group(id)).toMatchObject({ entityCount: 3 })
    expectError(await members('DELETE', `${id}/entity`, { entityIds: [a, emptyGuid] }), 404, 'notFound')
    expect(await group(id)).toMatchObject({ entityCount: 3 })
    expect((await members('DELETE', `${id}/entity`, { entityIds: [a, b] })).status).toBe(204)
    expectError(await members('DELETE', `${id}/entity`, { entityIds: [a] }), 404, 'notFound')
    const answer = await test.admin.ask({ path: `${path}/${id}/entity/search`, body: {} })
    expect(pageOf(Entity).parse(answer.json())).toMatchObject({ items: [{ code: 'c' }], total: 1 })
    const links = (await changesOf(test, id)).slice(1)
    expect(links).toHaveLength(5)
    expect(links[0]).toMatchObject({ record_name: 'Links', action: 'update' })
    expect(new Set(links.slice(3).map(({ request_id: request }) => request)).size).toBe(1)
  })

  it('takes users in and gives them back', async () => {
    const { id } = await made({ name: 'People' })
    const [one, two, gone] = [
      await test.make.user({ userName: 'one' }),
      await test.make.user({ userName: 'two' }),
      await test.make.user({ userName: 'gone' }),
    ]
    await test.make.changeUser(gone.id, { is_deleted: true })
    const userIds = [one.id, two.id]
    expect((await members('PUT', `${id}/user`, { userIds })).status).toBe(204)
    expect((await members('PUT', `${id}/user`, { userIds })).status).toBe(204)
    expect(await group(id)).toMatchObject({ userCount: 2 })
    const body = { keyword: 'ONE', sort: 'lastName' }
    const answer = await test.admin.ask({ path: `${path}/${id}/user/search`, body })
    expect(pageOf(GroupUser).parse(answer.json()).items).toEqual([
      { id: one.id, userName: 'one', firstName: '', lastName: '', isActive: true },
    ])
    for (const unknown of [emptyGuid, gone.id])
      expectRefused(await members('PUT', `${id}/user`, { userIds: [one.id, unknown] }), {
        field: 'userIds',
        code: 'invalid',
      })
    expect((await members('DELETE', `${id}/user`, { userIds })).status).toBe(204)
    expectError(await members('DELETE', `${id}/user`, { userIds }), 404, 'notFound')
    expect(await group(id)).toMatchObject({ userCount: 0 })
  })

  it('that is none takes nothing in', async () => {
    const entityId = await test.make.entity({ type: 'dma', code: 'any' })
    const { id: userId } = await test.make.user({})
    for (const method of ['PUT', 'DELETE'] as const) {
      const [entity, user] = [`${emptyGuid}/entity`, `${emptyGuid}/user`]
      expectError(await members(method, entity, { entityIds: [entityId] }), 404, 'notFound')
      expectError(await members(method, user, { userIds: [userId] }), 404, 'notFound')
    }
    const { id } = await made({ name: 'Unknown' })
    expectError(await members('PUT', `${id}/entity`, { entityIds: [emptyGuid] }), 400, 'invalid')
    for (const entityIds of [[], Array.from({ length: 10_001 }, () => entityId)])
      expectError(await members('PUT', `${id}/entity`, { entityIds }), 400, 'invalid')
    for (const kind of ['entity', 'user'])
      expectError(
        await test.admin.ask({ path: `${path}/${emptyGuid}/${kind}/search`, body: {} }),
        404,
        'notFound',
      )
  })
})

describe('the list of entity groups', () => {
  it('is searched, sorted and paged', async () => {
    for (const name of ['Plover a', 'plover B', 'Plover c']) await made({ name })
    await made({ name: 'Plover asleep', isActive: false })
    const names = async (body: object) => {
      const answer = await test.admin.ask({ path: `${path}/search`, body: { keyword: 'plover', ...body } })
      return pageOf(EntityGroup)
        .parse(expectOk(answer))
        .items.map(({ name }) => name)
    }
    expect(await names({})).toEqual(['Plover a', 'plover B', 'Plover c'])
    expect(await names({ desc: true, pageSize: 1 })).toEqual(['Plover c'])
    expect(await names({ sort: 'entityCount', activeOnly: false })).toHaveLength(4)
  })
})

describe('a user in an entity group', () => {
  const Calls = z.object({ items: z.array(z.object({ location: z.string().nullable() })) })

  const seenBy = async (user: Person) => {
    const body = { from: '2026-03-01', to: '2026-04-01', timeZone: 'UTC' }
    const answer = await user.ask({ path: '/api/reporting/calldetails', body })
    return Calls.parse(expectOk(answer))
      .items.map(({ location }) => location ?? '')
      .toSorted((one, other) => compareTexts(one, other))
  }

  it('sees the calls of all entities below its own, however deep, and of none above', async () => {
    const customerId = await test.customerWith(
      ['ROOT', 'WEST', 'BAY', 'PIER'].map((location) => ({ location })),
    )
    const below = async (code: string, parentId?: string) =>
      await test.make.entity({ type: 'location', code, customerId, ...(parentId && { parentId }) })
    const west = await below('WEST', await below('ROOT'))
    await below('PIER', await below('BAY', west))
    const user = await test.make.user({ claims: ['reporting.call.details'], customerId })
    await test.make.entityGroup({ entityIds: [west], userIds: [user.id] })
    expect(await seenBy(user)).toEqual(['BAY', 'PIER', 'WEST'])
  })

  it('sees the calls of its entities alone, and none once it is empty or not active', async () => {
    const locations = ['OAK', 'SEA', 'NYC']
    const customerId = await test.customerWith(locations.map((location) => ({ location })))
    const [oakland, seattle] = await Promise.all(
      locations.map(async (code) => await test.make.entity({ type: 'location', code, customerId })),
    )
    const user = await test.make.user({ claims: ['reporting.call.details'], customerId })
    const seen = async () => await seenBy(user)
    expect(await seen()).toEqual(['NYC', 'OAK', 'SEA'])
    const { id } = await made({ name: 'Two stores' })
    await members('PUT', `${id}/entity`, { entityIds: [oakland, seattle] })
    await members('PUT', `${id}/user`, { userIds: [user.id] })
    expect(await seen()).toEqual(['OAK', 'SEA'])
    await members('DELETE', `${id}/entity`, { entityIds: [oakland] })
    expect(await seen()).toEqual(['SEA'])
    expectOk(await put({ id, isActive: false }))
    expect(await seen()).toEqual([])
    expectOk(await put({ id, isActive: true }))
    await members('DELETE', `${id}/entity`, { entityIds: [seattle] })
    expect(await seen()).toEqual([])
    await members('DELETE', `${id}/user`, { userIds: [user.id] })
    expect(await seen()).toHaveLength(3)
  })
})
