import { randomUUID } from 'node:crypto'
import type { Claim } from '@callboard/contract/claims'
import { measures } from '@callboard/contract/measures'
import { Menu, type MenuItem, menuSlugs, maxMenuItems } from '@callboard/contract/menus'
import { reportPage, standardReports } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changesOf } from '#test/changes-of.ts'
import { errorsOf, expectCreated, expectError, expectOk, expectRefused } from '#test/expect-errors.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { change, systemActor } from '../../db/records/change.ts'
import type { StoredMenuItem } from '../../db/tables/menu-tables.ts'
import { setUpOnce } from '../../setup/first-start.ts'

let test: Portal
let made = 0

beforeAll(async () => {
  test = await openPortal()
})

const send = async (method: 'POST' | 'PUT', body: object) =>
  await test.admin.ask({ method, path: '/api/settings/menu', body })

async function menuWith(items: object[]): Promise<Menu> {
  return Menu.parse(expectCreated(await send('POST', { slug: `menu-${++made}`, name: 'Menu', items })))
}

async function menus(as: string, path = '/api/settings/menu'): Promise<Menu[]> {
  return z.array(Menu).parse((await test.ask({ path, token: as })).json())
}

async function standard(slug: string): Promise<Menu> {
  const menu = (await menus(test.admin.token, '/api/settings/menu?all=true')).find((one) => one.slug === slug)
  if (menu === undefined) throw new Error(`no menu ${slug}`)
  return menu
}

