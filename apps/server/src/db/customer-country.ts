import type { Db } from './tables/schema.ts'

/** By which numbers of a customer are read where they are typed without a calling code. */
export async function selectCustomerCountry(db: Db, id: string) {
  return await db.selectFrom('customer').where('id', '=', id).select('country').executeTakeFirst()
}
