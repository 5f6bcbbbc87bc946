import { Role, RoleHolder } from '@callboard/contract/roles'
import { pageOf } from '@callboard/contract/paging'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { errorsOf, expectCreated, expectError, expectRefused } from '#test/expect-errors.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let admin: Person

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, userName: 'ada' })
})

async function made(body: object): Promise<Role> {
  return Role.parse(expectCreated(await admin.ask({ path: '/api/role', body })))
}

describe('a role', () => {
  it('is made, read, changed and deleted, with one record of each change', async () => {
    const role = await made({ name: 'Listener', claims: ['reporting.call.details', 'dashboard.view'] })
    expect(role).toMatchObject({
      name: 'Listener',
      description: '',
      claims: ['dashboard.view', 'reporting.call.details'],
      isActive: true,
      userCount: 0,
    })
    const path = `/api/role/${role.id}`
    expect((await admin.ask({ path })).json()).toEqual(role)
    const body = { description: 'Hears calls', revision: role.revision }
    const changed = Role.parse((await admin.ask({ method: 'PUT', path, body })).json())
    expect(changed).toEqual({ ...role, description: 'Hears calls', revision: role.revision + 1 })
    expect((await admin.ask({ method: 'DELETE', path })).status).toBe(204)
    expectError(await admin.ask({ path }), 404, 'notFound')
    const changes = await changesOf(test, role.id)
    expect(changes.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
    expect(changes[1]?.changes).toEqual([{ field: 'description', from: '', to: 'Hears calls' }])
  })

  it('is refused under the field that is wrong', async () => {
    await made({ name: 'Taken' })
    for (const [body, field, code] of [
      [{ name: 'Taken' }, 'name', 'nameTaken'],
      [{ name: '   ' }, 'name', 'invalid'],
      [{ name: 'x'.repeat(64_000) }, 'name', 'invalid'],
      [{}, 'name', 'invalid'],
      [{ name: 'A', claims: ['reporting'] }, 'claims.0', 'invalid'],
      [{ name: 'A', colour: 'red' }, 'colour', 'unknownField'],
    ] as const)
      expectRefused(await admin.ask({ path: '/api/role', body }), { field, code })
  })

  it('that somebody changed meanwhile is not changed: the answer tells by whom and what', async () => {
    const role = await made({ name: 'Contested' })
    const path = `/api/role/${role.id}`
    const change = async (body: object) =>
      await admin.ask({ method: 'PUT', path, body: { ...body, revision: role.revision } })
    expect((await change({ name: 'First' })).status).toBe(200)
    const late = await change({ name: 'Second' })
    expect(late.status).toBe(409)
    expect(errorsOf(late)).toEqual([
      {
        code: 'revisionConflict',
        description: 'You changed Name from “Contested” to “First” in another tab or window.',
        field: 'name',
      },
    ])
  })

  it('that was changed meanwhile tells what differs, oneself or another as who changed it', async () => {
    const bea = await test.make.user({ isAdmin: true, userName: 'bea' })
    await test.make.changeUser(bea.id, { first_name: 'Beatrice', last_name: 'Shilling' })
    const { id, revision } = await made({ name: 'Disputed', description: 'Old' })
    const put = async (who: Person, body: object) =>
      await who.ask({ method: 'PUT', path: `/api/role/${id}`, body })
    for (const [who, body] of [
      [admin, { name: 'Settled' }],
      [bea, { name: 'Disputed', description: 'New' }],
      [admin, { isActive: false }],
    ] as const)
      expect((await put(who, body)).status).toBe(200)
    const conflictsOf = async (who: Person) =>
      errorsOf(await put(who, { name: 'Second', revision })).map(({ description }) => description)
    expect(await conflictsOf(admin)).toEqual([
      'You changed Active from true to false in another tab or window.',
      'Beatrice Shilling changed Description from “Old” to “New” in the meantime.',
    ])
    expect(await conflictsOf(bea)).toEqual([
      'ada changed Active from true to false in the meantime.',
      'You changed Description from “Old” to “New” in another tab or window.',
    ])
  })

  it('that somebody has is not deleted, and gives nothing once it is not active', async () => {
    const { id, token: theirs } = await test.make.user({})
    const roleId = await test.make.role(id, ['dashboard.view'])
    const path = `/api/role/${roleId}`
    const status = async () => (await test.ask({ path: '/api/reporting/exporttypes', token: theirs })).status
    expect(await status()).toBe(200)
    expectError(await admin.ask({ method: 'DELETE', path }), 409, 'conflict')
    expect((await admin.ask({ method: 'PUT', path, body: { isActive: false } })).status).toBe(200)
    expect(await status()).toBe(403)
  })

  it('tells who has it, and until when', async () => {
    const until = new Date(Date.now() + 86_400_000)
    const holder = await test.make.user({ userName: 'holder' })
    const gone = await test.make.user({ userName: 'gone' })
    const roleId = await test.make.role(holder.id, [], until)
    await test.make.assign(gone.id, roleId)
    await test.make.changeUser(gone.id, { is_deleted: true })
    const answer = await admin.ask({ path: `/api/role/${roleId}/user/search`, body: {} })
    const page = pageOf(RoleHolder).parse(answer.json())
    expect(page.items).toEqual([
      {
        userId: holder.id,
        userName: 'holder',
        firstName: '',
        lastName: '',
        startDate: null,
        expiryDate: until.toISOString(),
      },
    ])
    expect(Role.parse((await admin.ask({ path: `/api/role/${roleId}` })).json()).userCount).toBe(1)
  })
})

describe('the list of roles', () => {
  const search = async (body: object) =>
    pageOf(Role).parse((await admin.ask({ path: '/api/role/search', body })).json())

  it('is searched, sorted and paged', async () => {
    for (const name of ['Wren 100%', 'wren b', 'Wren_c']) await made({ name })
    // What signs would find that stood for others.
    for (const name of ['Sparrow 1000', 'Sparrownoc']) await made({ name })
    const names = async (body: object) =>
      (await search({ keyword: 'wren', ...body })).items.map((r) => r.name)
    expect(await names({})).toEqual(['Wren 100%', 'wren b', 'Wren_c'])
    expect(await names({ desc: true })).toEqual(['Wren_c', 'wren b', 'Wren 100%'])
    expect(await names({ page: 2, pageSize: 2 })).toEqual(['Wren_c'])
    expect(await search({ keyword: 'wren', page: 9 })).toMatchObject({ items: [], total: 3 })
    expect(await names({ keyword: '%' })).toEqual(['Wren 100%'])
    expect(await names({ keyword: '100%' })).toEqual(['Wren 100%'])
    expect(await names({ keyword: 'n_c' })).toEqual(['Wren_c'])
  })

  it('has each role on one page, also of those that are alike in what they are sorted by', async () => {
    await Promise.all(Array.from({ length: 20 }, async (_, at) => await made({ name: `Twin ${at}` })))
    const pages = async (desc: boolean) => {
      const asked = { keyword: 'twin', sort: 'userCount', desc, pageSize: 7 }
      const found = await Promise.all([1, 2, 3].map(async (page) => await search({ ...asked, page })))
      return found.flatMap(({ items }) => items.map(({ id }) => id))
    }
    const ids = await pages(false)
    expect(new Set(ids).size).toBe(20)
    expect(await pages(true)).toEqual(ids.toReversed())
  })

  it('holds active ones only unless asked otherwise', async () => {
    await made({ name: 'Sleeping', isActive: false })
    expect((await search({ keyword: 'Sleeping' })).total).toBe(0)
    expect((await search({ keyword: 'Sleeping', activeOnly: false })).total).toBe(1)
  })
})
