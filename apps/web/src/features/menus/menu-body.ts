import { isClaim } from '@callboard/contract/claims'
import type { Menu, MenuItem } from '@callboard/contract/menus'
import type { EditedItem } from '#web/features/menus/menu-tree.ts'

/** A menu as its form holds it. */
export interface MenuValues {
  slug: string
  name: string
  items: EditedItem[]
}

export function menuValues(menu: Menu | undefined): MenuValues {
  if (menu === undefined) return { slug: '', name: '', items: [] }
  const { slug, name, items } = menu
  return { slug, name, items: items.map(withoutChildren) }
}

function withoutChildren(item: MenuItem): EditedItem {
  const { children: _, ...rest } = item
  return rest
}

/** What is sent to the server to create or to change a menu. */
export function menuBody({ slug, name, items }: MenuValues) {
  return { slug, name, items: itemsToSend(items) }
}

/** As the server accepts them: claims that are not known can only be left out. */
export function itemsToSend(items: readonly EditedItem[]) {
  return items.map(({ claim, key, ...item }) => ({
    ...item,
    key: key.trim(),
    claim: claim !== null && isClaim(claim) ? claim : null,
  }))
}
