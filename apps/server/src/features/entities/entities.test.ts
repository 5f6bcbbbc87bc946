import { Entity, EntityTypeCount } from '@callboard/contract/entities'
import { pageOf } from '@callboard/contract/paging'
import { ParameterValues } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changesOf } from '#test/changes-of.ts'
import {
  bytesOf,
  errorsOf,
  expectCreated,
  expectError,
  expectOk,
  expectRefused,
} from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

const path = '/api/reportingentity/entity'
let test: Portal
let admin: Person
let customerId: string

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, userName: 'ada' })
  customerId = (await test.make.customer({ name: 'Heron' })).id
})

const post = async (body: object, as = admin.token) => await test.ask({ path, body, token: as })
const put = async (body: object, as = admin.token) => await test.ask({ method: 'PUT', path, body, token: as })

async function made(body: object): Promise<Entity> {
  return Entity.parse(expectCreated(await post({ type: 'location', customerId, ...body })))
}

const get = async (id: string, as = admin.token) => await test.ask({ path: `${path}/${id}`, token: as })

async function search(body: object, as = admin.token) {
  const answer = await test.ask({ path: `${path}/search`, body, token: as })
  return pageOf(Entity).parse(expectOk(answer))
}
const names = async (body: object, as?: string) => (await search(body, as)).items.map(({ name }) => name)

describe('an entity', () => {
  it('is made, read and changed, with one record of each change', async () => {
    const region = await made({ code: 'WEST', name: 'West' })
    const entity = await made({ code: 'OAK', name: 'Oakland', attributes: { manager: 'Ann' } })
    expect(entity).toMatchObject({
      type: 'location',
      code: 'OAK',
      customerId,
      customerName: 'Heron',
      parentId: null,
      attributes: { manager: 'Ann' },
      isActive: true,
    })
    expect((await get(entity.id)).json()).toEqual(entity)
    const body = { name: 'Oakland Main', parentId: region.id, attributes: {}, isActive: false }
    const answer = await put({ id: entity.id, ...body, code: 'OAK', revision: entity.revision })
    expect(Entity.parse(answer.json())).toEqual({
      ...entity,
      ...body,
      parentName: 'West',
      parentType: 'location',
      revision: entity.revision + 1,
    })
    expect((await changesOf(test, entity.id)).map(({ action }) => action)).toEqual(['create', 'update'])
  })

  it.each([
    ['number', '(415) 555-0123', '+14155550123'],
    ['number', '+44 20 7946 0018', '+442079460018'],
    ['npanxx', '415-555', '415555'],
    ['postalcode', 'k1a 0b1', 'K1A0B1'],
    ['state', 'California', 'US-CA'],
    ['state', 'ca-on', 'CA-ON'],
    ['historicalroute', 'HH-DAY-2', 'HH-DAY-2'],
  ])('of the type %s with the code %s is kept under %s', async (type, code, kept) => {
    expect((await made({ type, code, name: 'Any' })).code).toBe(kept)
  })

  it('is refused under the field that is wrong', async () => {
    const other = await test.make.customer()
    const theirs = await test.make.entity({ type: 'location', code: 'X', customerId: other.id })
    await made({ code: 'TAKEN', name: 'Taken' })
    const good = { type: 'location', code: 'A', name: 'A', customerId }
    for (const [body, field, code = 'invalid'] of [
      [{ ...good, code: 'TAKEN' }, 'code', 'nameTaken'],
      [{ ...good, type: 'number', code: '105' }, 'code'],
      [{ ...good, type: 'npanxx', code: '115555' }, 'code'],
      [{ ...good, type: 'zipcode', code: '2139' }, 'code'],
      [{ ...good, type: 'postalcode', code: '94107' }, 'code'],
      [{ ...good, type: 'state', code: 'Bavaria' }, 'code'],
      [{ ...good, type: 'county', code: '6075' }, 'code'],
      [{ ...good, code: 'A\nB' }, 'code'],
      [{ ...good, code: 'x'.repeat(121) }, 'code'],
      [{ ...good, name: ' ' }, 'name'],
      [{ ...good, type: 'shop' }, 'type'],
      [{ ...good, customerId: emptyGuid }, 'customerId'],
      [{ ...good, parentId: emptyGuid }, 'parentId'],
      [{ ...good, parentId: theirs }, 'parentId'],
      [{ ...good, customerId: null, parentId: theirs }, 'parentId'],
      [{ ...good, attributes: { a: 1 } }, 'attributes.a'],
      [
        { ...good, attributes: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [at, ''])) },
        'attributes',
      ],
      [{ ...good, colour: 'red' }, 'colour', 'unknownField'],
    ] as const) {
      const answer = await post(body)
      expect({ status: answer.status, error: errorsOf(answer)[0] }).toMatchObject({
        status: 400,
        error: { field, code },
      })
    }
  })

  it('keeps its type, code and customer, which calls carry', async () => {
    const { id } = await made({ type: 'number', code: '+14155550142', name: 'Line' })
    for (const [body, field] of [
      [{ type: 'location' }, 'type'],
      [{ code: '+14155550143' }, 'code'],
      [{ customerId: null }, 'customerId'],
    ] as const)
      expectRefused(await put({ id, ...body }), { field })
    expectOk(await put({ id, type: 'number', code: '415 555 0142', customerId }))
  })

  it('does not come to stand below itself', async () => {
    const top = await made({ code: 'TOP', name: 'Top' })
    const middle = await made({ code: 'MID', name: 'Middle', parentId: top.id })
    const low = await made({ code: 'LOW', name: 'Low', parentId: middle.id })
    for (const parentId of [top.id, low.id]) {
      expectError(await put({ id: top.id, parentId }), 400, 'cyclicEntity')
    }
    expectOk(await put({ id: low.id, parentId: top.id }))
    expectOk(await put({ id: middle.id, parentId: low.id }))
  })

  it('that is unknown or was changed meanwhile is not changed', async () => {
    expectError(await put({ id: emptyGuid, name: 'A' }), 404, 'notFound')
    expectError(await get(emptyGuid), 404, 'notFound')
    const { id, revision } = await made({ code: 'CONTESTED', name: 'Contested' })
    expectOk(await put({ id, name: 'First', revision }))
    const late = await put({ id, name: 'Second', revision })
    expectError(late, 409, 'revisionConflict')
    expect(errorsOf(late)[0]?.description).toBe(
      'You changed Name from “Contested” to “First” in another tab or window.',
    )
  })
})

