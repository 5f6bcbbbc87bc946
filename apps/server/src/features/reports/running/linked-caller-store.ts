import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/tables/schema.ts'

interface OfCustomer {
  customerId: string
  numbers: readonly string[]
}

/** The callers of a customer who have one of these numbers. */
export async function selectLinked(db: Db, { customerId, numbers }: OfCustomer) {
  return await db
    .selectFrom('linked_caller')
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`numbers && ${[...numbers]}::text[]`)
    .select(['id', 'numbers'])
    .orderBy('id')
    .execute()
}

/** Nobody else links callers of the customer until the transaction ends. */
export async function lockLinked(transaction: Transaction, customerId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${customerId}, ${lockSeed}))`.execute(transaction)
}

const lockSeed = 67

export async function insertLinked(
  transaction: Transaction,
  { customerId, numbers }: OfCustomer,
): Promise<void> {
  await transaction
    .insertInto('linked_caller')
    .values({ customer_id: customerId, numbers: [...numbers] })
    .execute()
}

export async function updateLinked(
  transaction: Transaction,
  { id, numbers }: { id: string; numbers: readonly string[] },
): Promise<void> {
  await transaction
    .updateTable('linked_caller')
    .set(({ eb }) => ({ numbers: [...numbers], revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteLinked(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('linked_caller').where('id', '=', id).execute()
}
