import type { EntityType } from '@callboard/contract/claims'
import { sql, type Kysely } from 'kysely'
import type { CodedEntity } from '../../access/entity-codes.ts'
import type { Database } from '../../db/schema.ts'

/** Names by code; a code that customers give different names is left out, as no single name is right. */
export async function listEntityNames(
  db: Kysely<Database>,
  {
    type,
    codes,
    customerIds,
  }: { type: EntityType; codes: readonly string[] | undefined; customerIds: readonly string[] | undefined },
) {
  if (codes?.length === 0) return []
  const names = namesOf(db, type, customerIds)
  return await (codes === undefined ? names : names.where('code', 'in', codes)).execute()
}

export async function listCodesByName(
  db: Kysely<Database>,
  {
    type,
    keyword,
    customerIds,
  }: { type: EntityType; keyword: string; customerIds: readonly string[] | undefined },
): Promise<string[]> {
  const rows = await namesOf(db, type, customerIds)
    .where(sql<boolean>`strpos(lower(name), ${keyword.toLowerCase()}) > 0`)
    .limit(500)
    .execute()
  return rows.map((row) => row.code)
}

function namesOf(db: Kysely<Database>, type: EntityType, customerIds: readonly string[] | undefined) {
  let names = db
    .selectFrom('entity')
    .where('type', '=', type)
    .groupBy('code')
    .having((eb) => eb(eb.fn.count('name').distinct(), '=', 1))
    .select(['code', (eb) => eb.fn.min('name').as('name')])
  if (customerIds !== undefined) {
    names = names.where((eb) =>
      eb.or([
        eb('customer_id', 'is', null),
        ...(customerIds.length === 0 ? [] : [eb('customer_id', 'in', customerIds)]),
      ]),
    )
  }
  return names
}

/** Active entity groups that somebody may choose: all, or those of a user. */
export async function listEntityGroups(db: Kysely<Database>, userId: string | undefined) {
  let groups = db
    .selectFrom('entity_group')
    .where('is_active', '=', true)
    .select(['id', 'name'])
    .orderBy('name')
  if (userId !== undefined) {
    groups = groups.where('id', 'in', (eb) =>
      eb.selectFrom('entity_group_user').where('user_id', '=', userId).select('entity_group_id'),
    )
  }
  return await groups.execute()
}

/** Entities of groups with all their descendants. */
export async function listGroupEntities(
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