describe('whoever is no administrator', () => {
  it('needs the claim of the very type', async () => {
    const { token: theirs } = await test.make.user({ claims: ['number.edit', 'dma.view'], customerId })
    const { id } = await made({ code: 'HIDDEN', name: 'Hidden' })
    for (const type of ['location', ['number', 'location']]) {
      const answer = await test.ask({ path: `${path}/search`, body: { type }, token: theirs })
      expectError(answer, 403, 'forbidden')
    }
    const unknown = { code: 'N', name: 'N', customerId: emptyGuid }
    for (const type of ['location', 'dma'])
      expectError(await post({ ...unknown, type }, theirs), 403, 'forbidden')
    expect(bytesOf(await get(id, theirs))).toEqual(bytesOf(await get(emptyGuid, theirs)))
    expectError(await put({ id, name: 'N' }, theirs), 404, 'notFound')
    const dma = await made({ type: 'dma', code: 'Market', name: 'Market' })
    expectOk(await get(dma.id, theirs))
    expectError(await put({ id: dma.id, name: 'N' }, theirs), 403, 'forbidden')
    const types = (await search({ pageSize: 200 }, theirs)).items.map(({ type }) => type)
    expect(new Set(types)).toEqual(new Set(['number', 'dma']))
  })

  it('sees entities of their customers and of none, and changes the former', async () => {
    const other = await test.make.customer()
    const foreign = await test.make.entity({ type: 'tod', code: 'F', name: 'Foreign', customerId: other.id })
    const common = await test.make.entity({ type: 'tod', code: 'C', name: 'Common' })
    const own = await made({ type: 'tod', code: 'O', name: 'Own' })
    const { token: theirs } = await test.make.user({ claims: ['tod.edit'], customerId })
    expect(await names({ type: 'tod' }, theirs)).toEqual(['Common', 'Own'])
    expect(await names({ type: 'tod', customerId: null }, theirs)).toEqual(['Common'])
    expect(await names({ type: 'tod', customerId: other.id }, theirs)).toEqual([])
    expectOk(await put({ id: own.id, name: 'Own 2' }, theirs))
    expectError(await put({ id: common, name: 'N' }, theirs), 403, 'forbidden')
    expect(bytesOf(await put({ id: foreign, name: 'N' }, theirs))).toEqual(
      bytesOf(await put({ id: emptyGuid, name: 'N' }, theirs)),
    )
    expect((await get(foreign, theirs)).status).toBe(404)
    const good = { type: 'tod', code: 'N', name: 'N' }
    expectError(await post({ ...good, customerId: null }, theirs), 403, 'forbidden')
    expect(errorsOf(await post({ ...good, customerId: other.id }, theirs))).toEqual(
      errorsOf(await post({ ...good, customerId: emptyGuid }, theirs)),
    )
    const added = await post({ ...good, parentId: common }, theirs)
    expect(added.json()).toMatchObject({ customerId, parentName: 'Common' })
    expect(errorsOf(await put({ id: own.id, parentId: foreign }, theirs))[0]).toMatchObject({
      field: 'parentId',
    })
    const counts = z
      .array(EntityTypeCount)
      .parse((await test.ask({ path: `${path}/types`, token: theirs })).json())
    expect(counts).toEqual([{ type: 'tod', active: 3, inactive: 0 }])
  })

  it('restricted by entity groups sees what these let through, and adds nothing', async () => {
    const region = await made({ type: 'rotationgroup', code: 'R', name: 'Region' })
    const branch = await made({ type: 'rotationgroup', code: 'B', name: 'Branch', parentId: region.id })
    await made({ type: 'rotationgroup', code: 'H', name: 'Hidden' })
    const user = await test.make.user({ claims: ['rotationgroup.edit'], customerId })
    await test.make.entityGroup({ entityIds: [branch.id], userIds: [user.id] })
    expect(await search({ type: 'rotationgroup' }, user.token)).toMatchObject({
      items: [{ name: 'Branch', parentId: region.id, parentName: null }],
      total: 1,
    })
    expect((await get(region.id, user.token)).status).toBe(404)
    expectOk(await put({ id: branch.id, name: 'Branch 2', parentId: region.id }, user.token))
    const answer = await post({ type: 'rotationgroup', code: 'N', name: 'N', customerId }, user.token)
    expectError(answer, 403, 'forbidden')
  })
})