describe('a menu', () => {
  it('is made, replaced and deleted as a whole, with one record of each change', async () => {
    const parent = randomUUID()
    const menu = await menuWith([
      { id: parent, key: 'group', label: 'Group' },
      {
        key: 'page',
        title: 'Page',
        url: '/reports',
        parentId: parent,
        ico: 'phone',
        claim: 'reporting.view',
      },
    ])
    expect(menu.tree).toMatchObject([{ id: parent, children: [{ key: 'page', parentId: parent }] }])
    const path = `/api/settings/menu/${menu.id}`
    expect((await test.admin.ask({ path: `${path}?all=true` })).json()).toEqual(menu)
    const [group, page] = menu.items
    const items = [
      { ...page, parentId: null, order: 0 },
      { ...group, label: 'Other', url: 'https://example.com' },
    ]
    const { id, revision } = menu
    const changed = Menu.parse((await send('PUT', { id, items, revision })).json())
    expect(changed.tree.map(({ key }) => key)).toEqual(['page', 'group'])
    expect(changed).toMatchObject({ slug: menu.slug, revision: revision + 1 })
    const late = await send('PUT', { id, name: 'Late', revision })
    expect(late.status).toBe(409)
    expect(errorsOf(late)[0]).toMatchObject({ code: 'revisionConflict', field: 'items' })
    expect((await test.admin.ask({ method: 'DELETE', path })).status).toBe(204)
    const changes = await changesOf(test, id)
    expect(changes.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
    expect(changes[1]?.changes).toMatchObject([
      {
        field: 'items',
        from: [{ key: 'group', label: 'Group' }, {}],
        to: [{ key: 'page' }, { label: 'Other' }],
      },
    ])
    for (const method of ['GET', 'DELETE'] as const)
      expectError(await test.admin.ask({ method, path }), 404, 'notFound')
    expectError(await send('PUT', { id, items: [] }), 404, 'notFound')
  })

  it('is no circle, loses no child, and has no key or id twice', async () => {
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
    const other = (await menuWith([{ key: 'mine' }])).items[0]?.id
    const chain = Array.from({ length: 5 }, () => randomUUID())
    for (const [items, field, code] of [
      [[{ id: a, key: 'a', parentId: a }], 'items.0.parentId', 'cyclicMenu'],
      [
        [
          { id: a, key: 'a', parentId: b },
          { id: b, key: 'b', parentId: c },
          { id: c, key: 'c', parentId: a },
        ],
        'items.0.parentId',
        'cyclicMenu',
      ],
      [[{ key: 'a' }, { key: 'b', parentId: b }], 'items.1.parentId', 'invalid'],
      [[{ key: 'a' }, { key: 'a' }], 'items.1.key', 'nameTaken'],
      [
        [
          { id: a, key: 'a' },
          { id: a, key: 'b' },
        ],
        'items.1.id',
        'invalid',
      ],
      [[{ id: other, key: 'a' }], 'items.0.id', 'invalid'],
      [
        chain.map((id, at) => ({ id, key: `k${at}`, parentId: chain[at - 1] ?? null })),
        'items.4.parentId',
        'invalid',
      ],
    ] as const)
      expectRefused(await send('POST', { slug: 'odd', name: 'Odd', items }), { field, code })
  })

  it('opens pages of the portal and of the web, and runs no script', async () => {
    for (const url of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'http://example.com',
      'https:/\\evil.example',
      'data:text/html,x',
      'reports',
      '',
    ]) {
      expectRefused(await send('POST', { slug: 'odd', name: 'Odd', items: [{ key: 'a', url }] }), {
        field: 'items.0.url',
        code: 'invalid',
      })
    }
    for (const url of ['/', '/reports?x=1#y', 'https://example.com/a?b=c'])
      await menuWith([{ key: 'a', url }])
  })

  it('is refused under the field that is wrong', async () => {
    for (const [body, field, code] of [
      [{ slug: 'main-menu', name: 'A' }, 'slug', 'nameTaken'],
      [{ slug: 'No Slug', name: 'A' }, 'slug', 'invalid'],
      [{ slug: 'a', name: 'A', items: [{ key: 'a', claim: 'reporting' }] }, 'items.0.claim', 'invalid'],
      [{ slug: 'a', name: 'A', items: [{ key: 'a', ico: 'rocket' }] }, 'items.0.ico', 'invalid'],
      [{ slug: 'a', name: 'A', items: [{ key: 'a', colour: 'red' }] }, 'items.0.colour', 'unknownField'],
      [
        {
          slug: 'a',
          name: 'A',
          items: Array.from({ length: maxMenuItems + 1 }, (_, at) => ({ key: `k${at}` })),
        },
        'items',
        'invalid',
      ],
    ] as const)
      expectRefused(await send('POST', body), { field, code })
  })

  it('that the side menu shows keeps its place', async () => {
    const { id } = await standard('invoicing-menu')
    expectError(await test.admin.ask({ method: 'DELETE', path: `/api/settings/menu/${id}` }), 409, 'conflict')
    expectError(await send('PUT', { id, slug: 'other' }), 409, 'conflict')
  })
})

