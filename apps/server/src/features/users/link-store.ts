import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/tables/schema.ts'

/** The roles of a user, whether valid now, later or no longer. */
export async function selectUserRoles(db: Db, userId: string) {
  return await db
    .selectFrom('role_assignment')
    .innerJoin('role', 'role.id', 'role_assignment.role_id')
    .where('role_assignment.user_id', '=', userId)
    .orderBy('role.name')
    .select(['role_assignment.role_id as roleId', 'role.name as roleName'])
    .select(['start_at as startsAt', 'expires_at as expiresAt'])
    .execute()
}

/** A role that nobody deletes until the transaction ends. */
export async function lockRole(transaction: Transaction, id: string) {
  return await transaction
    .selectFrom('role')
    .where('id', '=', id)
    .select('name')
    .forKeyShare()
    .executeTakeFirst()
}

/** A user has a role once: added again, it has other dates. */
export async function upsertUserRole(
  transaction: Transaction,
  { userId, roleId, startsAt, expiresAt }: UserRole & { startsAt: Date | null; expiresAt: Date | null },
): Promise<void> {
  const dates = { start_at: startsAt, expires_at: expiresAt }
  await transaction
    .insertInto('role_assignment')
    .values({ user_id: userId, role_id: roleId, ...dates })
    .onConflict((conflict) => conflict.columns(['user_id', 'role_id']).doUpdateSet(dates))
    .execute()
}

interface UserRole {
  userId: string
  roleId: string
}

/** False when the user does not have the role. */
export async function deleteUserRole(
  transaction: Transaction,
  { userId, roleId }: UserRole,
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('role_assignment')
    .where('user_id', '=', userId)
    .where('role_id', '=', roleId)
    .returning('role_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function selectUserGroups(db: Db, userId: string) {
  return await db
    .selectFrom('report_group_user')
    .innerJoin('report_group', 'report_group.id', 'report_group_user.report_group_id')
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .select(['id', 'name', 'description', 'is_active as isActive'])
    .execute()
}

export async function selectUserEntityGroups(db: Db, userId: string) {
  return await db
    .selectFrom('entity_group_user')
    .innerJoin('entity_group', 'entity_group.id', 'entity_group_user.entity_group_id')
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .select(['id', 'name', 'description', 'is_active as isActive'])
    .execute()
}

export async function selectProperties(db: Db, userId: string) {
  const row = await db.selectFrom('app_user').where('id', '=', userId).select('properties').executeTakeFirst()
  return row?.properties
}

/** Merges these properties into a user's, and answers all of them; undefined when there is no such user. */
export async function updateProperties(
  transaction: Transaction,
  userId: string,
  values: Readonly<Record<string, string | null>>,
): Promise<Record<string, string> | undefined> {
  const row = await transaction
    .updateTable('app_user')
    .set({ properties: sql`jsonb_strip_nulls(properties || ${JSON.stringify(values)}::jsonb)` })
    .where('id', '=', userId)
    .returning('properties')
    .executeTakeFirst()
  return row?.properties
}

export async function selectOpenSessions(
  db: Db,
  { userId, usedAfter, startedAfter }: { userId: string; usedAfter: Date; startedAfter: Date },
) {
  return await db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('last_used_at', '>', usedAfter)
    .where('created_at', '>', startedAfter)
    .orderBy('last_used_at', 'desc')
    .select(['id', 'created_at as startedAt', 'last_used_at as lastUsedAt', 'address'])
    .select('user_agent as userAgent')
    .execute()
}
