import { type EntityType, entityTypes } from '@callboard/contract/claims'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type EntitySight, isSeen } from '../../access/entity-sight.ts'
import { hasText, inOrder, type ListAsked, readListPage, type RowsPage } from '../../db/list-page.ts'
import { whereGiven } from '../../db/where-given.ts'
import type { Database } from '../../db/schema.ts'

export type EntityRow = Awaited<ReturnType<typeof getEntityRow>>

function entities(db: Kysely<Database>, sight: EntitySight) {
  return db
    .selectFrom('entity')
    .leftJoin('customer', 'customer.id', 'entity.customer_id')
    .leftJoin('entity as parent', (join) =>
      join.onRef('parent.id', '=', 'entity.parent_id').on(isSeen('parent', sight)),
    )
    .select(['entity.id', 'entity.type', 'entity.code', 'entity.name', 'entity.attributes'])
    .select(['entity.customer_id', 'entity.parent_id', 'entity.is_active', 'entity.revision'])
    .select(['customer.name as customer_name', 'customer.country as customer_country'])
    .select(['parent.name as parent_name', 'parent.type as parent_type'])
}

const orders = {
  name: sql`lower(entity.name)`,
  code: sql`entity.code`,
}

export interface EntitySearch extends ListAsked {
  sort?: keyof typeof orders | undefined
  /** Those of these types; all that are seen unless given. */
  types: readonly EntityType[]
  customerId?: string | null | undefined
  parentId?: string | undefined
  /** Members of this entity group. */
  groupId?: string
}

export async function listEntityRows(
  db: Kysely<Database>,
  sight: EntitySight,
  asked: EntitySearch,
): Promise<RowsPage<EntityRow>> {
  const { keyword = '', activeOnly, types, customerId, parentId, groupId, sort = 'name' } = asked
  const query = db
    .selectFrom('entity')
    .select('entity.id')
    .where(isSeen('entity', { ...sight, types }))
    .$if(activeOnly, (all) => all.where('entity.is_active', '=', true))
    .$if(customerId === null, (all) => all.where('entity.customer_id', 'is', null))
    .$if(typeof customerId === 'string', (all) => all.where('entity.customer_id', '=', customerId ?? ''))
    .$call(whereGiven(parentId, (all, id) => all.where('entity.parent_id', '=', id)))
    .$if(keyword !== '', (all) => all.where(hasText(sql.ref('entity.search_text'), keyword)))
    .$if(groupId !== undefined, (all) =>
      all.where('entity.id', 'in', (eb) =>
        eb
          .selectFrom('entity_group_entity')
          .where('entity_group_id', '=', groupId ?? '')
          .select('entity_id'),
      ),
    )
  const by = { order: orders[sort], tie: sql`entity.id`, isNeverNull: true }
  const { rows, total } = await readListPage(query, asked, by)
  // Customers and parents are joined to what is shown, not to what is skipped.
  const ids = rows.map(({ id }) => id)
  const shown = await entities(db, sight)
    .where('entity.id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .execute()
  return { rows: inOrder(ids, shown), total }
}

/** One that may be seen. */
export async function findEntityRow(db: Kysely<Database>, sight: EntitySight, id: string) {
  return await entities(db, sight)
    .where('entity.id', '=', id)
    .where(isSeen('entity', sight))
    .executeTakeFirst()
}

export async function getEntityRow(db: Kysely<Database>, sight: EntitySight, id: string) {
  return await entities(db, sight).where('entity.id', '=', id).executeTakeFirstOrThrow()
}

export async function countEntityRows(db: Kysely<Database>, sight: EntitySight) {
  const rows = await db
    .selectFrom('entity')
    .where(isSeen('entity', sight))
    .groupBy('type')
    .select((eb) => [
      'type',
      eb.fn.countAll<number>().filterWhere('is_active', '=', true).as('active'),
      eb.fn.countAll<number>().filterWhere('is_active', '=', false).as('inactive'),
    ])
    .execute()
  const byType = new Map(rows.map((row) => [row.type, row]))
  return entityTypes
    .filter((type) => sight.types.includes(type))
    .map((type) => byType.get(type) ?? { type, active: 0, inactive: 0 })
}

export interface EntityValues {
  name?: string
  parent_id?: string | null
  /** JSON. */
  attributes?: string
  is_active?: boolean
}

export async function insertEntityRow(
  transaction: Transaction<Database>,
  values: EntityValues & { type: EntityType; code: string; name: string; customer_id: string | null },
): Promise<string> {
  const { id } = await transaction
    .insertInto('entity')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether an entity is `of` itself or stands anywhere above it. */
export async function isAtOrAbove(
  transaction: Transaction<Database>,
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

export async function findCustomerCountry(db: Kysely<Database>, id: string) {
  return await db.selectFrom('customer').where('id', '=', id).select('country').executeTakeFirst()
}
