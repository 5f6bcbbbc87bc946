import { isClaim, type Claim } from '@callboard/contract/claims'
import { menuIcons, type Menu, type MenuItem } from '@callboard/contract/menus'
import { reportPage } from '@callboard/contract/reports'
import type { Search } from '../../access/record-search.ts'
import type { HiddenItems, StoredMenuItem } from '../../db/tables/menu-tables.ts'
import type { Db } from '../../db/tables/schema.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { getReportMenuOf } from '../reports/library/reports.ts'
import { type ItemsOfUser, readHiddenItems } from './hidden-items.ts'
import * as store from './store.ts'

export interface MenuUser extends ItemsOfUser {
  claims: ReadonlySet<Claim>
}

/**
 * All menus, or the given ones, with the items that a user may use. Their reports that no item leads to are below the item
 * `reports`; where they are in several sets, each set is an item of its own.
 */
export async function listUsableMenus(
  db: Db,
  user: MenuUser,
  given?: readonly store.MenuRow[],
): Promise<Menu[]> {
  const menus = given ?? (await store.selectMenus(db))
  const mayRun = user.isAdmin || user.claims.has('reporting.view')
  const sets = mayRun ? await runnableSets(db, user) : []
  const hidden = await readHiddenItems(db, menus, user)
  // A report whose own item is hidden does not come back below the others.
  const listed = new Set(
    menus.flatMap(({ items }) => items.filter((item) => mayUse(item, user))).map(({ url }) => url),
  )
  const unlisted = sets
    .map((set) => ({ ...set, reports: set.reports.filter(({ id }) => !listed.has(reportPage(id))) }))
    .filter(({ reports }) => reports.length > 0)
  return menus.map((menu) => {
    const own = menu.items.filter((item) => mayUse(item, user) && !hidden.has(item.id)).map(itemOf)
    const parent = own.find((item) => item.key === 'reports')
    const linked = parent === undefined ? [] : reportItems(parent.id, unlisted)
    return menuOf(menu, withoutEmptyGroups(reachable([...own, ...linked])))
  })
}

/** Menus with all of their items, and the roles from which these are hidden. */
export async function menusWithAll(db: Db, rows: readonly store.MenuRow[]): Promise<Menu[]> {
  const ids = rows.flatMap(({ hidden_from: hiddenFrom }) => Object.values(hiddenFrom).flat())
  // A role may have been deleted since.
  const roleIds = await store.selectRoleIds(db, [...new Set(ids)])
  const ofItem = (id: string, hiddenFrom: HiddenItems) =>
    (hiddenFrom[id] ?? []).filter((roleId) => roleIds.has(roleId))
  return rows.map((row) => {
    const items = row.items.map((item) => ({
      ...itemOf(item),
      hiddenFromRoleIds: ofItem(item.id, row.hidden_from),
    }))
    return menuOf(row, items)
  })
}

/** Items of one menu. */
const maxNamed = 6

/** Menus with a keyword in their names or in those of their items; the subtitle names these items. */
export function searchMenus({ db }: { db: Db }): Search {
  return async ({ keyword }) => {
    const wanted = keyword.toLowerCase()
    const has = (text: string | null) => text?.toLowerCase().includes(wanted) === true
    const items = (await store.selectMenus(db)).flatMap((menu) => {
      const found = menu.items
        .filter(({ label, title, tooltip }) => has(label) || has(title) || has(tooltip))
        .map(({ key, label, title, tooltip }) => {
          const name = label ?? title ?? key
          const words = has(name) ? null : has(title) ? title : tooltip
          return words === null ? name : `${name} (${words})`
        })
      if (found.length === 0 && !has(menu.name) && !has(menu.slug)) return []
      const subtitle = found.length === 0 ? menu.slug : found.slice(0, maxNamed).join(', ')
      return [{ id: menu.id, title: menu.name, subtitle, url: `/manage/menus/${menu.id}` }]
    })
    return [{ type: 'menus', label: 'Menus', total: items.length, items }]
  }
}

function menuOf({ id, slug, name, revision }: store.MenuRow, items: MenuItem[]): Menu {
  return { id, slug, name, items, tree: nest(items, null), revision }
}

export async function getUsableMenu(db: Db, id: string, user: MenuUser): Promise<Menu> {
  return orNotFound((await listUsableMenus(db, user)).find((menu) => menu.id === id))
}

interface Linked {
  id: string
  name: string
  description?: string
}

interface LinkedSet extends Linked {
  reports: Linked[]
}

/** The sets of the user's report menu, each report in the first that has it. */
async function runnableSets(db: Db, user: MenuUser): Promise<LinkedSet[]> {
  const { groups } = await getReportMenuOf(db, user)
  const seen = new Set<string>()
  return groups
    .flatMap(({ sets }) => sets)
    .map(({ id, name, reports }) => {
      const own = reports.filter((report) => !seen.has(report.id))
      for (const report of own) seen.add(report.id)
      return { id, name, reports: own }
    })
    .filter(({ reports }) => reports.length > 0)
}

function mayUse({ adminOnly, claim }: StoredMenuItem, user: MenuUser): boolean {
  if (user.isAdmin) return true
  if (adminOnly) return false
  return claim === null || (isClaim(claim) && user.claims.has(claim))
}

function itemOf({ ico, ...item }: StoredMenuItem): MenuItem {
  return { ...item, ico: menuIcons.find((icon) => icon === ico) ?? null, children: [] }
}

function reportItems(parentId: string, sets: readonly LinkedSet[]): MenuItem[] {
  const itemsOf = (below: string, reports: readonly Linked[]) =>
    reports.map((report, order) => linkItem(report, { parentId: below, order, url: reportPage(report.id) }))
  const [only, another] = sets
  if (only === undefined) return []
  if (another === undefined) return itemsOf(parentId, only.reports)
  return sets.flatMap((set, order) => [
    linkItem(set, { parentId, order, url: null }),
    ...itemsOf(set.id, set.reports),
  ])
}

function linkItem(
  { id, name, description = '' }: Linked,
  { parentId, order, url }: { parentId: string; order: number; url: string | null },
): MenuItem {
  return {
    id,
    key: `report-${id}`,
    label: name,
    title: null,
    tooltip: description === '' ? null : description,
    ico: null,
    url,
    parentId,
    order: 1000 + order,
    claim: null,
    adminOnly: false,
    children: [],
  }
}

/** An item is out of reach when its parent may not be used. */
function reachable(items: readonly MenuItem[]): MenuItem[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const isReachable = (item: MenuItem): boolean => {
    if (item.parentId === null) return true
    const parent = byId.get(item.parentId)
    return parent !== undefined && isReachable(parent)
  }
  return items.filter(isReachable)
}

/** Without groups of which no item is left. */
function withoutEmptyGroups(items: readonly MenuItem[]): MenuItem[] {
  const parents = new Set(items.map((item) => item.parentId))
  const left = items.filter((item) => item.url !== null || parents.has(item.id))
  return left.length === items.length ? left : withoutEmptyGroups(left)
}

function nest(items: readonly MenuItem[], parentId: string | null): MenuItem[] {
  return items
    .filter((item) => item.parentId === parentId)
    .toSorted((one, other) => one.order - other.order)
    .map((item) => ({ ...item, children: nest(items, item.id) }))
}
