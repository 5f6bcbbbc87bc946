import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** An item of a menu as it is stored. */
export interface StoredMenuItem {
  id: string
  key: string
  label: string | null
  title: string | null
  tooltip: string | null
  ico: string | null
  url: string | null
  parentId: string | null
  order: number
  claim: string | null
  adminOnly: boolean
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
