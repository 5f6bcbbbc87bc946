import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/roles'
import { type Kysely, sql, type Transaction } from 'kysely'
import { containing, hasText, readListPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'
import { whereGiven } from '../../db/where-given.ts'

function roles(db: Kysely<Database>) {
  return db
    .selectFrom('role')
    .select(['role.id', 'role.name', 'description', 'claims', 'role.is_active as isActive', 'role.revision'])
    .select(userCount.as('userCount'))
}

const userCount = sql<number>`(
  SELECT count(*) FROM role_assignment JOIN app_user ON app_user.id = role_assignment.user_id
    WHERE role_assignment.role_id = role.id AND NOT app_user.is_deleted
      AND (expires_at IS NULL OR expires_at > now()))`

const orders = { name: sql`lower(role.name)`, userCount }

export async function selectRoles(db: Kysely<Database>, search: Body<typeof endpoints.searchRoles>) {
  const { keyword, activeOnly, sort = 'name' } = search
  const query = roles(db)
    .$if(activeOnly, (all) => all.where('role.is_active', '=', true))
    .$call(
      whereGiven(keyword, (all, text) =>
        all.where(sql`role.name || ' ' || description`, 'ilike', containing(text)),
      ),
    )
  return await readListPage(query, search, { order: orders[sort], tie: sql`role.id` })
}

export async function selectRole(db: Kysely<Database>, id: string) {
  return await roles(db).where('role.id', '=', id).executeTakeFirst()
}

/** How many users were ever given a role, deleted users included: they may be restored. */
export async function countAssignments(transaction: Transaction<Database>, id: string): Promise<number> {
  const { total } = await transaction
    .selectFrom('role_assignment')
    .where('role_id', '=', id)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

const holderOrders = {
  userName: sql`lower(app_user.user_name)`,
  expiryDate: sql`role_assignment.expires_at`,
}

export async function selectRoleHolders(
  db: Kysely<Database>,
  roleId: string,
  search: Body<typeof endpoints.searchRoleHolders>,
) {
  const { keyword, activeOnly, sort = 'userName' } = search
  const query = db
    .selectFrom('role_assignment')
    .innerJoin('app_user', 'app_user.id', 'role_assignment.user_id')
    .where('role_assignment.role_id', '=', roleId)
    .where('app_user.is_deleted', '=', false)
    .$if(activeOnly, (all) => all.where('app_user.is_active', '=', true))
    .$call(whereGiven(keyword, (all, text) => all.where(hasText(sql.ref('app_user.search_text'), text))))
    .select(['app_user.id as userId', 'user_name as userName', 'first_name as firstName'])
    .select(['last_name as lastName', 'start_at as startDate', 'expires_at as expiryDate'])
  return await readListPage(query, search, { order: holderOrders[sort], tie: sql`app_user.id` })
}
