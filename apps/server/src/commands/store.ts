import type { Db, Transaction } from '../db/tables/schema.ts'

export async function insertCustomer(
  transaction: Transaction,
  customer: { code: string; name: string; timeZone: string; currency: string; country: string },
): Promise<boolean> {
  const row = await transaction
    .insertInto('customer')
    .values({
      code: customer.code,
      name: customer.name,
      time_zone: customer.timeZone,
      currency: customer.currency,
      country: customer.country,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function selectCustomerCodes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('customer').select('code').orderBy('code').execute()
  return rows.map((row) => row.code)
}

export async function selectSourceNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('source').select('name').distinct().orderBy('name').execute()
  return rows.map((row) => row.name)
}

/** The source of a customer whose calls are known under a name. */
export async function selectSourceOfSystem(db: Db, customerId: string, system: string) {
  return await db
    .selectFrom('source')
    .where('customer_id', '=', customerId)
    .where('source_system', '=', system)
    .select(['id', 'name', 'kind', 'time_zone as timeZone'])
    .executeTakeFirst()
}

export async function selectUserByName(db: Db, folded: string) {
  return await db
    .selectFrom('sign_in_name')
    .innerJoin('app_user', 'app_user.id', 'sign_in_name.user_id')
    .where('folded', '=', folded)
    .select(['app_user.id', 'user_name as userName', 'first_name as firstName', 'last_name as lastName'])
    .select(['email', 'customer_id as customerId'])
    .executeTakeFirst()
}
