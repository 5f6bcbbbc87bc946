import type { MenuItem } from '@callboard/contract/menus'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** An item of a menu as it is stored. */
export interface StoredMenuItem extends Omit<MenuItem, 'ico' | 'hiddenFromRoleIds' | 'children'> {
  ico: string | null
}

/** Ids of the roles from which items are hidden, by ids of the items. Roles and items may be gone. */
export type HiddenItems = Readonly<Record<string, readonly string[]>>

export interface MenuTable {
  id: Generated<string>
  slug: string
  name: string
  items: JSONColumnType<StoredMenuItem[], string | undefined>
  hidden_from: JSONColumnType<HiddenItems, string | undefined>
  revision: ColumnType<number, number | undefined, number>
}
