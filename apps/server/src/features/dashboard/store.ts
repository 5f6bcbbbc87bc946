import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/tables/schema.ts'

export async function selectUserDashboard(db: Db, userId: string) {
  return await db
    .selectFrom('user_dashboard')
    .where('user_id', '=', userId)
    .select(['layout', 'revision'])
    .executeTakeFirst()
}

/** Without a layout, unless there is one. */
export async function insertUserDashboard(transaction: Transaction, userId: string): Promise<void> {
  await transaction
    .insertInto('user_dashboard')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** False when the given revision is no longer the current one. */
export async function updateUserDashboard(
  transaction: Transaction,
  { userId, layout, revision }: { userId: string; layout: object; revision?: number | undefined },
): Promise<boolean> {
  const row = await transaction
    .updateTable('user_dashboard')
    .set({ layout: JSON.stringify(layout), revision: sql`revision + 1` })
    .where('user_id', '=', userId)
    .$if(revision !== undefined, (all) => all.where('revision', '=', revision ?? 0))
    .returning('revision')
    .executeTakeFirst()
  return row !== undefined
}

/** The user has no choice of their own any more. False when they had none. */
export async function deleteLayout(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .updateTable('user_dashboard')
    .set({ layout: null, revision: sql`revision + 1` })
    .where('user_id', '=', userId)
    .where('layout', 'is not', null)
    .returning('revision')
    .executeTakeFirst()
  return row !== undefined
}

/** Of the roles that a user has now and that have one: the lowest order first, then by name. */
export async function selectDashboardOfRoles(db: Db, userId: string, now: Date) {
  return await db
    .selectFrom('role_assignment')
    .innerJoin('role', 'role.id', 'role_assignment.role_id')
    .where('role_assignment.user_id', '=', userId)
    .where('role.is_active', '=', true)
    .where('role.dashboard', 'is not', null)
    .where((where) => where.or([where('start_at', 'is', null), where('start_at', '<=', now)]))
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy(sql`(role.dashboard->>'order')::integer`)
    .orderBy(sql`lower(role.name)`)
    .orderBy('role.id')
    .select(['role.name', 'role.dashboard as layout'])
    .executeTakeFirst()
}

export async function selectRoleDashboard(db: Db, roleId: string) {
  return await db
    .selectFrom('role')
    .where('id', '=', roleId)
    .select(['dashboard as layout', 'revision'])
    .executeTakeFirst()
}
