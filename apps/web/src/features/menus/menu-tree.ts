import type { MenuItem } from '@callboard/contract/menus'
import { newId } from '#web/lib/new-id.ts'

/** An item while a menu is edited: `parentId` and `order` hold the tree. */
export type EditedItem = Omit<MenuItem, 'children'>

export interface TreeNode {
  item: EditedItem
  /** 1 at the top. */
  depth: number
  children: TreeNode[]
}

export function treeOf(items: readonly EditedItem[], parentId: string | null = null, depth = 1): TreeNode[] {
  return siblingsOf(items, parentId).map((item) => ({
    item,
    depth,
    children: treeOf(items, item.id, depth + 1),
  }))
}

function siblingsOf(items: readonly EditedItem[], parentId: string | null): EditedItem[] {
  return items.filter((item) => item.parentId === parentId).toSorted((one, other) => one.order - other.order)
}

/** The items with one of them, and all below it, moved elsewhere. Undefined if it would end up below itself. */
export function placed(
  items: readonly EditedItem[],
  id: string,
  { parentId, index }: { parentId: string | null; index: number },
): EditedItem[] | undefined {
  const subject = items.find((item) => item.id === id)
  if (subject === undefined || (parentId !== null && idsBelow(items, id).has(parentId))) return undefined
  const others = siblingsOf(items, parentId).filter((item) => item.id !== id)
  const inOrder = [...others.slice(0, index), subject, ...others.slice(index)].map((item) => item.id)
  return items.map((item) => {
    const order = inOrder.indexOf(item.id)
    return order === -1 ? item : { ...item, parentId, order }
  })
}

export const moves = ['up', 'down', 'in', 'out'] as const
export type Move = (typeof moves)[number]

/** Moves an item by one step; undefined if it cannot move that way. */
export function moved(items: readonly EditedItem[], id: string, move: Move): EditedItem[] | undefined {
  const item = items.find((one) => one.id === id)
  if (item === undefined) return undefined
  const siblings = siblingsOf(items, item.parentId)
  const at = siblings.findIndex((one) => one.id === id)
  if (move === 'up')
    return at === 0 ? undefined : placed(items, id, { parentId: item.parentId, index: at - 1 })
  if (move === 'down')
    return at === siblings.length - 1
      ? undefined
      : placed(items, id, { parentId: item.parentId, index: at + 1 })
  if (move === 'in') {
    const above = siblings[at - 1]
    return above === undefined
      ? undefined
      : placed(items, id, { parentId: above.id, index: siblingsOf(items, above.id).length })
  }
  const parent = items.find((one) => one.id === item.parentId)
  if (parent === undefined) return undefined
  const uncles = siblingsOf(items, parent.parentId)
  return placed(items, id, {
    parentId: parent.parentId,
    index: uncles.findIndex((one) => one.id === parent.id) + 1,
  })
}

/** Without the item and everything below it. */
export function without(items: readonly EditedItem[], id: string): EditedItem[] {
  const gone = idsBelow(items, id)
  return items.filter((item) => !gone.has(item.id))
}

/** Including the item itself. */
function idsBelow(items: readonly EditedItem[], id: string): Set<string> {
  const below = items.filter((item) => item.parentId === id).flatMap((item) => [...idsBelow(items, item.id)])
  return new Set([id, ...below])
}

/** With a new item, the last below `parentId`. */
export function withNew(
  items: readonly EditedItem[],
  parentId: string | null,
): { items: EditedItem[]; id: string } {
  const id = newId()
  const item: EditedItem = {
    id,
    key: freeKey(items),
    label: 'New item',
    title: null,
    tooltip: null,
    ico: null,
    url: null,
    parentId,
    order: Math.max(-1, ...siblingsOf(items, parentId).map(({ order }) => order)) + 1,
    claim: null,
    adminOnly: false,
    hiddenFromRoleIds: [],
  }
  return { items: [...items, item], id }
}

function freeKey(items: readonly EditedItem[]): string {
  const taken = new Set(items.map(({ key }) => key))
  let count = items.length + 1
  while (taken.has(`item-${count}`)) count++
  return `item-${count}`
}

export function nameOf({ label, title, key }: EditedItem): string {
  return label ?? title ?? key
}

/** The names of what an item stands below, from the top. */
export function parentNames(items: readonly EditedItem[], { parentId }: EditedItem): string[] {
  const parent = items.find(({ id }) => id === parentId)
  return parent === undefined ? [] : [...parentNames(items, parent), nameOf(parent)]
}
