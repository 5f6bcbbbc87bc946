import { type EntityType, entityTypes } from '@callboard/contract/claims'
import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/entities'
import type { Entity } from '@callboard/contract/entities'
import { sql } from 'kysely'
import { type EntityVisibility, isVisible } from '../../access/rows/entity-visibility.ts'
import { type SearchedRows, withState } from '../../db/records/find-records.ts'
import { hasText, inOrder, type ListPage, readListPage } from '../../db/records/list-page.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

function entities(db: Db, visibility: EntityVisibility) {
  return db
    .selectFrom('entity')
    .leftJoin('customer', 'customer.id', 'entity.customer_id')
    .leftJoin('entity as parent', (join) =>
      join.onRef('parent.id', '=', 'entity.parent_id').on(isVisible('parent', visibility)),
    )
    .leftJoin('entity as into', (join) =>
      join.onRef('into.id', '=', 'entity.merged_into_id').on(isVisible('into', visibility)),
    )
    .select(['entity.id', 'entity.type', 'entity.code', 'entity.name', 'entity.attributes'])
    .select(['entity.is_active as isActive', 'entity.revision'])
    .select(['entity.customer_id as customerId', 'customer.name as customerName'])
    .select(['entity.parent_id as parentId', 'parent.name as parentName', 'parent.type as parentType'])
    .select(['entity.merged_into_id as mergedIntoId', 'into.name as mergedIntoName'])
}

const orders = {
  name: sql`lower(entity.name)`,
  code: sql`entity.code`,
}

interface EntitySearch extends Omit<Body<typeof endpoints.searchEntities>, 'type'> {
  /** All visible types unless given. */
  types?: readonly EntityType[] | undefined
  /** Members of this entity group. */
  groupId?: string
}

export async function selectEntities(
  db: Db,
  visibility: EntityVisibility,
  search: EntitySearch,
): Promise<ListPage<Entity>> {
  const query = db
    .selectFrom('entity')
    .select('entity.id')
    .where(isVisible('entity', { ...visibility, types: search.types ?? visibility.types }))
    .$if(search.activeOnly, (all) => all.where('entity.is_active', '=', true))
    .$call(
      whereGiven(search.customerId, (all, id) =>
        all.where('entity.customer_id', id === null ? 'is' : '=', id),
      ),
    )
    .$call(whereGiven(search.parentId, (all, id) => all.where('entity.parent_id', '=', id)))
    .$call(whereGiven(search.keyword, (all, text) => all.where(hasText(sql.ref('entity.search_text'), text))))
    .$call(
      whereGiven(search.groupId, (all, id) =>
        all.where('entity.id', 'in', (eb) =>
          eb.selectFrom('entity_group_entity').where('entity_group_id', '=', id).select('entity_id'),
        ),
      ),
    )
  const by = { order: orders[search.sort ?? 'name'], tie: sql`entity.id`, isNeverNull: true }
  const page = await readListPage(query, search, by)
  // Customers and parents are joined only to the rows of this page, not to those that it skips.
  const ids = page.items.map(({ id }) => id)
  const shown = await entities(db, visibility)
    .where('entity.id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .execute()
  return { ...page, items: inOrder(ids, shown) }
}

/** Undefined also when the entity is not visible. */
export async function selectEntity(db: Db, visibility: EntityVisibility, id: string) {
  return await entities(db, visibility)
    .where('entity.id', '=', id)
    .where(isVisible('entity', visibility))
    .executeTakeFirst()
}

/** One that was just written, which its writer may no longer see. */
export async function selectWrittenEntity(db: Db, visibility: EntityVisibility, id: string) {
  return await entities(db, visibility).where('entity.id', '=', id).executeTakeFirstOrThrow()
}

export async function selectEntityCounts(db: Db, visibility: EntityVisibility) {
  const rows = await db
    .selectFrom('entity')
    .where(isVisible('entity', visibility))
    .groupBy('type')
    .select((eb) => [
      'type',
      eb.fn.countAll<number>().filterWhere('is_active', '=', true).as('active'),
      eb.fn.countAll<number>().filterWhere('is_active', '=', false).as('inactive'),
    ])
    .execute()
  const byType = new Map(rows.map((row) => [row.type, row]))
  return entityTypes
    .filter((type) => visibility.types.includes(type))
    .map((type) => byType.get(type) ?? { type, active: 0, inactive: 0 })
}

/** Whether an entity is `of` itself or one of its ancestors. */
export async function isAtOrAbove(
  transaction: Transaction,
  { id, of }: { id: string; of: string },
): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE above AS (
      SELECT id, parent_id FROM entity WHERE id = ${of}
      UNION
      SELECT entity.id, entity.parent_id FROM entity JOIN above ON entity.id = above.parent_id
    )
    SELECT 1 FROM above WHERE id = ${id}`.execute(transaction)
  return rows.length > 0
}

/** What a search of the portal finds. */
export const searched = {
  from: sql`entity WHERE true`,
  text: sql`search_text`,
  subtitle: withState(sql`code`),
  type: sql`type`,
} satisfies SearchedRows

/** How many entities of each type contain the keyword. */
export async function countFound(db: Db, keyword: string): Promise<{ type: EntityType; total: number }[]> {
  const { rows } = await sql<{ type: EntityType; total: number }>`
    SELECT type, count(*) AS total FROM ${searched.from} AND ${hasText(searched.text, keyword)}
      GROUP BY type ORDER BY total DESC, type`.execute(db)
  return rows
}
