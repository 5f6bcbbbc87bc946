import { type Menu, type MenuItemInput, menuSlugs } from '@callboard/contract/menus'
import { emptyGuid } from '@callboard/contract/scalars'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { claimsOf } from '../../access/person.ts'
import { change } from '../../db/change.ts'
import { missedUpdate } from '../../db/missed-update.ts'
import { newIds } from '../../db/new-ids.ts'
import type { Database, StoredMenuItem } from '../../db/schema.ts'
import { nameTakenWhere } from '../../db/unique-names.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { itemsToKeep } from './menu-items.ts'
import { listMenusFor, menuWithAll } from './menus.ts'
import {
  deleteMenuRow,
  findMenuRow,
  findRoleClaims,
  insertMenu,
  listMenuRows,
  listOtherItemIds,
  updateMenuRow,
} from './store.ts'

/** Every menu with every item, for whoever manages them. */
export async function listWholeMenus(db: Kysely<Database>, caller: Caller): Promise<Menu[]> {
  requireAdmin(caller)
  return (await listMenuRows(db)).map(menuWithAll)
}

export async function getWholeMenu(db: Kysely<Database>, caller: Caller, id: string): Promise<Menu> {
  requireAdmin(caller)
  const row = await findMenuRow(db, id)
  if (row === undefined) throw notFound()
  return menuWithAll(row)
}

function requireAdmin({ isAdmin }: Caller): void {
  if (!isAdmin) throw new AppError('forbidden', "You don't have access to this.")
}

/** Throws `nameTaken` when another menu has that slug. */
export async function makeMenu(
  db: Kysely<Database>,
  caller: Caller,
  { slug, name, items }: { slug: string; name: string; items: readonly MenuItemInput[] },
): Promise<Menu> {
  return await change(db, actorOf(caller), async (transaction) => {
    const kept = await keptItems(transaction, undefined, items)
    const row = await nameTakenWhere(
      { what: 'A menu', value: slug, field: 'slug' },
      async () => await insertMenu(transaction, { slug, name, items: kept }),
    )
    return menuWithAll(row)
  })
}

interface AskedMenu {
  id: string
  slug?: string | undefined
  name?: string | undefined
  items?: readonly MenuItemInput[] | undefined
  revision?: number | undefined
}

/** Throws `revisionConflict` when somebody changed the menu since that revision. */
export async function putMenu(
  db: Kysely<Database>,
  caller: Caller,
  { id, revision, slug, name, items }: AskedMenu,
): Promise<Menu> {
  return await change(db, actorOf(caller), async (transaction) => {
    const before = await findMenuRow(transaction, id)
    if (before === undefined) throw notFound()
    if (slug !== undefined && slug !== before.slug) refuseStandard(before.slug)
    const values = {
      ...(slug === undefined ? {} : { slug }),
      ...(name === undefined ? {} : { name }),
      ...(items === undefined ? {} : { items: await keptItems(transaction, id, items) }),
    }
    const row = await nameTakenWhere(
      { what: 'A menu', value: slug, field: 'slug' },
      async () => await updateMenuRow(transaction, { id, revision, values }),
    )
    if (row === undefined) throw await missedUpdate(transaction, 'menu', { id, revision })
    return menuWithAll(row)
  })
}

/** Throws `conflict` for those that the side menu shows. */
export async function dropMenu(db: Kysely<Database>, caller: Caller, id: string): Promise<void> {
  await change(db, actorOf(caller), async (transaction) => {
    const menu = await findMenuRow(transaction, id)
    if (menu === undefined) throw notFound()
    refuseStandard(menu.slug)
    await deleteMenuRow(transaction, id)
  })
}

function refuseStandard(slug: string): void {
  if (!menuSlugs.some((one) => one === slug)) return
  throw new AppError('conflict', `The side menu shows ${slug}: it stays, but may be empty.`)
}

async function keptItems(
  db: Kysely<Database>,
  menuId: string | undefined,
  items: readonly MenuItemInput[],
): Promise<StoredMenuItem[]> {
  const nameless = items.filter(({ id }) => id === undefined).length
  return itemsToKeep(items, {
    newIds: await newIds(db, nameless),
    otherIds: new Set(await listOtherItemIds(db, menuId)),
  })
}

interface AskedPreview {
  roleId: string
  draft?: { id?: string | undefined; name: string; items: readonly MenuItemInput[] } | undefined
}

/** What somebody sees who has this role alone, and is in no group. */
export async function menusOfRole(db: Kysely<Database>, { roleId, draft }: AskedPreview): Promise<Menu[]> {
  const claims = await findRoleClaims(db, roleId)
  if (claims === undefined) throw new AppError('invalid', 'There is no such role.', { field: 'roleId' })
  const user = { userId: emptyGuid, isAdmin: false, claims: claimsOf(claims) }
  if (draft === undefined) return await listMenusFor(db, user)
  const items = await keptItems(db, draft.id, draft.items)
  return await listMenusFor(db, user, [
    { id: draft.id ?? emptyGuid, slug: '', name: draft.name, items, revision: 0 },
  ])
}
