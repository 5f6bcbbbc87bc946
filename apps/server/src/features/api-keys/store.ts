import type * as endpoints from '@callboard/contract/api-keys'
import type { Body } from '@callboard/contract/endpoint'
import { type Kysely, sql, type Transaction } from 'kysely'
import { containing, readListPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'
import { whereGiven } from '../../db/where-given.ts'

export type ApiKeyRow = NonNullable<Awaited<ReturnType<typeof selectApiKey>>>

function apiKeys(db: Kysely<Database>) {
  return db
    .selectFrom('api_key')
    .innerJoin('customer', 'customer.id', 'api_key.customer_id')
    .select(['api_key.id', 'api_key.name', 'customer_id as customerId', 'customer.name as customerName'])
    .select('customer.is_active as isCustomerActive')
    .select(['rights', 'expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .select(['api_key.is_active as isActive', 'api_key.created_at as createdAt', 'api_key.revision'])
}

const orders = {
  name: sql`lower(api_key.name)`,
  customerName: sql`lower(customer.name)`,
  expiresAt: sql`expires_at`,
  lastUsedAt: sql`last_used_at`,
  createdAt: sql`api_key.created_at`,
}

export async function selectApiKeys(db: Kysely<Database>, search: Body<typeof endpoints.searchApiKeys>) {
  const { keyword, activeOnly, sort = 'name', customerId } = search
  const query = apiKeys(db)
    .$if(activeOnly, (all) =>
      all
        .where('api_key.is_active', '=', true)
        .where('customer.is_active', '=', true)
        .where((where) =>
          where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]),
        ),
    )
    .$call(whereGiven(customerId, (all, id) => all.where('customer_id', '=', id)))
    .$call(
      whereGiven(keyword, (all, text) =>
        all.where(sql`api_key.name || ' ' || customer.name`, 'ilike', containing(text)),
      ),
    )
  return await readListPage(query, search, { order: orders[sort], tie: sql`api_key.id` })
}

export async function selectApiKey(db: Kysely<Database>, id: string) {
  return await apiKeys(db).where('api_key.id', '=', id).executeTakeFirst()
}

/** A key that nobody else changes until the transaction ends. */
export async function lockApiKey(transaction: Transaction<Database>, id: string) {
  return await apiKeys(transaction).where('api_key.id', '=', id).forUpdate('api_key').executeTakeFirst()
}
