import type { Body } from '@callboard/contract/endpoint'
import type { createSavedReport } from '@callboard/contract/saved-reports'
import { sql, type SqlBool } from 'kysely'
import type { Db, Transaction } from '../../db/tables/schema.ts'

interface OfSharer {
  /** Undefined for an administrator, who shares with any group. */
  memberId: string | undefined
}

/** Active groups with which somebody may share, that have some of these users. */
export async function selectGroupsOfUsers(
  db: Db,
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
  db: Db,
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

/** Members of the group that has a saved report, who have it neither otherwise nor by another group. */
export async function selectLosingMembers(
  db: Db,
  { savedReportId, otherGroupId }: { savedReportId: string; otherGroupId: string | null },
): Promise<string[]> {
  const rows = await db
    .selectFrom('saved_report')
    .innerJoin('report_group', 'report_group.id', 'shared_with_group_id')
    .innerJoin('report_group_user', 'report_group_id', 'report_group.id')
    .innerJoin('app_user', 'app_user.id', 'report_group_user.user_id')
    .where('saved_report.id', '=', savedReportId)
    .where('report_group.is_active', '=', true)
    .where('is_admin', '=', false)
    .whereRef('app_user.id', '<>', 'saved_report.user_id')
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT FROM report_group_user AS other
        JOIN report_group AS other_group ON other_group.id = other.report_group_id AND other_group.is_active
        WHERE other.report_group_id = ${otherGroupId} AND other.user_id = app_user.id)`,
    )
    .select('app_user.id')
    .orderBy(sql`lower(first_name || ' ' || last_name)`)
    .orderBy('app_user.id')
    .execute()
  return rows.map(({ id }) => id)
}

function isSharer(memberId: string | undefined) {
  return memberId === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`EXISTS (SELECT FROM report_group_user AS own
        WHERE own.report_group_id = report_group.id AND own.user_id = ${memberId})`
}

/** What was sent with an id of the sender's own; until the end of the transaction nobody else sends with it. */
export async function lockSent(transaction: Transaction, id: string) {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`callboard.send.${id}`}, 0))`.execute(transaction)
  return await transaction
    .selectFrom('subscription')
    .where('id', '=', id)
    .select(['id', 'user_id as userId'])
    .executeTakeFirst()
}

/** The user's own report that was saved with exactly this, under the same name; the newest, undefined where there is none. */
export async function selectSame(
  transaction: Transaction,
  userId: string,
  asked: Body<typeof createSavedReport>,
): Promise<string | undefined> {
  const { name, reportId = null, definition, parameterUses, parameters, view, sharedWithGroupId } = asked
  const uses = definition && (parameterUses ?? [])
  const same = await transaction
    .selectFrom('saved_report')
    .where('user_id', '=', userId)
    .where('is_deleted', '=', false)
    .where('name', '=', name)
    .where('report_id', 'is not distinct from', reportId)
    .where('shared_with_group_id', 'is not distinct from', sharedWithGroupId)
    .where(sql<SqlBool>`definition IS NOT DISTINCT FROM ${jsonOf(definition)}::jsonb`)
    .where(sql<SqlBool>`parameter_uses IS NOT DISTINCT FROM ${jsonOf(uses)}::jsonb`)
    .where(sql<SqlBool>`parameters = ${jsonOf(parameters)}::jsonb AND view = ${jsonOf(view)}::jsonb`)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return same?.id
}

function jsonOf(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
