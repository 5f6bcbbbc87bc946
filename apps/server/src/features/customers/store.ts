import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'

export async function listCustomerNames(db: Kysely<Database>, ids: readonly string[] | undefined) {
  if (ids?.length === 0) return []
  let customers = db.selectFrom('customer').select(['id', 'name']).orderBy('name')
  if (ids !== undefined) customers = customers.where('id', 'in', ids)
  return await customers.execute()
}

export async function findCustomerByCode(db: Kysely<Database>, code: string) {
  return await db
    .selectFrom('customer')
    .where('code', '=', code)
    .select(['id', 'name', 'code', 'time_zone', 'currency', 'country'])
    .executeTakeFirst()
}
