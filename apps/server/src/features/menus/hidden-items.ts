import { type Claim, isClaim } from '@callboard/contract/claims'
import { claimsOf } from '../../access/callers/person.ts'
import { selectHeldRoles } from '../../access/callers/store.ts'
import type { StoredMenuItem } from '../../db/tables/menu-tables.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { MenuRow } from './store.ts'

/** A role that is valid now. */
export interface HeldRole {
  id: string
  claims: ReadonlySet<Claim>
}

export interface ItemsOfUser {
  userId: string
  isAdmin: boolean
  /** Where they are not those of the user. */
  roles?: readonly HeldRole[]
}

/**
 * The ids of the items that are hidden from a user: from each of their roles that gives the right to it. Whoever has it by
 * another role, or needs no right and has no role, sees the item; and administrators see every one.
 */
export async function readHiddenItems(
  db: Db,
  menus: readonly MenuRow[],
  { userId, isAdmin, roles: given }: ItemsOfUser,
): Promise<ReadonlySet<string>> {
  const hiding = menus.flatMap(({ items, hidden_from: hiddenFrom }) =>
    items
      .map((item) => ({ item, roleIds: hiddenFrom[item.id] ?? [] }))
      .filter(({ roleIds }) => roleIds.length > 0),
  )
  if (isAdmin || hiding.length === 0) return new Set()
  const roles = given ?? (await readHeldRoles(db, userId))
  const isHidden = ({ item, roleIds }: (typeof hiding)[number]) => {
    const showing = roles.filter((role) => showsItem(role, item))
    return showing.length > 0 && showing.every(({ id }) => roleIds.includes(id))
  }
  return new Set(hiding.filter(isHidden).map(({ item }) => item.id))
}

async function readHeldRoles(db: Db, userId: string): Promise<HeldRole[]> {
  const rows = await selectHeldRoles(db, userId, new Date())
  return rows.map(({ id, claims }) => ({ id, claims: claimsOf(claims) }))
}

function showsItem({ claims }: HeldRole, { claim }: StoredMenuItem): boolean {
  return claim === null || (isClaim(claim) && claims.has(claim))
}
