import { randomUUID } from 'node:crypto'
import { ChangeRecord } from '@callboard/contract/change-tracking'
import type { Claim } from '@callboard/contract/claims'
import { Menu, type MenuItem } from '@callboard/contract/menus'
import { reportPage } from '@callboard/contract/reports'
import { Role } from '@callboard/contract/roles'
import { emptyGuid } from '@callboard/contract/scalars'
import { Me } from '@callboard/contract/users'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changesOf } from '#test/changes-of.ts'
import { csvRows } from '#test/csv-rows.ts'
import { errorsOf, expectCreated, expectOk } from '#test/expect-errors.ts'
import { type AskedRequest, openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let made = 0

beforeAll(async () => {
  test = await openPortal()
})

const path = '/api/settings/menu'
const ask = async (request: AskedRequest) => await test.ask({ token: test.admin.token, ...request })
const put = async (body: object) => await ask({ method: 'PUT', path, body })

async function menuWith(items: object[]): Promise<Menu> {
  const answer = await ask({ path, body: { slug: `hiding-${++made}`, name: 'Menu', items } })
  return Menu.parse(expectCreated(answer))
}

/** Changes the only item of a menu; answers from which roles it is hidden then. */
async function changed({ id, items }: Menu, values: object): Promise<string[] | undefined> {
  const [{ children: _, ...item }] = z.tuple([z.looseObject({ children: z.unknown() })]).parse(items)
  const menu = Menu.parse(expectOk(await put({ id, items: [{ ...item, ...values }] })))
  return menu.items[0]?.hiddenFromRoleIds
}

async function menusOf({ token }: { token: string }, headers = {}): Promise<Menu[]> {
  return z.array(Menu).parse(expectOk(await test.ask({ path, token, headers })))
}

/** The keys of the items of a menu that somebody sees. */
async function seen(user: { token: string }, { id }: Menu, headers = {}): Promise<string[] | undefined> {
  return (await menusOf(user, headers)).find((menu) => menu.id === id)?.items.map(({ key }) => key)
}

async function holder(claims: Claim[]): Promise<Person & { roleId: string }> {
  const user = await test.make.user({})
  return { ...user, roleId: await test.make.role(user.id, claims) }
}

const callers = { key: 'callers', url: '/reports/callers', claim: 'client.view' }

describe('an item that is hidden from a role', () => {
  it('is not shown to whoever has that role alone, is shown to others, and takes no right away', async () => {
    const [hidden, other] = [await holder(['client.view']), await holder(['client.view'])]
    const menu = await menuWith([
      { ...callers, hiddenFromRoleIds: [hidden.roleId] },
      { key: 'rest', url: '/' },
    ])
    expect(await seen(hidden, menu)).toEqual(['rest'])
    expect(await seen(other, menu)).toEqual(['callers', 'rest'])
    expect(await seen(test.admin, menu)).toEqual(['callers', 'rest'])
    const me = Me.parse(expectOk(await hidden.ask({ path: '/api/user/me' })))
    expect(me.claims).toEqual(['client.view'])
    expect(me.menus.find(({ id }) => id === menu.id)?.items.map(({ key }) => key)).toEqual(['rest'])
  })

  it('is shown to whoever has another role that shows it, as long as they have that', async () => {
    const user = await holder(['client.view'])
    const menu = await menuWith([{ ...callers, hiddenFromRoleIds: [user.roleId] }])
    await test.make.role(user.id, ['dashboard.view'])
    expect(await seen(user, menu)).toEqual([])
    await test.make.role(user.id, ['client.edit'], new Date(Date.now() - 1000))
    expect(await seen(user, menu)).toEqual([])
    const second = await test.make.role(user.id, ['client.edit'])
    expect(await seen(user, menu)).toEqual(['callers'])
    await test.make.changeRole(second, { is_active: false })
    expect(await seen(user, menu)).toEqual([])
  })

  it('and that takes no right is shown to whoever has another role, or none', async () => {
    const user = await holder([])
    const menu = await menuWith([{ key: 'help', url: '/app/user', hiddenFromRoleIds: [user.roleId] }])
    expect(await seen(user, menu)).toEqual([])
    expect(await seen(await test.make.user({}), menu)).toEqual(['help'])
    await test.make.role(user.id, [])
    expect(await seen(user, menu)).toEqual(['help'])
  })

  it('takes what stands below it with it', async () => {
    const { roleId, ...user } = await holder([])
    const id = randomUUID()
    const below = { key: 'below', url: '/', parentId: id }
    const menu = await menuWith([{ id, key: 'group', hiddenFromRoleIds: [roleId] }, below])
    expect(await seen(user, menu)).toEqual([])
  })

  it('is hidden from whoever views the portal as a user from whom it is hidden', async () => {
    const user = await holder(['client.view'])
    const menu = await menuWith([{ ...callers, hiddenFromRoleIds: [user.roleId] }])
    expect(await seen(test.admin, menu, { 'x-masked-user': user.id })).toEqual([])
  })

  it('does not come back below the reports where it leads to one', async () => {
    const user = await holder(['reporting.view'])
    const reportId = await test.make.report()
    await test.make.group({ userIds: [user.id], setIds: [await test.make.reportSet([reportId])] })
    const urls = async () => (await menusOf(user)).flatMap(({ items }) => items.map(({ url }) => url))
    expect(await urls()).toContain(reportPage(reportId))
    await menuWith([{ key: 'own', url: reportPage(reportId), hiddenFromRoleIds: [user.roleId] }])
    expect(await urls()).not.toContain(reportPage(reportId))
  })

  it('is left out of what somebody with that role alone sees, also before it is saved', async () => {
    const user = await holder(['client.view'])
    const menu = await menuWith([{ ...callers, hiddenFromRoleIds: [user.roleId] }])
    const preview = async (body: object) => {
      const answer = await ask({ path: `${path}/preview`, body: { roleId: user.roleId, ...body } })
      const menus = z.array(Menu).parse(expectOk(answer))
      return menus.find(({ id }) => id === menu.id)?.items.map(({ key }) => key)
    }
    const draft = (hiddenFromRoleIds?: string[]) => ({
      id: menu.id,
      name: 'Menu',
      items: [{ ...callers, id: menu.items[0]?.id, hiddenFromRoleIds }],
    })
    expect(await preview({})).toEqual([])
    expect(await preview({ draft: draft() })).toEqual([])
    expect(await preview({ draft: draft([]) })).toEqual(['callers'])
  })
})

describe('the roles from which an item is hidden', () => {
  it('are each once, stay as they were where they are not sent, and are taken back by an empty list', async () => {
    const [one, other] = [await holder([]), await holder([])].map(({ roleId }) => roleId).toSorted()
    const menu = await menuWith([{ ...callers, hiddenFromRoleIds: [other, one, other] }])
    expect(menu.items[0]?.hiddenFromRoleIds).toEqual([one, other])
    expect(menu.tree[0]?.hiddenFromRoleIds).toEqual([one, other])
    expect(await changed(menu, { hiddenFromRoleIds: undefined, label: 'Renamed' })).toEqual([one, other])
    expect(await changed(menu, { hiddenFromRoleIds: [] })).toEqual([])
    expect(await changed(menu, { hiddenFromRoleIds: undefined })).toEqual([])
  })

  it('are told to administrators who ask for all items, and to nobody else', async () => {
    const { roleId } = await holder([])
    const { id } = await menuWith([{ key: 'help', url: '/', hiddenFromRoleIds: [roleId] }])
    const hiddenFrom = async (query: string) =>
      Menu.parse(expectOk(await ask({ path: `${path}/${id}${query}` }))).items.map(
        (item: MenuItem) => item.hiddenFromRoleIds,
      )
    expect(await hiddenFrom('?all=true')).toEqual([[roleId]])
    expect(await hiddenFrom('')).toEqual([undefined])
  })

  it('are refused under the item where there is no such role', async () => {
    const { roleId } = await holder([])
    const { id } = await menuWith([])
    const items = [{ key: 'a' }, { key: 'b', label: 'Help', hiddenFromRoleIds: [roleId, emptyGuid] }]
    for (const answer of [
      await put({ id, items }),
      await ask({ path, body: { slug: 'odd', name: 'A', items } }),
    ]) {
      expect(answer.status).toBe(400)
      expect(errorsOf(answer)).toEqual([
        {
          code: 'invalid',
          description: 'Help: there is no such role.',
          field: 'items.1.hiddenFromRoleIds.1',
        },
      ])
    }
  })

  it('lose one that is deleted, without showing the item to anybody else from whom it is hidden', async () => {
    const user = await holder(['client.view'])
    const { id: unused } = Role.parse((await ask({ path: '/api/role', body: { name: 'Unused' } })).json())
    const menu = await menuWith([{ ...callers, hiddenFromRoleIds: [user.roleId, unused] }])
    expect((await ask({ method: 'DELETE', path: `/api/role/${unused}` })).status).toBe(204)
    const read = Menu.parse(expectOk(await ask({ path: `${path}/${menu.id}?all=true` })))
    expect(read.items[0]?.hiddenFromRoleIds).toEqual([user.roleId])
    expect(await changed(read, { label: 'As it was read' })).toEqual([user.roleId])
    expect(await seen(user, menu)).toEqual([])
  })

  it('are told of a change by their names and that of the item, on the screen and in a file', async () => {
    const { id } = await test.make.user({})
    const roleId = await test.make.role(id, [])
    const { name } = z
      .object({ name: z.string() })
      .parse(expectOk(await ask({ path: `/api/role/${roleId}` })))
    const menu = await menuWith([{ key: 'help', label: 'Help', url: '/' }])
    await changed(menu, { hiddenFromRoleIds: [roleId] })
    const [item] = menu.items
    expect((await changesOf(test, menu.id)).map(({ changes }) => changes).at(-1)).toEqual([
      { field: 'hidden_from', from: {}, to: { [item?.id ?? '']: [roleId] } },
    ])
    const search = {
      path: '/api/reporting/searchchangetracking',
      body: { tableType: 'menu', recordId: menu.id },
    }
    const { items } = z.object({ items: z.array(ChangeRecord) }).parse(expectOk(await ask(search)))
    expect(items[0]?.names).toEqual({ [item?.id ?? '']: 'Help', [roleId]: name })
    const file = await ask({ ...search, headers: { accept: 'text/csv' } })
    const lines = csvRows(file.text).map((cells) => cells.slice(7, 10))
    expect(lines).toContainEqual(['Hidden from roles', '', `Help: ${name}`])
  })
})
