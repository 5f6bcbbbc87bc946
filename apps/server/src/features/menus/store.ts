import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'

export async function listMenuRows(db: Kysely<Database>) {
  return await db.selectFrom('menu').selectAll().orderBy('slug').execute()
}

export async function listMenuItemRows(db: Kysely<Database>) {
  return await db.selectFrom('menu_item').selectAll().orderBy('sort_order').orderBy('key').execute()
}
