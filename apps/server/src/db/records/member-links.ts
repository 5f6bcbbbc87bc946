import { type RawBuilder, sql } from 'kysely'
import type { ListAsked } from './list-page.ts'
import { listRows } from './record-store.ts'
import type { Database, Db, Transaction } from '../tables/schema.ts'

/** How a group holds members of a kind. */
export interface MemberLink {
  /** What a message calls one of them. */
  name: string
  /** The table of links, and its columns. */
  links: keyof Database
  groupColumn: string
  column: string
  /** Of the members themselves. */
  table: keyof Database
  /** Which of them, as `member`, count as there. */
  exists: RawBuilder<unknown>
}

/** To records of a table of which none is marked as deleted. */
export function linkOf(table: keyof Database, links: keyof Database, groupColumn: string): MemberLink {
  const name = table.replaceAll('_', ' ')
  return { name, links, groupColumn, column: `${table}_id`, table, exists: sql`true` }
}

export function linkOfUsers(links: keyof Database, groupColumn: string): MemberLink {
  const exists = sql`NOT member.is_deleted`
  return { name: 'user', links, groupColumn, column: 'user_id', table: 'app_user', exists }
}

/** The ids of the members of a group, as a subquery. */
export function memberIds({ links, groupColumn, column }: MemberLink, groupId: string) {
  return sql<string>`(SELECT ${sql.ref(column)} FROM ${sql.table(links)} WHERE ${sql.ref(groupColumn)} = ${groupId})`
}

/** The users of a group, without deleted ones. */
export async function listMemberUsers(
  db: Db,
  link: MemberLink,
  { id, ...search }: ListAsked & { id: string; sort?: 'userName' | 'lastName' | undefined },
) {
  const query = db
    .selectFrom('app_user')
    .where('id', 'in', memberIds(link, id))
    .where('is_deleted', '=', false)
    .select(['id', 'user_name as userName', 'first_name as firstName', 'last_name as lastName'])
    .select('is_active as isActive')
  return await listRows(query, search, {
    table: 'app_user',
    text: sql`search_text`,
    orders: {
      userName: sql`lower(user_name)`,
      lastName: sql`lower(last_name || ' ' || first_name)`,
    },
  })
}

/** The first of these ids that is no member of the kind. Without one, all are kept from being deleted until the transaction ends. */
export async function selectUnknownMember(
  transaction: Transaction,
  { table, exists }: MemberLink,
  ids: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT given.id FROM unnest(${ids}::uuid[]) AS given (id) LEFT JOIN (
        SELECT member.id FROM ${sql.table(table)} AS member
          WHERE member.id = ANY(${ids}::uuid[]) AND ${exists} FOR KEY SHARE
      ) AS found ON found.id = given.id
      WHERE found.id IS NULL LIMIT 1`.execute(transaction)
  return rows[0]?.id
}

interface LinkedMembers {
  groupId: string
  ids: readonly string[]
}

export async function insertMembers(
  transaction: Transaction,
  { links, groupColumn, column }: MemberLink,
  { groupId, ids }: LinkedMembers,
): Promise<void> {
  await sql`INSERT INTO ${sql.table(links)} (${sql.ref(groupColumn)}, ${sql.ref(column)})
    SELECT ${groupId}::uuid, id FROM unnest(${ids}::uuid[]) AS given (id)
    ON CONFLICT DO NOTHING`.execute(transaction)
}

/** Returns how many of them were in the group. */
export async function deleteMembers(
  transaction: Transaction,
  { links, groupColumn, column }: MemberLink,
  { groupId, ids }: LinkedMembers,
): Promise<number> {
  const { rows } = await sql`DELETE FROM ${sql.table(links)}
    WHERE ${sql.ref(groupColumn)} = ${groupId} AND ${sql.ref(column)} = ANY(${ids}::uuid[])
    RETURNING 1`.execute(transaction)
  return rows.length
}
