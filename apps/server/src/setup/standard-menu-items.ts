import type { menuSlugs } from '@callboard/contract/menus'
import type { MenuItem } from '../access/menu-items.ts'
import type { StoredMenuItem } from '../db/tables/menu-tables.ts'

/** A group, or what leads to a page. */
export interface ItemToInstall
  extends
    Pick<MenuItem, 'key' | 'label'>,
    Partial<Pick<MenuItem, 'tooltip' | 'ico' | 'url' | 'claim' | 'adminOnly'>> {
  children?: readonly ItemToInstall[]
}

export interface MenuToInstall {
  slug: (typeof menuSlugs)[number]
  name: string
  items: readonly ItemToInstall[]
}

/** A standard item where it stands in its menu. */
export interface PlacedItem {
  slug: MenuToInstall['slug']
  item: ItemToInstall
  /** From the outermost on. */
  parents: readonly ItemToInstall[]
  /** Its siblings before it, the nearest first. */
  before: readonly ItemToInstall[]
}

/** The standard items of all menus, parents before their children. */
export function placedItems(menus: readonly MenuToInstall[]): PlacedItem[] {
  return menus.flatMap(({ slug, items }) => placed(items, { slug, parents: [] }))
}

function placed(
  items: readonly ItemToInstall[],
  { slug, parents }: Pick<PlacedItem, 'slug' | 'parents'>,
): PlacedItem[] {
  return items.flatMap((item, at) => [
    { slug, item, parents, before: items.slice(0, at).toReversed() },
    ...placed(item.children ?? [], { slug, parents: [...parents, item] }),
  ])
}

/**
 * A menu with a standard item more: behind the siblings it has in a new portal, or last where they are gone. Where its
 * group is gone it stands by itself, for those who could see the group. A menu that leads there already stays as it is.
 */
export function withStandardItem(
  items: readonly StoredMenuItem[],
  { item, parents, before }: PlacedItem,
  id: string,
): readonly StoredMenuItem[] {
  if (items.some(({ key, url }) => key === item.key || (url !== null && url === item.url))) return items
  const group = parents.at(-1)
  const parentId = items.find(({ key }) => key === group?.key)?.id ?? null
  const siblings = items
    .filter((one) => one.parentId === parentId)
    .toSorted((one, other) => one.order - other.order)
  const nearest = before.find(({ key }) => siblings.some((sibling) => sibling.key === key))
  const behind = siblings.findIndex(({ key }) => key === nearest?.key)
  const place = behind === -1 ? siblings.length : behind + 1
  const line = parentId === null ? [...parents, item] : [item]
  const added: StoredMenuItem = {
    ...storedItem(item, { id, parentId, order: place }),
    claim: line.findLast(({ claim }) => claim !== undefined)?.claim ?? null,
    adminOnly: line.some(({ adminOnly }) => adminOnly === true),
  }
  const orders = new Map(siblings.toSpliced(place, 0, added).map((sibling, order) => [sibling.id, order]))
  return [...items, added].map((one) => ({ ...one, order: orders.get(one.id) ?? one.order }))
}

export function storedItem(
  { key, label, tooltip, ico, url, claim, adminOnly }: ItemToInstall,
  { id, parentId, order }: Pick<StoredMenuItem, 'id' | 'parentId' | 'order'>,
): StoredMenuItem {
  return {
    id,
    key,
    label,
    title: null,
    tooltip: tooltip ?? null,
    ico: ico ?? null,
    url: url ?? null,
    parentId,
    order,
    claim: claim ?? null,
    adminOnly: adminOnly ?? false,
  }
}
