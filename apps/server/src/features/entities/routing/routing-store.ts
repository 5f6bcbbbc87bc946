import type { EntityType } from '@callboard/contract/claims'
import { sql } from 'kysely'
import { type EntityVisibility, isVisible } from '../../../access/rows/entity-visibility.ts'
import type { Db } from '../../../db/tables/schema.ts'

function routings(db: Db, visibility: EntityVisibility) {
  return db
    .selectFrom('entity')
    .leftJoin('customer', 'customer.id', 'entity.customer_id')
    .where(isVisible('entity', visibility))
    .select(['entity.id as entityId', 'entity.type', 'entity.code', 'entity.name', 'entity.revision'])
    .select(['entity.customer_id as customerId', 'customer.time_zone as timeZone', 'customer.country'])
    .select('entity.routing as versions')
}
export type RoutingRow = Awaited<ReturnType<ReturnType<typeof routings>['executeTakeFirstOrThrow']>>

/** Undefined also when the entity is not visible. */
export async function selectRouting(
  db: Db,
  visibility: EntityVisibility,
  id: string,
): Promise<RoutingRow | undefined> {
  return await routings(db, visibility).where('entity.id', '=', id).executeTakeFirst()
}

/** Of an entity of the customer, else of one of no customer in particular. */
export async function selectRoutingByCode(
  db: Db,
  visibility: EntityVisibility,
  { type, code, customerId }: { type: EntityType; code: string; customerId: string },
): Promise<RoutingRow | undefined> {
  return await routings(db, visibility)
    .where('entity.type', '=', type)
    .where('entity.code', '=', code)
    .where((where) =>
      where.or([where('entity.customer_id', '=', customerId), where('entity.customer_id', 'is', null)]),
    )
    .orderBy(sql`entity.customer_id IS NULL`)
    .limit(1)
    .executeTakeFirst()
}
