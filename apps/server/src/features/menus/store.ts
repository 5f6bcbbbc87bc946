import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, StoredMenuItem } from '../../db/schema.ts'

export type MenuRow = Awaited<ReturnType<typeof listMenuRows>>[number]

/** Every menu with its items. */
export async function listMenuRows(db: Kysely<Database>) {
  return await db.selectFrom('menu').selectAll().orderBy('slug').execute()
}

export async function findMenuRow(db: Kysely<Database>, id: string): Promise<MenuRow | undefined> {
  return await db.selectFrom('menu').where('id', '=', id).selectAll().executeTakeFirst()
}

export interface MenuValues {
  slug?: string
  name?: string
  items?: readonly StoredMenuItem[]
}

export async function insertMenu(
  transaction: Transaction<Database>,
  { slug, name, items }: Required<MenuValues>,
): Promise<MenuRow> {
  return await transaction
    .insertInto('menu')
    .values({ slug, name, items: JSON.stringify(items) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Undefined when there is no such menu, or its revision is another one by now. */
export async function updateMenuRow(
  transaction: Transaction<Database>,
  { id, revision, values }: { id: string; revision: number | undefined; values: MenuValues },
): Promise<MenuRow | undefined> {
  const { items, ...rest } = values
  return await transaction
    .updateTable('menu')
    .set((eb) => ({
      ...rest,
      ...(items === undefined ? {} : { items: JSON.stringify(items) }),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .returningAll()
    .executeTakeFirst()
}

export async function deleteMenuRow(transaction: Transaction<Database>, id: string): Promise<void> {
  await transaction.deleteFrom('menu').where('id', '=', id).execute()
}

/** Ids of items of other menus: an item is in one menu only. */
export async function listOtherItemIds(db: Kysely<Database>, menuId: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT item->>'id' AS id FROM menu, jsonb_array_elements(items) AS item
      WHERE menu.id IS DISTINCT FROM ${menuId ?? null}::uuid`.execute(db)
  return rows.map(({ id }) => id)
}

/** Claims of a role; none while it is not active. Undefined where there is no such role. */
export async function findRoleClaims(db: Kysely<Database>, id: string): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('role')
    .where('id', '=', id)
    .select(['claims', 'is_active'])
    .executeTakeFirst()
  return row === undefined || row.is_active ? row?.claims : []
}
