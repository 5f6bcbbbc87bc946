import { sql } from 'kysely'
import { linkOf, linkOfUsers } from '../../db/records/member-links.ts'
import { recordStore } from '../../db/records/record-store.ts'
import type { CodedEntity } from '../../access/callers/entity-codes.ts'
import { selectLetThrough } from '../../access/callers/store.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

declare module '../../db/tables/schema.ts' {
  interface Database {
    entity_group: Named
    entity_group_entity: { entity_group_id: string; entity_id: string }
    entity_group_user: { entity_group_id: string; user_id: string }
  }
}

const entityCount = sql<number>`(
  SELECT count(*) FROM entity_group_entity WHERE entity_group_id = entity_group.id)`

const userCount = sql<number>`(
  SELECT count(*) FROM entity_group_user JOIN app_user ON app_user.id = user_id
    WHERE entity_group_id = entity_group.id AND NOT app_user.is_deleted)`

export const entityGroups = recordStore({
  table: 'entity_group',
  rows: (db) =>
    db
      .selectFrom('entity_group')
      .select(['id', 'id as entityGroupId', 'name', 'description', 'is_active as isActive', 'revision'])
      .select([entityCount.as('entityCount'), userCount.as('userCount')]),
  text: sql`lower(entity_group.name || ' ' || description)`,
  orders: { name: sql`lower(entity_group.name)`, entityCount, userCount },
})

export const entityLink = linkOf('entity', 'entity_group_entity', 'entity_group_id')
export const userLink = linkOfUsers('entity_group_user', 'entity_group_id')

export interface NamedEntity {
  id: string
  name: string
  customerId: string | null
}

/** By name. */
export async function selectNamedEntities(
  transaction: Transaction,
  ids: readonly string[],
): Promise<NamedEntity[]> {
  return await transaction
    .selectFrom('entity')
    .where('id', '=', sql<string>`ANY(${[...ids]}::uuid[])`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .select(['id', 'name', 'customer_id as customerId'])
    .execute()
}

/** The oldest active group that has these entities and no others. */
export async function selectGroupOf(
  transaction: Transaction,
  entityIds: readonly string[],
): Promise<{ id: string; name: string } | undefined> {
  const members = sql`(SELECT array_agg(entity_id ORDER BY entity_id) FROM entity_group_entity
    WHERE entity_group_id = entity_group.id)`
  return await transaction
    .selectFrom('entity_group')
    .where('is_active', '=', true)
    .where(
      members,
      '=',
      sql`(SELECT array_agg(id ORDER BY id) FROM unnest(${[...entityIds]}::uuid[]) AS given (id))`,
    )
    .orderBy('id')
    .select(['id', 'name'])
    .executeTakeFirst()
}

/** All active entity groups, or those that a user is in. */
export async function selectActiveEntityGroups(db: Db, userId: string | undefined) {
  return await db
    .selectFrom('entity_group')
    .where('is_active', '=', true)
    .$call(
      whereGiven(userId, (all, id) =>
        all.where('id', 'in', (eb) =>
          eb.selectFrom('entity_group_user').where('user_id', '=', id).select('entity_group_id'),
        ),
      ),
    )
    .select(['id', 'name'])
    .orderBy('name')
    .execute()
}

/** The entities of these groups, what they were merged into, and all below. */
export async function selectGroupEntities(db: Db, groupIds: readonly string[]): Promise<CodedEntity[]> {
  return await selectLetThrough(
    db,
    sql`SELECT entity_id FROM entity_group_entity WHERE entity_group_id = ANY(${[...groupIds]}::uuid[])`,
  )
}
