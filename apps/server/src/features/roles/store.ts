import type { Body } from '@callboard/contract/endpoint'
import type { searchRoleHolders } from '@callboard/contract/roles'
import { type ColumnType, sql } from 'kysely'
import { listRows, recordStore } from '../../db/records/record-store.ts'
import { countRows } from '../../db/records/list-page.ts'
import type { Db, Transaction, WithDefault } from '../../db/tables/schema.ts'

declare module '../../db/tables/schema.ts' {
  interface Database {
    role: Named & {
      claims: WithDefault<string[]>
      dashboard: ColumnType<object | null, string | null | undefined, string | null>
    }
    role_assignment: { user_id: string; role_id: string; start_at: Date | null; expires_at: Date | null }
  }
}

const userCount = sql<number>`(
  SELECT count(*) FROM role_assignment JOIN app_user ON app_user.id = role_assignment.user_id
    WHERE role_assignment.role_id = role.id AND NOT app_user.is_deleted
      AND (expires_at IS NULL OR expires_at > now()))`

export const roles = recordStore({
  table: 'role',
  rows: (db) =>
    db
      .selectFrom('role')
      .select(['id', 'name', 'description', 'claims', 'is_active as isActive', 'revision'])
      .select(userCount.as('userCount')),
  text: sql`lower(role.name || ' ' || description)`,
  orders: { name: sql`lower(role.name)`, userCount },
})

/** How many users were ever given a role, deleted users included: they may be restored. */
export async function countAssignments(transaction: Transaction, id: string): Promise<number> {
  return await countRows(transaction.selectFrom('role_assignment').where('role_id', '=', id))
}

export async function selectRoleHolders(db: Db, roleId: string, search: Body<typeof searchRoleHolders>) {
  const query = db
    .selectFrom('role_assignment')
    .innerJoin('app_user', 'app_user.id', 'role_assignment.user_id')
    .where('role_assignment.role_id', '=', roleId)
    .where('app_user.is_deleted', '=', false)
    .select(['app_user.id as userId', 'user_name as userName', 'first_name as firstName'])
    .select(['last_name as lastName', 'start_at as startDate', 'expires_at as expiryDate'])
  return await listRows(query, search, {
    table: 'app_user',
    text: sql`app_user.search_text`,
    orders: { userName: sql`lower(app_user.user_name)`, expiryDate: sql`role_assignment.expires_at` },
  })
}
