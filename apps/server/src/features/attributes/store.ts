import { type AttributeChoice, type AttributeType, maxAttributes } from '@callboard/contract/attributes'
import type { searchAttributes } from '@callboard/contract/manage-attributes'
import type { Body } from '@callboard/contract/endpoint'
import { type ColumnType, type Generated, sql } from 'kysely'
import { type SearchedRows, withState } from '../../db/records/find-records.ts'
import { recordStore } from '../../db/records/record-store.ts'
import { whereGiven } from '../../db/records/where-given.ts'
import type { Db, Transaction, WithDefault } from '../../db/tables/schema.ts'

declare module '../../db/tables/schema.ts' {
  interface Database {
    attribute: {
      id: Generated<string>
      customer_id: string
      /** From 1: the column of the table of calls that holds its values. */
      slot: number
      key: string
      name: string
      type: AttributeType
      choices: ColumnType<AttributeChoice[], string, string>
      is_active: WithDefault<boolean>
      revision: WithDefault<number>
      created_at: Generated<Date>
    }
  }
}

function rows(db: Db) {
  return db
    .selectFrom('attribute')
    .innerJoin('customer', 'customer.id', 'attribute.customer_id')
    .select(['attribute.id', 'customer_id as customerId', 'customer.name as customerName'])
    .select(['attribute.key', 'attribute.name', 'attribute.type', 'attribute.choices'])
    .select(['attribute.is_active as isActive', 'attribute.revision'])
}

export const attributes = recordStore({
  table: 'attribute',
  rows,
  text: sql`lower(attribute.name || ' ' || attribute.key || ' ' || customer.name)`,
  orders: {
    name: sql`lower(attribute.name)`,
    key: sql`attribute.key`,
    customerName: sql`lower(customer.name)`,
    type: sql`attribute.type`,
  },
  narrow: (query, { customerId }: Body<typeof searchAttributes>) =>
    query.$call(whereGiven(customerId, (all, id) => all.where('customer_id', '=', id))),
})

export const searched: SearchedRows = {
  from: sql`attribute WHERE true`,
  text: sql`lower(name || ' ' || key)`,
  subtitle: withState(sql`(SELECT customer.name FROM customer WHERE customer.id = customer_id)`, sql`key`),
}

/** The first column that no attribute of the customer has; undefined when each is taken. Its customer is locked. */
export async function selectFreeSlot(
  transaction: Transaction,
  customerId: string,
): Promise<number | undefined> {
  await transaction.selectFrom('customer').where('id', '=', customerId).select('id').forUpdate().execute()
  const taken = await transaction
    .selectFrom('attribute')
    .where('customer_id', '=', customerId)
    .select('slot')
    .execute()
  const slots = new Set(taken.map(({ slot }) => slot))
  return Array.from({ length: maxAttributes }, (_, at) => at + 1).find((slot) => !slots.has(slot))
}

/** Those of these customers, or with these ids, in the order of their names; without a condition all. */
export async function selectAttributes(
  db: Db,
  {
    customerIds,
    ids,
    isActive,
  }: {
    customerIds?: readonly string[] | undefined
    ids?: readonly string[] | undefined
    isActive?: true | undefined
  },
) {
  if (customerIds?.length === 0 || ids?.length === 0) return []
  const anyOf = (wanted: readonly string[]) => sql<string>`ANY(${[...wanted]}::uuid[])`
  return await rows(db)
    .select('slot')
    .$call(whereGiven(customerIds, (all, wanted) => all.where('customer_id', '=', anyOf(wanted))))
    .$call(whereGiven(ids, (all, wanted) => all.where('attribute.id', '=', anyOf(wanted))))
    .$call(whereGiven(isActive, (all) => all.where('attribute.is_active', '=', true)))
    .orderBy(sql`lower(attribute.name)`)
    .orderBy('attribute.id')
    .execute()
}
