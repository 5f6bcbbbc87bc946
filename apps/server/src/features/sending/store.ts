import { type Kysely, sql, type SqlBool, type Transaction } from 'kysely'
import type { Database } from '../../db/tables/schema.ts'

interface OfSharer {
  /** Undefined for an administrator, who shares with any group. */
  memberId: string | undefined
}

/** Active groups with which somebody may share, that have some of these users. */
export async function selectGroupsOfUsers(
  db: Kysely<Database>,
  { memberId, userIds }: OfSharer & { userIds: readonly string[] },
) {
  return await db
    .selectFrom('report_group')
    .innerJoin('report_group_user', 'report_group_id', 'report_group.id')
    .where('is_active', '=', true)
    .where('user_id', '=', sql<string>`ANY(${[...userIds]}::uuid[])`)
    .where(isSharer(memberId))
    .select(['report_group.id', 'report_group.name', 'user_id as userId'])
    .orderBy(sql`lower(report_group.name)`)
    .orderBy('report_group.id')
    .execute()
}

/** The members of a group with which somebody may share; undefined for any other group. */
export async function selectMembers(
  db: Kysely<Database>,
  { memberId, groupId }: OfSharer & { groupId: string },
): Promise<string[] | undefined> {
  const group = await db
    .selectFrom('report_group')
    .where('id', '=', groupId)
    .where('is_active', '=', true)
    .where(isSharer(memberId))
    .select('id')
    .executeTakeFirst()
  if (group === undefined) return undefined
  const rows = await db
    .selectFrom('report_group_user')
    .where('report_group_id', '=', groupId)
    .select('user_id')
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

function isSharer(memberId: string | undefined) {
  return memberId === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`EXISTS (SELECT FROM report_group_user AS own
        WHERE own.report_group_id = report_group.id AND own.user_id = ${memberId})`
}

/** What was sent with an id of the sender's own; until the end of the transaction nobody else sends with it. */
export async function lockSent(transaction: Transaction<Database>, id: string) {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`callboard.send.${id}`}, 0))`.execute(transaction)
  return await transaction
    .selectFrom('subscription')
    .where('id', '=', id)
    .select(['id', 'user_id as userId'])
    .executeTakeFirst()
}
