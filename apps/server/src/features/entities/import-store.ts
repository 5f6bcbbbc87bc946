import type { EntityType } from '@callboard/contract/claims'
import { sql } from 'kysely'
import { type EntityVisibility, isVisible } from '../../access/rows/entity-visibility.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

/** Customers that rows may name: those of these ids, or all. */
export async function selectCustomers(db: Db, ids: readonly string[] | undefined) {
  return await db
    .selectFrom('customer')
    .$call(whereGiven(ids, (all, given) => all.where('id', '=', sql<string>`ANY(${given}::uuid[])`)))
    .select(['id', 'code', 'country'])
    .execute()
}

export type KnownEntity = Awaited<ReturnType<typeof selectKnownEntities>>[number]

/** Entities of these codes, of visible customers and of none; also those that entity groups hide. */
export async function selectKnownEntities(
  db: Db,
  visibility: EntityVisibility,
  { type, codes }: { type: EntityType; codes: readonly string[] },
) {
  return await db
    .selectFrom('entity')
    .leftJoin('customer', 'customer.id', 'entity.customer_id')
    .where('entity.type', '=', type)
    .where('entity.code', '=', sql<string>`ANY(${codes})`)
    .$call(
      whereGiven(visibility.scope.customerIds, (all, ids) =>
        all.where(sql<boolean>`(entity.customer_id IS NULL OR entity.customer_id = ANY(${ids}::uuid[]))`),
      ),
    )
    .select(['entity.id', 'entity.type', 'entity.code', 'entity.name', 'entity.customer_id'])
    .select(['entity.parent_id', 'entity.attributes', 'entity.is_active'])
    .select('customer.name as customer_name')
    .select(isVisible('entity', visibility).as('is_visible'))
    .orderBy(sql`lower(customer.name)`)
    .execute()
}

/** The parent of each of these entities and of all their ancestors, by id. */
export async function selectParentsAbove(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; parent_id: string | null }>`
    WITH RECURSIVE above AS (
      SELECT id, parent_id FROM entity WHERE id = ANY(${ids}::uuid[])
      UNION
      SELECT entity.id, entity.parent_id FROM entity JOIN above ON entity.id = above.parent_id
    )
    SELECT id, parent_id FROM above`.execute(db)
  return new Map(rows.map((row) => [row.id, row.parent_id]))
}

export interface EntityToWrite {
  id: string
  type: EntityType
  code: string
  name: string
  customer_id: string | null
  parent_id: string | null
  attributes: Readonly<Record<string, string>>
  is_active: boolean
}

const rowShape = sql`AS given (id uuid, type text, code text, name text, customer_id uuid, parent_id uuid,
  attributes jsonb, is_active boolean)`

export async function insertEntities(
  transaction: Transaction,
  entities: readonly EntityToWrite[],
): Promise<void> {
  await sql`INSERT INTO entity (id, type, code, name, customer_id, parent_id, attributes, is_active)
    SELECT id, type, code, name, customer_id, parent_id, attributes, is_active
      FROM jsonb_to_recordset(${JSON.stringify(entities)}::text::jsonb) ${rowShape}`.execute(transaction)
}

export async function updateEntities(
  transaction: Transaction,
  entities: readonly EntityToWrite[],
): Promise<void> {
  await sql`UPDATE entity SET name = given.name, parent_id = given.parent_id, attributes = given.attributes,
      is_active = given.is_active, revision = revision + 1
    FROM jsonb_to_recordset(${JSON.stringify(entities)}::text::jsonb) ${rowShape}
    WHERE entity.id = given.id`.execute(transaction)
}
