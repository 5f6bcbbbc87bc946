import { sql } from 'kysely'
import type { Db } from '../../db/tables/schema.ts'

export type MenuRow = Awaited<ReturnType<typeof selectMenus>>[number]

export async function selectMenus(db: Db) {
  return await db.selectFrom('menu').selectAll().orderBy('slug').execute()
}

export async function selectMenu(db: Db, id: string): Promise<MenuRow | undefined> {
  return await db.selectFrom('menu').where('id', '=', id).selectAll().executeTakeFirst()
}

/** Ids of the items of other menus: an item is in one menu only. */
export async function selectOtherItemIds(db: Db, menuId: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT item->>'id' AS id FROM menu, jsonb_array_elements(items) AS item
      WHERE menu.id IS DISTINCT FROM ${menuId ?? null}::uuid`.execute(db)
  return rows.map(({ id }) => id)
}

export async function selectRole(db: Db, id: string) {
  return await db
    .selectFrom('role')
    .where('id', '=', id)
    .select(['id', 'claims', 'is_active'])
    .executeTakeFirst()
}

/** Which of these roles there are. */
export async function selectRoleIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('role').where('id', 'in', ids).select('id').execute()
  return new Set(rows.map(({ id }) => id))
}