describe('the list of entities', () => {
  it('is searched by code and name, sorted, filtered and paged', async () => {
    const all = { type: 'network', keyword: 'ibis' }
    const first = await made({ type: 'network', code: 'IBIS-2', name: 'alpha' })
    await made({ type: 'network', code: 'Z', name: 'Ibis 100%', parentId: first.id })
    await made({ type: 'network', code: 'IBIS-1', name: 'Beta', customerId: null })
    await made({ type: 'network', code: 'IBIS-9', name: 'Gone', isActive: false })
    expect(await names(all)).toEqual(['alpha', 'Beta', 'Ibis 100%'])
    expect(await names({ ...all, desc: true })).toEqual(['Ibis 100%', 'Beta', 'alpha'])
    expect(await names({ ...all, sort: 'code' })).toEqual(['Beta', 'alpha', 'Ibis 100%'])
    expect(await names({ ...all, activeOnly: false })).toHaveLength(4)
    expect(await names({ ...all, customerId })).toEqual(['alpha', 'Ibis 100%'])
    expect(await names({ ...all, customerId: null })).toEqual(['Beta'])
    expect(await names({ parentId: first.id })).toEqual(['Ibis 100%'])
    expect(await names({ ...all, keyword: '0%' })).toEqual(['Ibis 100%'])
    expect(await search({ ...all, page: 2, pageSize: 2 })).toMatchObject({ total: 3, items: [{ code: 'Z' }] })
    expect(await names({ type: ['network', 'state'], keyword: 'ibis' })).toHaveLength(3)
  })
})

describe('a state or county', () => {
  const valuesOf = async (parameter: string, keyword = '') => {
    const place = `/api/reporting/${parameter}/${emptyGuid}?keyword=${keyword}`
    const answer = await admin.ask({ method: 'GET', path: place })
    return ParameterValues.parse(expectOk(answer)).items
  }

  it('has its name on the map until somebody gives it another one, and is found by it', async () => {
    const key = await test.make.apiKey(customerId)
    await test.sendCalls(key, [buildCall({ state: 'US-PA' }), buildCall({ state: 'CA-QC' })])
    expect(await valuesOf('state', 'pennsyl')).toEqual([{ value: 'US-PA', label: 'Pennsylvania' }])
    await made({ type: 'state', code: 'US-PA', name: 'Keystone State' })
    expect((await valuesOf('state')).map(({ label }) => label).toSorted()).toEqual([
      'Keystone State',
      'Quebec',
    ])
  })
})
