import type { EntityType } from '@callboard/contract/claims'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

type CustomerIds = readonly string[] | undefined

/** Names by code; a code to which customers give different names is left out, as no single name is right. */
export async function selectEntityNames(
  db: Kysely<Database>,
  customerIds: CustomerIds,
  { type, codes }: { type: EntityType; codes?: readonly string[] | undefined },
) {
  if (codes?.length === 0) return []
  return await names(db, customerIds, type)
    .$call(whereGiven(codes, (all, given) => all.where('code', 'in', given)))
    .execute()
}

export async function selectCodesByName(
  db: Kysely<Database>,
  customerIds: CustomerIds,
  { type, keyword }: { type: EntityType; keyword: string },
): Promise<string[]> {
  const rows = await names(db, customerIds, type)
    .where(sql<boolean>`strpos(lower(name), ${keyword.toLowerCase()}) > 0`)
    .limit(500)
    .execute()
  return rows.map((row) => row.code)
}

function names(db: Kysely<Database>, customerIds: CustomerIds, type: EntityType) {
  return db
    .selectFrom('entity')
    .where('type', '=', type)
    .groupBy('code')
    .having((eb) => eb(eb.fn.count('name').distinct(), '=', 1))
    .select(['code', (eb) => eb.fn.min('name').as('name')])
    .$call(
      whereGiven(customerIds, (all, ids) =>
        all.where(sql<boolean>`(customer_id IS NULL OR customer_id = ANY(${ids}::uuid[]))`),
      ),
    )
}
