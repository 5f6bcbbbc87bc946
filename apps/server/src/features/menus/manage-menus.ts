import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/menus'
import { type Menu, type MenuItemInput, menuSlugs } from '@callboard/contract/menus'
import { emptyGuid } from '@callboard/contract/scalars'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { claimsOf } from '../../access/callers/person.ts'
import { newIds } from '../../db/records/new-ids.ts'
import { deleteRecord, insertRecord, updateRecord } from '../../db/records/records.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { itemsToStore, type StoredItems } from './menu-items.ts'
import { listUsableMenus, menusWithAll } from './menus.ts'
import * as store from './store.ts'

/** Every menu with every item, for administrators. */
export async function listMenus(db: Db, caller: Caller): Promise<Menu[]> {
  requireAdmin(caller)
  return await menusWithAll(db, await store.selectMenus(db))
}

export async function getMenu(db: Db, caller: Caller, id: string): Promise<Menu> {
  requireAdmin(caller)
  const [menu] = await menusWithAll(db, [orNotFound(await store.selectMenu(db, id))])
  return orNotFound(menu)
}

function requireAdmin({ isAdmin }: Caller): void {
  if (!isAdmin) throw new AppError('forbidden', "You don't have access to this.")
}

/** Throws `nameTaken` when another menu has that slug. */
export async function createMenu(
  db: Db,
  caller: Caller,
  { slug, name, items }: Body<typeof endpoints.createMenu>,
): Promise<Menu> {
  return await changeBy(db, caller, async (transaction) => {
    const stored = columnsOf(await checkedItems(transaction, { items }))
    const id = await insertRecord(transaction, 'menu', { slug, name, ...stored })
    return await getMenu(transaction, caller, id)
  })
}

/** Throws `nameTaken`, `revisionConflict`, and `conflict` for another slug of a menu that the side menu shows. */
export async function updateMenu(
  db: Db,
  caller: Caller,
  { id, revision, slug, name, items }: Body<typeof endpoints.updateMenu>,
): Promise<Menu> {
  return await changeBy(db, caller, async (transaction) => {
    const before = orNotFound(await store.selectMenu(transaction, id))
    if (slug !== undefined && slug !== before.slug) requireOwnMenu(before.slug)
    const stored = items && columnsOf(await checkedItems(transaction, { id, items }))
    await updateRecord(transaction, 'menu', { id, revision, values: { slug, name, ...stored } })
    return await getMenu(transaction, caller, id)
  })
}

/** Throws `conflict` for a menu that the side menu shows. */
export async function deleteMenu(db: Db, caller: Caller, { id }: { id: string }): Promise<undefined> {
  await changeBy(db, caller, async (transaction) => {
    const { slug } = orNotFound(await store.selectMenu(transaction, id))
    requireOwnMenu(slug)
    await deleteRecord(transaction, 'menu', id)
  })
}

/** Those that come with the portal stay. */
function requireOwnMenu(slug: string): void {
  if (!menuSlugs.some((one) => one === slug)) return
  throw new AppError(
    'conflict',
    `The side menu shows ${slug}, so it cannot be deleted. You can remove its items instead.`,
  )
}

/** Of a new menu when it has no id. */
async function checkedItems(
  db: Db,
  { id, items }: { id?: string | undefined; items: readonly MenuItemInput[] },
): Promise<StoredItems> {
  const withoutId = items.filter((item) => item.id === undefined).length
  const named = items.flatMap(({ hiddenFromRoleIds = [] }) => hiddenFromRoleIds)
  const before = id === undefined ? undefined : await store.selectMenu(db, id)
  return itemsToStore(items, {
    newIds: await newIds(db, withoutId),
    otherIds: new Set(await store.selectOtherItemIds(db, id)),
    roleIds: await store.selectRoleIds(db, [...new Set(named)]),
    hiddenBefore: before?.hidden_from ?? {},
  })
}

function columnsOf({ items, hiddenFrom }: StoredItems) {
  return { items: JSON.stringify(items), hiddenFrom: JSON.stringify(hiddenFrom) }
}

/** What a user sees who has this role alone, and is in no group. */
export async function previewMenus(
  db: Db,
  { roleId, draft }: Body<typeof endpoints.previewMenus>,
): Promise<Menu[]> {
  const role = await store.selectRole(db, roleId)
  if (role === undefined) throw new AppError('invalid', 'There is no such role.', { field: 'roleId' })
  const claims = claimsOf(role.is_active ? role.claims : [])
  const roles = role.is_active ? [{ id: role.id, claims }] : []
  const user = { userId: emptyGuid, isAdmin: false, claims, roles }
  if (draft === undefined) return await listUsableMenus(db, user)
  const { items, hiddenFrom } = await checkedItems(db, draft)
  const { id = emptyGuid, name } = draft
  return await listUsableMenus(db, user, [
    { id, slug: '', name, items, hidden_from: hiddenFrom, revision: 0 },
  ])
}
