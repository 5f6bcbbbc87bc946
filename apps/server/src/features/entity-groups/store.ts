import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/entity-groups'
import { type Kysely, sql, type Transaction } from 'kysely'
import { containing, hasText, readListPage } from '../../db/list-page.ts'
import * as links from '../../db/member-links.ts'
import type { MemberLink } from '../../db/member-links.ts'
import type { CodedEntity } from '../../access/entity-codes.ts'
import type { Database } from '../../db/schema.ts'
import { whereGiven } from '../../db/where-given.ts'

const entityCount = sql<number>`(
  SELECT count(*) FROM entity_group_entity WHERE entity_group_id = entity_group.id)`

const userCount = sql<number>`(
  SELECT count(*) FROM entity_group_user JOIN app_user ON app_user.id = user_id
    WHERE entity_group_id = entity_group.id AND NOT app_user.is_deleted)`

function groups(db: Kysely<Database>) {
  return db
    .selectFrom('entity_group')
    .select(['entity_group.id', 'entity_group.id as entityGroupId', 'entity_group.name', 'description'])
    .select('entity_group.revision')
    .select(['entity_group.is_active as isActive', entityCount.as('entityCount'), userCount.as('userCount')])
}

const orders = { name: sql`lower(entity_group.name)`, entityCount, userCount }

export async function selectEntityGroups(
  db: Kysely<Database>,
  search: Body<typeof endpoints.searchEntityGroups>,
) {
  const { keyword, activeOnly, sort = 'name' } = search
  const query = groups(db)
    .$if(activeOnly, (all) => all.where('entity_group.is_active', '=', true))
    .$call(
      whereGiven(keyword, (all, text) =>
        all.where(sql`entity_group.name || ' ' || description`, 'ilike', containing(text)),
      ),
    )
  return await readListPage(query, search, { order: orders[sort], tie: sql`entity_group.id` })
}

export async function selectEntityGroup(db: Kysely<Database>, id: string) {
  return await groups(db).where('entity_group.id', '=', id).executeTakeFirst()
}

const linked = {
  entity: {
    links: 'entity_group_entity',
    groupColumn: 'entity_group_id',
    column: 'entity_id',
    table: 'entity',
    exists: sql`true`,
  },
  user: {
    links: 'entity_group_user',
    groupColumn: 'entity_group_id',
    column: 'user_id',
    table: 'app_user',
    exists: sql`NOT member.is_deleted`,
  },
} as const satisfies Record<string, MemberLink>

export interface GroupMembers {
  groupId: string
  kind: keyof typeof linked
  ids: readonly string[]
}

/** As `links.selectUnknownMember`; a deleted user is none. */
export async function selectUnknownMember(
  transaction: Transaction<Database>,
  { kind, ids }: GroupMembers,
): Promise<string | undefined> {
  return await links.selectUnknownMember(transaction, linked[kind], ids)
}

export async function insertGroupMembers(
  transaction: Transaction<Database>,
  { kind, ...members }: GroupMembers,
): Promise<void> {
  await links.insertMembers(transaction, linked[kind], members)
}

/** Returns how many of them were in the group. */
export async function deleteGroupMembers(
  transaction: Transaction<Database>,
  { kind, ...members }: GroupMembers,
): Promise<number> {
  return await links.deleteMembers(transaction, linked[kind], members)
}

const userOrders = {
  userName: sql`lower(user_name)`,
  lastName: sql`lower(last_name || ' ' || first_name)`,
}

export async function selectGroupUsers(
  db: Kysely<Database>,
  groupId: string,
  search: Body<typeof endpoints.searchGroupUsers>,
) {
  const { keyword, activeOnly, sort = 'userName' } = search
  const query = db
    .selectFrom('entity_group_user')
    .innerJoin('app_user', 'app_user.id', 'entity_group_user.user_id')
    .where('entity_group_id', '=', groupId)
    .where('is_deleted', '=', false)
    .$if(activeOnly, (all) => all.where('is_active', '=', true))
    .$call(whereGiven(keyword, (all, text) => all.where(hasText(sql.ref('app_user.search_text'), text))))
    .select(['app_user.id', 'user_name as userName', 'first_name as firstName', 'last_name as lastName'])
    .select('is_active as isActive')
  return await readListPage(query, search, { order: userOrders[sort], tie: sql`app_user.id` })
}

export interface NamedEntity {
  id: string
  name: string
  customerId: string | null
}

/** By name. */
export async function selectNamedEntities(
  transaction: Transaction<Database>,
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
  transaction: Transaction<Database>,
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
export async function selectActiveEntityGroups(db: Kysely<Database>, userId: string | undefined) {
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

/** The entities of these groups with all their descendants. */
export async function selectGroupEntities(
  db: Kysely<Database>,
  groupIds: readonly string[],
): Promise<CodedEntity[]> {
  const { rows } = await sql<CodedEntity>`
    WITH RECURSIVE member AS (
      SELECT e.id, e.type, e.code, e.customer_id
        FROM entity_group_entity ge JOIN entity e ON e.id = ge.entity_id
        WHERE ge.entity_group_id = ANY(${[...groupIds]}::uuid[])
      UNION
      SELECT child.id, child.type, child.code, child.customer_id
        FROM entity child JOIN member parent ON child.parent_id = parent.id
    )
    SELECT DISTINCT type, code, customer_id FROM member`.execute(db)
  return rows
}
