import * as endpoints from '@callboard/contract/menus'
import { itemsToSend, menuValues } from '#web/features/menus/menu-body.ts'
import { send } from '#web/lib/api/api.ts'

interface HiddenItem {
  menuId: string
  itemId: string
  roleId: string
}

/** Hides an item of a menu from a role, or shows it again, in the menu as it is now. */
export async function setHidden(
  { menuId: id, itemId, roleId }: HiddenItem,
  isHidden: boolean,
): Promise<void> {
  const menu = await send(endpoints.getMenu, { params: { id }, query: { all: 'true' } })
  const { items } = menuValues(menu)
  if (!items.some((item) => item.id === itemId)) throw new Error('This item is no longer in the menu.')
  const changed = items.map((item) => {
    if (item.id !== itemId) return item
    const others = (item.hiddenFromRoleIds ?? []).filter((one) => one !== roleId)
    return { ...item, hiddenFromRoleIds: isHidden ? [...others, roleId] : others }
  })
  await send(endpoints.updateMenu, { body: { id, revision: menu.revision, items: itemsToSend(changed) } })
}
