import { sql, type Kysely } from 'kysely'
import { hasText, inOrder, type ListAsked, readListPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'

/** As the index app_user_by_person has it. */
export const personName = sql`lower(ltrim(first_name || ' ' || last_name || ' ' || user_name))`

const orders = {
  userName: sql`lower(user_name)`,
  name: personName,
  email: sql`lower(email)`,
  customer: sql`lower(customer.name)`,
  lastLoginAt: sql`last_login_at`,
  createdAt: sql`app_user.created_at`,
}

export interface UsersAsked extends ListAsked {
  sort?: keyof typeof orders | undefined
  /** Who has the role now or will have it. */
  roleid?: string | undefined
  customerid?: string | undefined
}

export async function listUserRows(db: Kysely<Database>, asked: UsersAsked) {
  const { keyword = '', activeOnly, sort = 'userName', roleid, customerid } = asked
  const query = db
    .selectFrom('app_user')
    .leftJoin('customer', 'customer.id', 'app_user.customer_id')
    .select('app_user.id')
    .$if(activeOnly, (all) =>
      all.where('app_user.is_active', '=', true).where('app_user.is_deleted', '=', false),
    )
    .$if(keyword !== '', (all) => all.where(hasText(sql.ref('app_user.search_text'), keyword)))
    .$if(customerid !== undefined, (all) => all.where('app_user.customer_id', '=', customerid ?? ''))
    .$if(roleid !== undefined, (all) =>
      all.where('app_user.id', 'in', (eb) =>
        eb
          .selectFrom('role_assignment')
          .where('role_id', '=', roleid ?? '')
          .where((where) =>
            where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]),
          )
          .select('user_id'),
      ),
    )
  const page = await readListPage(query, asked, {
    order: orders[sort],
    tie: sql`app_user.id`,
    isNeverNull: sort === 'userName' || sort === 'name' || sort === 'createdAt',
  })
  // Customers and roles are looked up of who is shown, not of who is skipped.
  const ids = page.items.map(({ id }) => id)
  const shown = await db
    .selectFrom('app_user')
    .leftJoin('customer', 'customer.id', 'app_user.customer_id')
    .where('app_user.id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .selectAll('app_user')
    .select('customer.name as customer_name')
    .select(roleNames.as('role_names'))
    .execute()
  return { ...page, items: inOrder(ids, shown) }
}

const roleNames = sql<string[]>`ARRAY(
  SELECT role.name FROM role_assignment JOIN role ON role.id = role_assignment.role_id
    WHERE role_assignment.user_id = app_user.id AND role.is_active
      AND (start_at IS NULL OR start_at <= now()) AND (expires_at IS NULL OR expires_at > now())
    ORDER BY lower(role.name))`

/** Everybody who may sign in, by name. */
export async function listActiveUserRows(db: Kysely<Database>) {
  return await db
    .selectFrom('app_user')
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .orderBy(personName)
    .orderBy('id')
    .select(['id', 'user_name', 'first_name', 'last_name', 'thumbnail_url'])
    .execute()
}
