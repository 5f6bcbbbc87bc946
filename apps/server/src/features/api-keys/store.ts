import type { searchApiKeys } from '@callboard/contract/api-keys'
import type { Body } from '@callboard/contract/endpoint'
import { type ColumnType, type Generated, sql, type SqlBool } from 'kysely'
import { recordStore } from '../../db/records/record-store.ts'
import type { Db, Transaction, WithDefault } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

declare module '../../db/tables/schema.ts' {
  interface Database {
    api_key: {
      id: Generated<string>
      name: string
      customer_id: string
      source_id: string | null
      secret_hash: Uint8Array
      rights: string[]
      expires_at: ColumnType<Date | null, Date | string | null, Date | string | null>
      last_used_at: Date | null
      is_active: WithDefault<boolean>
      revision: WithDefault<number>
      created_at: Generated<Date>
    }
  }
}

export type ApiKeyRow = NonNullable<Awaited<ReturnType<typeof apiKeys.find>>>

function rows(db: Db) {
  return db
    .selectFrom('api_key')
    .innerJoin('customer', 'customer.id', 'api_key.customer_id')
    .leftJoin('source', 'source.id', 'api_key.source_id')
    .select(['api_key.id', 'api_key.name', 'api_key.customer_id as customerId'])
    .select(['customer.name as customerName', 'source_id as sourceId', 'source.name as sourceName'])
    .select('customer.is_active as isCustomerActive')
    .select(['rights', 'expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .select(['api_key.is_active as isActive', 'api_key.created_at as createdAt', 'api_key.revision'])
}

const isValid = sql<SqlBool>`(api_key.is_active AND customer.is_active
  AND (expires_at IS NULL OR expires_at > now()))`

export const apiKeys = recordStore({
  table: 'api_key',
  rows,
  text: sql`lower(api_key.name || ' ' || customer.name)`,
  orders: {
    name: sql`lower(api_key.name)`,
    customerName: sql`lower(customer.name)`,
    expiresAt: sql`expires_at`,
    lastUsedAt: sql`last_used_at`,
    createdAt: sql`api_key.created_at`,
  },
  isActive: isValid,
  narrow: (query, { customerId }: Body<typeof searchApiKeys>) =>
    query.$call(whereGiven(customerId, (all, id) => all.where('api_key.customer_id', '=', id))),
})

/** Whether a source is one of a customer. */
export async function isSourceOf(transaction: Transaction, id: string, customerId: string): Promise<boolean> {
  const source = await transaction
    .selectFrom('source')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .select('id')
    .executeTakeFirst()
  return source !== undefined
}

/** For the administration dashboard. */
export const validKeyCount = sql<number>`(
  SELECT count(*) FROM api_key JOIN customer ON customer.id = api_key.customer_id WHERE ${isValid})`

/** A key that nobody else changes until the transaction ends. */
export async function lockApiKey(transaction: Transaction, id: string) {
  return await rows(transaction).where('api_key.id', '=', id).forUpdate('api_key').executeTakeFirst()
}
