import type { EntityType } from '@callboard/contract/claims'
import { sql } from 'kysely'
import type { Db } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

type CustomerIds = readonly string[] | undefined

/** Names by code; a code to which customers give different names is left out, as no single name is right. */
export async function selectEntityNames(
  db: Db,
  customerIds: CustomerIds,
  { type, codes }: { type: EntityType; codes?: readonly string[] | undefined },
) {
  if (codes?.length === 0) return []
  return await names(db, customerIds, type)
    .leftJoin('customer', 'customer.id', 'entity.customer_id')
    // Of a code that several customers use none is its customer.
    .select((eb) =>
      eb
        .case()
        .when(eb.fn.count('entity.customer_id').distinct(), '=', 1)
        .then(eb.fn.min('customer.name'))
        .end()
        .as('customer'),
    )
    .$call(whereGiven(codes, (all, given) => all.where('entity.code', 'in', given)))
    .execute()
}

export async function selectCodesByName(
  db: Db,
  customerIds: CustomerIds,
  { type, keyword }: { type: EntityType; keyword: string },
): Promise<string[]> {
  const rows = await names(db, customerIds, type)
    .where(sql<boolean>`strpos(lower(entity.name), ${keyword.toLowerCase()}) > 0`)
    .limit(500)
    .execute()
  return rows.map((row) => row.code)
}

function names(db: Db, customerIds: CustomerIds, type: EntityType) {
  return db
    .selectFrom('entity')
    .where('entity.type', '=', type)
    .groupBy('entity.code')
    .having((eb) => eb(eb.fn.count('entity.name').distinct(), '=', 1))
    .select(['entity.code', (eb) => eb.fn.min('entity.name').as('name')])
    .$call(
      whereGiven(customerIds, (all, ids) =>
        all.where(sql<boolean>`(entity.customer_id IS NULL OR entity.customer_id = ANY(${ids}::uuid[]))`),
      ),
    )
}
