import { type Kysely, sql, type Transaction } from 'kysely'
import { containing, type ListAsked, readListPage, type RowsPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'

export type CustomerRow = Awaited<ReturnType<typeof getCustomerRow>>

const orders = { name: sql`lower(name)`, code: sql`lower(code)`, timeZone: sql`time_zone` }

/** Those of `customerIds`, or all. */
export async function listCustomerRows(
  db: Kysely<Database>,
  asked: ListAsked & {
    sort?: keyof typeof orders | undefined
    customerIds: readonly string[] | undefined
  },
): Promise<RowsPage<CustomerRow>> {
  const { keyword = '', activeOnly, customerIds, sort = 'name' } = asked
  const query = db
    .selectFrom('customer')
    .selectAll()
    .$if(customerIds !== undefined, (all) =>
      all.where('id', '=', sql<string>`ANY(${customerIds ?? []}::uuid[])`),
    )
    .$if(activeOnly, (all) => all.where('is_active', '=', true))
    .$if(keyword !== '', (all) =>
      all.where(sql`concat_ws(' ', code, name, legacy_reporting_cid)`, 'ilike', containing(keyword)),
    )
  return await readListPage(query, asked, { order: orders[sort], tie: sql`id` })
}

export async function findCustomerRow(db: Kysely<Database>, id: string) {
  return await db.selectFrom('customer').where('id', '=', id).selectAll().executeTakeFirst()
}

export async function getCustomerRow(db: Kysely<Database>, id: string) {
  return await db.selectFrom('customer').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
}

export interface CustomerValues {
  name?: string
  code?: string
  legacy_reporting_cid?: string | null
  time_zone?: string
  currency?: string
  country?: string
  is_active?: boolean
}

export async function insertCustomerRow(
  transaction: Transaction<Database>,
  values: CustomerValues & { name: string; code: string; time_zone: string },
): Promise<string> {
  const { id } = await transaction
    .insertInto('customer')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether there is such a customer, which nobody deletes until the transaction ends. */
export async function customerIsThere(transaction: Transaction<Database>, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('customer')
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

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
