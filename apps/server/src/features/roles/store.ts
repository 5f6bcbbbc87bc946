import { type Kysely, sql, type Transaction } from 'kysely'
import { containing, hasText, type ListAsked, readListPage, type RowsPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'

export type RoleRow = Awaited<ReturnType<typeof getRoleRow>>

function roles(db: Kysely<Database>) {
  return db
    .selectFrom('role')
    .select(['role.id', 'role.name', 'description', 'claims', 'role.is_active', 'role.revision'])
    .select(userCount.as('user_count'))
}

const userCount = sql<number>`(
  SELECT count(*) FROM role_assignment JOIN app_user ON app_user.id = role_assignment.user_id
    WHERE role_assignment.role_id = role.id AND NOT app_user.is_deleted
      AND (expires_at IS NULL OR expires_at > now()))`

const orders = { name: sql`lower(role.name)`, userCount }

export async function listRoleRows(
  db: Kysely<Database>,
  asked: ListAsked & { sort?: keyof typeof orders | undefined },
): Promise<RowsPage<RoleRow>> {
  const { keyword = '', activeOnly, sort = 'name' } = asked
  const query = roles(db)
    .$if(activeOnly, (all) => all.where('role.is_active', '=', true))
    .$if(keyword !== '', (all) =>
      all.where(sql`role.name || ' ' || description`, 'ilike', containing(keyword)),
    )
  return await readListPage(query, asked, { order: orders[sort], tie: sql`role.id` })
}

export async function findRoleRow(db: Kysely<Database>, id: string) {
  return await roles(db).where('role.id', '=', id).executeTakeFirst()
}

export async function getRoleRow(db: Kysely<Database>, id: string) {
  return await roles(db).where('role.id', '=', id).executeTakeFirstOrThrow()
}

export interface RoleValues {
  name?: string
  description?: string
  claims?: string[]
  is_active?: boolean
}

export async function insertRole(
  transaction: Transaction<Database>,
  values: RoleValues & { name: string },
): Promise<string> {
  const { id } = await transaction.insertInto('role').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** How many users a role is given to, now or ever, deleted ones as well: they may be restored. */
export async function countAssignments(transaction: Transaction<Database>, id: string): Promise<number> {
  const { total } = await transaction
    .selectFrom('role_assignment')
    .where('role_id', '=', id)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function deleteRoleRow(transaction: Transaction<Database>, id: string): Promise<boolean> {
  const row = await transaction.deleteFrom('role').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

const holderOrders = {
  userName: sql`lower(app_user.user_name)`,
  expiryDate: sql`role_assignment.expires_at`,
}

export async function listHolderRows(
  db: Kysely<Database>,
  asked: ListAsked & { roleId: string; sort?: keyof typeof holderOrders | undefined },
) {
  const { roleId, keyword = '', activeOnly, sort = 'userName' } = asked
  const query = db
    .selectFrom('role_assignment')
    .innerJoin('app_user', 'app_user.id', 'role_assignment.user_id')
    .where('role_assignment.role_id', '=', roleId)
    .where('app_user.is_deleted', '=', false)
    .$if(activeOnly, (all) => all.where('app_user.is_active', '=', true))
    .$if(keyword !== '', (all) => all.where(hasText(sql.ref('app_user.search_text'), keyword)))
    .select(['app_user.id', 'user_name', 'first_name', 'last_name', 'start_at', 'expires_at'])
  return await readListPage(query, asked, { order: holderOrders[sort], tie: sql`app_user.id` })
}
