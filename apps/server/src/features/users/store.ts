import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'

export async function getUser(db: Kysely<Database>, id: string) {
  return await db.selectFrom('app_user').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
}

/** Roles of a user, whether valid now, later or no more. */
export async function listRoleAssignments(db: Kysely<Database>, userId: string) {
  return await db
    .selectFrom('role_assignment')
    .innerJoin('role', 'role.id', 'role_assignment.role_id')
    .where('role_assignment.user_id', '=', userId)
    .orderBy('role.name')
    .select([
      'role_assignment.role_id',
      'role.name',
      'role.claims',
      'role.is_active',
      'start_at',
      'expires_at',
    ])
    .execute()
}
