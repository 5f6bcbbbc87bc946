import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'

/** Roles of a user, whether valid now, later or no more. */
export async function listRoleAssignments(db: Kysely<Database>, userId: string) {
  return await db
    .selectFrom('role_assignment')
    .innerJoin('role', 'role.id', 'role_assignment.role_id')
    .where('role_assignment.user_id', '=', userId)
    .orderBy('role.name')
    .select(['role_assignment.role_id', 'role.name', 'start_at', 'expires_at'])
    .execute()
}

/** A role that nobody deletes until the transaction ends. */
export async function lockRole(transaction: Transaction<Database>, id: string) {
  return await transaction
    .selectFrom('role')
    .where('id', '=', id)
    .select('name')
    .forKeyShare()
    .executeTakeFirst()
}

/** Of a user and a role there is one assignment: given again it has other dates. */
export async function upsertAssignment(
  transaction: Transaction<Database>,
  assigned: { userId: string; roleId: string; startAt: Date | null; expiresAt: Date | null },
): Promise<void> {
  const dates = { start_at: assigned.startAt, expires_at: assigned.expiresAt }
  await transaction
    .insertInto('role_assignment')
    .values({ user_id: assigned.userId, role_id: assigned.roleId, ...dates })
    .onConflict((conflict) => conflict.columns(['user_id', 'role_id']).doUpdateSet(dates))
    .execute()
}

export async function deleteAssignment(
  transaction: Transaction<Database>,
  { userId, roleId }: { userId: string; roleId: string },
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('role_assignment')
    .where('user_id', '=', userId)
    .where('role_id', '=', roleId)
    .returning('role_id')
    .executeTakeFirst()
  return row !== undefined
}
