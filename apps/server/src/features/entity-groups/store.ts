import { type Kysely, sql, type Transaction } from 'kysely'
import { containing, hasText, type ListAsked, readListPage, type RowsPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'

export type GroupRow = Awaited<ReturnType<typeof getGroupRow>>

const entityCount = sql<number>`(
  SELECT count(*) FROM entity_group_entity WHERE entity_group_id = entity_group.id)`

const userCount = sql<number>`(
  SELECT count(*) FROM entity_group_user JOIN app_user ON app_user.id = user_id
    WHERE entity_group_id = entity_group.id AND NOT app_user.is_deleted)`

function groups(db: Kysely<Database>) {
  return db
    .selectFrom('entity_group')
    .select(['entity_group.id', 'entity_group.name', 'description'])
    .select(['entity_group.is_active', 'entity_group.revision'])
    .select([entityCount.as('entity_count'), userCount.as('user_count')])
}

const orders = { name: sql`lower(entity_group.name)`, entityCount, userCount }

export async function listGroupRows(
  db: Kysely<Database>,
  asked: ListAsked & { sort?: keyof typeof orders | undefined },
): Promise<RowsPage<GroupRow>> {
  const { keyword = '', activeOnly, sort = 'name' } = asked
  const query = groups(db)
    .$if(activeOnly, (all) => all.where('entity_group.is_active', '=', true))
    .$if(keyword !== '', (all) =>
      all.where(sql`entity_group.name || ' ' || description`, 'ilike', containing(keyword)),
    )
  return await readListPage(query, asked, { order: orders[sort], tie: sql`entity_group.id` })
}

export async function findGroupRow(db: Kysely<Database>, id: string) {
  return await groups(db).where('entity_group.id', '=', id).executeTakeFirst()
}

export async function getGroupRow(db: Kysely<Database>, id: string) {
  return await groups(db).where('entity_group.id', '=', id).executeTakeFirstOrThrow()
}

export interface GroupValues {
  name?: string
  description?: string
  is_active?: boolean
}

export async function insertGroup(
  transaction: Transaction<Database>,
  values: GroupValues & { name: string },
): Promise<string> {
  const { id } = await transaction
    .insertInto('entity_group')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What is put into a group: its table of links, and where it stands itself. */
const linked = {
  entity: { links: 'entity_group_entity', column: 'entity_id', table: 'entity', isThere: sql`true` },
  user: {
    links: 'entity_group_user',
    column: 'user_id',
    table: 'app_user',
    isThere: sql`NOT app_user.is_deleted`,
  },
} as const

export type LinkKind = keyof typeof linked

/** One of these ids that is none, or that of a deleted user. */
export async function findUnknown(
  transaction: Transaction<Database>,
  kind: LinkKind,
  ids: readonly string[],
): Promise<string | undefined> {
  const { table, isThere } = linked[kind]
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(${ids}::uuid[]) AS given (id)
      WHERE NOT EXISTS (SELECT 1 FROM ${sql.table(table)} WHERE ${sql.ref(`${table}.id`)} = given.id AND ${isThere})
      LIMIT 1`.execute(transaction)
  return rows[0]?.id
}

export async function insertLinks(
  transaction: Transaction<Database>,
  kind: LinkKind,
  { groupId, ids }: { groupId: string; ids: readonly string[] },
): Promise<void> {
  const { links, column } = linked[kind]
  await sql`INSERT INTO ${sql.table(links)} (entity_group_id, ${sql.ref(column)})
    SELECT ${groupId}::uuid, id FROM unnest(${ids}::uuid[]) AS given (id)
    ON CONFLICT DO NOTHING`.execute(transaction)
}

/** How many there were of these links. */
export async function deleteLinks(
  transaction: Transaction<Database>,
  kind: LinkKind,
  { groupId, ids }: { groupId: string; ids: readonly string[] },
): Promise<number> {
  const { links, column } = linked[kind]
  const { rows } = await sql`DELETE FROM ${sql.table(links)}
    WHERE entity_group_id = ${groupId} AND ${sql.ref(column)} = ANY(${ids}::uuid[])
    RETURNING 1`.execute(transaction)
  return rows.length
}

const userOrders = {
  userName: sql`lower(user_name)`,
  lastName: sql`lower(last_name || ' ' || first_name)`,
}

export async function listGroupUserRows(
  db: Kysely<Database>,
  asked: ListAsked & { groupId: string; sort?: keyof typeof userOrders | undefined },
) {
  const { groupId, keyword = '', activeOnly, sort = 'userName' } = asked
  const query = db
    .selectFrom('entity_group_user')
    .innerJoin('app_user', 'app_user.id', 'entity_group_user.user_id')
    .where('entity_group_id', '=', groupId)
    .where('is_deleted', '=', false)
    .$if(activeOnly, (all) => all.where('is_active', '=', true))
    .$if(keyword !== '', (all) => all.where(hasText(sql.ref('app_user.search_text'), keyword)))
    .select(['app_user.id', 'user_name', 'first_name', 'last_name', 'is_active'])
  return await readListPage(query, asked, { order: userOrders[sort], tie: sql`app_user.id` })
}
