import { isClaim, type Claim } from '@callboard/contract/claims'
import { menuIcons, type Menu, type MenuItem } from '@callboard/contract/menus'
import { reportPage } from '@callboard/contract/reports'
import type { Kysely } from 'kysely'
import type { Database, StoredMenuItem } from '../../db/schema.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { getReportMenuOf } from '../reports/reports.ts'
import * as store from './store.ts'

export interface MenuUser {
  userId: string
  isAdmin: boolean
  claims: ReadonlySet<Claim>
}

/** All menus, or the given ones, with the items that a user may use; their reports that no item leads to are below the item `reports`. */
export async function listUsableMenus(
  db: Kysely<Database>,
  user: MenuUser,
  given?: readonly store.MenuRow[],
): Promise<Menu[]> {
  const menus = given ?? (await store.selectMenus(db))
  const mayRun = user.isAdmin || user.claims.has('reporting.view')
  const reports = mayRun ? await runnableReports(db, user) : []
  const listed = new Set(
    menus.flatMap(({ items }) => items.filter((item) => mayUse(item, user))).map(({ url }) => url),
  )
  const unlisted = reports.filter(({ id }) => !listed.has(reportPage(id)))
  return menus.map((menu) => {
    const own = menu.items.filter((item) => mayUse(item, user)).map(itemOf)
    const parent = own.find((item) => item.key === 'reports')
    const linked =
      parent === undefined ? [] : unlisted.map((report, order) => reportItem(parent.id, report, order))
    return menuOf(menu, withoutEmptyGroups(reachable([...own, ...linked])))
  })
}

/** A menu with all of its items. */
export function menuWithAll(row: store.MenuRow): Menu {
  return menuOf(row, row.items.map(itemOf))
}

/** Menus with a keyword in their names or in those of their items; the answer names these items. */
export async function findMenus(
  db: Kysely<Database>,
  keyword: string,
): Promise<{ id: string; name: string; slug: string; items: string[] }[]> {
  const wanted = keyword.toLowerCase()
  const has = (text: string | null) => text?.toLowerCase().includes(wanted) === true
  return (await store.selectMenus(db)).flatMap(({ id, name, slug, items }) => {
    const found = items
      .filter(({ label, title, tooltip }) => has(label) || has(title) || has(tooltip))
      .map(({ key, label, title }) => label ?? title ?? key)
    return found.length > 0 || has(name) || has(slug) ? [{ id, name, slug, items: found }] : []
  })
}

function menuOf({ id, slug, name, revision }: store.MenuRow, items: MenuItem[]): Menu {
  return { id, slug, name, items, tree: nest(items, null), revision }
}

export async function getUsableMenu(db: Kysely<Database>, id: string, user: MenuUser): Promise<Menu> {
  return orNotFound((await listUsableMenus(db, user)).find((menu) => menu.id === id))
}

/** The reports of the user's report menu, each once. */
async function runnableReports(db: Kysely<Database>, user: MenuUser) {
  const { groups } = await getReportMenuOf(db, user)
  const reports = groups.flatMap((group) => group.sets).flatMap((set) => set.reports)
  return [...new Map(reports.map((report) => [report.id, report])).values()]
}

function mayUse({ adminOnly, claim }: StoredMenuItem, user: MenuUser): boolean {
  if (user.isAdmin) return true
  if (adminOnly) return false
  return claim === null || (isClaim(claim) && user.claims.has(claim))
}

function itemOf({ ico, ...item }: StoredMenuItem): MenuItem {
  return { ...item, ico: menuIcons.find((icon) => icon === ico) ?? null, children: [] }
}

function reportItem(
  parentId: string,
  report: { id: string; name: string; description: string },
  order: number,
): MenuItem {
  return {
    id: report.id,
    key: `report-${report.id}`,
    label: report.name,
    title: null,
    tooltip: report.description === '' ? null : report.description,
    ico: null,
    url: reportPage(report.id),
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