describe('the menus of a new portal', () => {
  const installed = async () =>
    (await menus(test.admin.token, '/api/settings/menu?all=true')).filter(({ slug }) =>
      menuSlugs.some((standardSlug) => standardSlug === slug),
    )
  const iconsBelow = (items: readonly MenuItem[]): (string | null)[][] => [
    items.map(({ ico }) => ico),
    ...items.flatMap(({ children }) => iconsBelow(children)),
  ]

  it('have each key once among all of them, by which a portal of before is given what is new', async () => {
    const all = await menus(test.admin.token, '/api/settings/menu?all=true')
    const keys = menuSlugs
      .flatMap((slug) => all.find((menu) => menu.slug === slug)?.items ?? [])
      .map(({ key }) => key)
    expect(keys.length).toBeGreaterThan(20)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('have an icon for each item, and none twice among those that are shown together', async () => {
    const trees = (await installed()).flatMap(({ slug, tree }) =>
      // A heading of the first level has none.
      slug === 'main-menu' || slug === 'reporting-menu' ? tree.map(({ children }) => children) : [tree],
    )
    // These two are open from the first.
    const opened = (await installed())
      .filter(({ slug }) => slug === 'main-menu' || slug === 'reporting-menu')
      .flatMap(({ tree }) => tree.flatMap(({ children }) => children.map(({ ico }) => ico)))
    for (const icons of [opened, ...trees.flatMap(iconsBelow)]) {
      expect(icons).not.toContain(null)
      expect(new Set(icons).size).toBe(icons.length)
    }
  })

  it('spell the names of their pages as the specification does, each word with a capital', async () => {
    const labels = (await installed())
      .flatMap(({ items }) => items.map(({ label }) => label ?? ''))
      // The name of a measure.
      .filter((label) => label !== measures.missedNotReturned.label)
    expect(labels.filter((label) => !/^[A-Z]\w*( ([A-Z]\w*|and))*$/.test(label))).toEqual([])
  })

  it('have the reports of several sets below their sets, each once', async () => {
    const reader = await test.make.user({ claims: ['reporting.view'] })
    const { bySource, byNumber, byState } = standardReports
    const setIds = [
      await test.make.reportSet([bySource, byNumber]),
      await test.make.reportSet([byState, bySource]),
    ]
    await test.make.group({ userIds: [reader.id], setIds })
    const reports = (await menus(reader.token))
      .flatMap(({ tree }) => tree)
      .flatMap(({ children }) => children)
      .find(({ key }) => key === 'reports')
    const below = reports?.children.map(({ id, url, children }) => [id, url, children.map((one) => one.id)])
    expect(below).toHaveLength(2)
    expect(below).toEqual(
      expect.arrayContaining([
        [setIds[0], null, [bySource, byNumber]],
        [setIds[1], null, [byState]],
      ]),
    )
    await test.make.group({ userIds: [reader.id], setIds: [] })
  })

  it('lead to the call list once: the report of call details is the same page', async () => {
    const reader = await test.make.user({ claims: ['reporting.view', 'reporting.call.details'] })
    const setIds = [await test.make.reportSet([standardReports.bySource, standardReports.callDetails])]
    await test.make.group({ userIds: [reader.id], setIds })
    const urls = (await menus(reader.token)).flatMap(({ items }) => items.map(({ url }) => url))
    expect(urls).toContain(reportPage(standardReports.bySource))
    expect(urls.filter((url) => url === '/reports/calldetails')).toHaveLength(1)
    expect(urls).not.toContain(`/reports/${standardReports.callDetails}`)
  })

  it('keep what administrators changed, and get what is new beside it, but no second way to a page', async () => {
    const { db } = test
    const reporting = db.selectFrom('menu').where('slug', '=', 'reporting-menu')
    const itemsNow = async () => (await reporting.select('items').executeTakeFirstOrThrow()).items
    const write = async (items: StoredMenuItem[]) =>
      await change(db, systemActor, async (transaction) =>
        sql`UPDATE menu SET items = ${JSON.stringify(items)} WHERE slug = 'reporting-menu'`.execute(
          transaction,
        ),
      )
    const whole = await itemsNow()
    const ownWords = { reporting: { label: 'Figures' }, reports: { label: 'All figures', order: 1 } }
    const own = { key: 'ours', label: 'Rings', url: '/reports/alerts', order: 0 }
    const changed = whole.flatMap((item) => {
      if (item.key === 'reporting') return [{ ...item, ...ownWords.reporting }]
      if (item.key === 'reports') return [{ ...item, ...ownWords.reports }]
      return item.key === 'alerts' ? [{ ...item, ...own }] : []
    })
    await write(changed)
    const added = ['favourites', 'callers', 'alerts', 'subscriptions', 'exports']
    await db.deleteFrom('standard_menu_item').where('key', 'in', added).execute()
    await setUpOnce(db, { userName: 'admin', password: undefined })
    const below = (await itemsNow())
      .filter(({ parentId }) => parentId !== null)
      .toSorted((one, other) => one.order - other.order)
    expect(below.map(({ label }) => label)).toEqual([
      'Rings',
      'All figures',
      'Favorites',
      'Callers',
      'Subscriptions',
      'Exports',
    ])
    expect((await itemsNow()).find(({ key }) => key === 'reporting')?.label).toBe('Figures')
    await setUpOnce(db, { userName: 'admin', password: undefined })
    expect((await itemsNow()).length).toBe(below.length + 1)
    await write(whole)
  })
})

describe('what somebody sees of the menus', () => {
  it('follows at once, and is what their rights allow', async () => {
    const menu = await standard('invoicing-menu')
    const items = [
      { key: 'all', label: 'Everybody', url: '/app/user' },
      { key: 'claim', label: 'Claim', url: '/reports', claim: 'client.view' },
      { key: 'admins', label: 'Admins', url: '/manage', adminOnly: true },
    ]
    expect((await send('PUT', { id: menu.id, items })).status).toBe(200)
    const keys = async (as: string) =>
      (await menus(as)).find(({ slug }) => slug === menu.slug)?.items.map(({ key }) => key)
    expect(await keys((await test.make.user({})).token)).toEqual(['all'])
    expect(await keys((await test.make.user({ claims: ['client.edit'] })).token)).toEqual(['all', 'claim'])
    expect(await keys(test.admin.token)).toEqual(['all', 'claim', 'admins'])
  })

  it('is all of it for administrators alone', async () => {
    const user = await test.make.user({ claims: ['client.edit'] })
    const { id } = await standard('admin-menu')
    for (const path of ['/api/settings/menu?all=true', `/api/settings/menu/${id}?all=true`])
      expectError(await user.ask({ path }), 403, 'forbidden')
    expect((await standard('admin-menu')).items.map(({ label }) => label)).toContain('Email Templates')
    expect((await standard('reporting-menu')).items.map(({ key }) => key)).toEqual([
      'reporting',
      'call-back',
      'reports',
      'favourites',
      'callers',
      'alerts',
      'subscriptions',
      'exports',
    ])
  })

  it('has callers for whoever sees calls, and what belongs to reports for whoever runs them', async () => {
    const below = async (claims: Claim[]) => {
      const { token: as } = await test.make.user({ claims })
      const [group] = (await menus(as)).find(({ slug }) => slug === 'reporting-menu')?.tree ?? []
      return group?.children.map(({ key }) => key)
    }
    expect(await below(['reporting.call.details'])).toEqual(['call-back', 'callers'])
    const ofReports = ['reports', 'favourites', 'alerts', 'subscriptions', 'exports']
    expect(await below(['reporting.view'])).toEqual(ofReports)
    expect(await below(['client.view'])).toBeUndefined()
  })

  it('can be seen as somebody with a role alone sees it', async () => {
    const { id } = await test.make.user({})
    const roleId = await test.make.role(id, ['dashboard.view', 'client.edit'])
    const preview = async (body: object) => await test.admin.ask({ path: '/api/settings/menu/preview', body })
    const labels = async () =>
      z
        .array(Menu)
        .parse((await preview({ roleId })).json())
        .flatMap(({ items }) => items.map(({ key }) => key))
    expect(await labels()).toEqual(expect.arrayContaining(['home', 'customers']))
    expect(await labels()).not.toContain('users')
    const item = { id: '0b000000-0000-4000-8000-000000000001', key: 'tools', label: 'Tools' }
    const items = [
      item,
      { key: 'mine', url: '/mine', claim: 'client.edit', parentId: item.id },
      { key: 'theirs', url: '/theirs', claim: 'call.edit', parentId: item.id },
      { key: 'empty', label: 'Nothing below' },
    ]
    const draft = await preview({ roleId, draft: { name: 'Not saved', items } })
    const [menu, ...others] = z.array(Menu).parse(expectOk(draft))
    expect(others).toEqual([])
    expect(menu?.items.map(({ key }) => key)).toEqual(['tools', 'mine'])
    expect(menu?.tree).toMatchObject([{ key: 'tools', children: [{ key: 'mine' }] }])
    const circle = [{ ...item, parentId: item.id }]
    expectError(await preview({ roleId, draft: { name: '', items: circle } }), 400, 'cyclicMenu')
    await test.make.changeRole(roleId, { is_active: false })
    expect(await labels()).not.toContain('home')
    expectRefused(await preview({ roleId: emptyGuid }), { field: 'roleId' })
  })
})
