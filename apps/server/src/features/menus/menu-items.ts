import type { ErrorCode, ErrorItem } from '@callboard/contract/errors'
import { maxMenuDepth, type MenuItemInput } from '@callboard/contract/menus'
import type { HiddenItems, StoredMenuItem } from '../../db/tables/menu-tables.ts'
import { AppError } from '../../lib/app-error.ts'

interface GivenIds {
  /** One for each item that has none. */
  newIds: readonly string[]
  /** Of items of other menus. */
  otherIds: ReadonlySet<string>
  /** Of those that items name, the roles that there are. */
  roleIds: ReadonlySet<string>
  /** Of the menu until now. */
  hiddenBefore: HiddenItems
}

export interface StoredItems {
  items: StoredMenuItem[]
  hiddenFrom: HiddenItems
}

/**
 * The items of a menu as they are stored, in order. Throws all errors of their tree at once: ids and keys that occur
 * twice, parents and roles that are missing, circles, and branches that are too deep.
 */
export function itemsToStore(
  given: readonly MenuItemInput[],
  { newIds, otherIds, roleIds, hiddenBefore }: GivenIds,
): StoredItems {
  const ids = newIds.values()
  const items = given.map((sent, at) => {
    const { children: _, hiddenFromRoleIds: __, ...item } = sent
    return { ...item, id: item.id ?? ids.next().value ?? '', order: item.order ?? at }
  })
  const sentRoles = given.map(({ hiddenFromRoleIds }) => hiddenFromRoleIds)
  const errors = items.flatMap((item, at) => [
    ...errorsOf(item, { at, items, otherIds }),
    ...roleErrors(sentRoles[at] ?? [], { at, name: nameOf(item), roleIds }),
  ])
  const [first] = errors
  if (first !== undefined) throw new AppError(first.code, first.description, { items: errors })
  const hidden = items.map(({ id }, at) => [id, sorted(sentRoles[at] ?? hiddenBefore[id] ?? [])] as const)
  return { items, hiddenFrom: Object.fromEntries(hidden.filter(([, roles]) => roles.length > 0)) }
}

/** Each once. */
function sorted(ids: readonly string[]): string[] {
  return [...new Set(ids)].toSorted()
}

function roleErrors(
  ids: readonly string[],
  { at, name, roleIds }: { at: number; name: string; roleIds: ReadonlySet<string> },
): ErrorItem[] {
  return ids.flatMap((id, place) =>
    roleIds.has(id)
      ? []
      : [
          {
            code: 'invalid',
            description: `${name}: there is no such role.`,
            field: `items.${at}.hiddenFromRoleIds.${place}`,
          },
        ],
  )
}

interface Among {
  at: number
  items: readonly StoredMenuItem[]
  otherIds: ReadonlySet<string>
}

function errorsOf(item: StoredMenuItem, { at, items, otherIds }: Among): ErrorItem[] {
  const error = (code: ErrorCode, field: string, description: string): ErrorItem[] => [
    { code, description, field: `items.${at}.${field}` },
  ]
  const before = items.slice(0, at)
  const name = nameOf(item)
  if (otherIds.has(item.id)) return error('invalid', 'id', `${name}: this item belongs to another menu.`)
  if (before.some(({ id }) => id === item.id))
    return error('invalid', 'id', `${name}: this id already exists.`)
  if (before.some(({ key }) => key === item.key))
    return error('nameTaken', 'key', `Another item has the key ${item.key}.`)
  const depth = depthOf(item, items)
  if (depth === 'lost') return error('invalid', 'parentId', `${name}: its parent item does not exist.`)
  if (depth === 'circle') return error('cyclicMenu', 'parentId', `${name} would be below itself.`)
  if (depth > maxMenuDepth)
    return error('invalid', 'parentId', `${name}: a menu is at most ${maxMenuDepth} levels deep.`)
  return []
}

function nameOf({ label, title, key }: StoredMenuItem): string {
  return label ?? title ?? key
}

/** 1 at the top. `lost` only for the item whose own parent is missing, so that one error is reported once. */
function depthOf(item: StoredMenuItem, items: readonly StoredMenuItem[]): number | 'lost' | 'circle' {
  const seen = new Set<string>()
  let current: StoredMenuItem = item
  while (current.parentId !== null) {
    seen.add(current.id)
    if (seen.has(current.parentId)) return 'circle'
    const { parentId } = current
    const parent = items.find(({ id }) => id === parentId)
    if (parent === undefined) return current === item ? 'lost' : seen.size
    current = parent
  }
  return seen.size + 1
}
