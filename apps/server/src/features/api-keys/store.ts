import { type Kysely, sql, type Transaction } from 'kysely'
import { containing, type ListAsked, readListPage, type RowsPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'

export type ApiKeyRow = Awaited<ReturnType<typeof getApiKeyRow>>

function apiKeys(db: Kysely<Database>) {
  return db
    .selectFrom('api_key')
    .innerJoin('customer', 'customer.id', 'api_key.customer_id')
    .select(['api_key.id', 'api_key.name', 'customer_id', 'customer.name as customer_name', 'rights'])
    .select(['expires_at', 'last_used_at', 'api_key.is_active', 'api_key.created_at', 'api_key.revision'])
}

const orders = {
  name: sql`lower(api_key.name)`,
  customerName: sql`lower(customer.name)`,
  expiresAt: sql`expires_at`,
  lastUsedAt: sql`last_used_at`,
  createdAt: sql`api_key.created_at`,
}

export async function listApiKeyRows(
  db: Kysely<Database>,
  asked: ListAsked & { sort?: keyof typeof orders | undefined; customerId?: string | undefined },
): Promise<RowsPage<ApiKeyRow>> {
  const { keyword = '', activeOnly, sort = 'name', customerId } = asked
  const query = apiKeys(db)
    .$if(activeOnly, (all) =>
      all
        .where('api_key.is_active', '=', true)
        .where((where) =>
          where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]),
        ),
    )
    .$if(customerId !== undefined, (all) => all.where('customer_id', '=', customerId ?? ''))
    .$if(keyword !== '', (all) =>
      all.where(sql`api_key.name || ' ' || customer.name`, 'ilike', containing(keyword)),
    )
  return await readListPage(query, asked, { order: orders[sort], tie: sql`api_key.id` })
}

export async function findApiKeyRow(db: Kysely<Database>, id: string) {
  return await apiKeys(db).where('api_key.id', '=', id).executeTakeFirst()
}

export async function getApiKeyRow(db: Kysely<Database>, id: string) {
  return await apiKeys(db).where('api_key.id', '=', id).executeTakeFirstOrThrow()
}

export interface ApiKeyValues {
  name?: string
  rights?: string[]
  expires_at?: Date | null
}

export async function insertApiKey(
  transaction: Transaction<Database>,
  values: {
    name: string
    customer_id: string
    rights: string[]
    expires_at: Date | null
    secret_hash: Uint8Array
  },
): Promise<string> {
  const { id } = await transaction
    .insertInto('api_key')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False where there is none that is active. */
export async function endApiKeyRow(transaction: Transaction<Database>, id: string): Promise<boolean> {
  const row = await transaction
    .updateTable('api_key')
    .set((eb) => ({ is_active: false, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('is_active', '=', true)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
