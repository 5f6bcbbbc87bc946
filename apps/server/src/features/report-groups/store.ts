import { sql, type Kysely, type Transaction } from 'kysely'
import { containing, type ListAsked, readListPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'

export async function listGroupRows(db: Kysely<Database>, asked: ListAsked) {
  const { keyword = '', activeOnly } = asked
  const query = db
    .selectFrom('report_group')
    .$if(activeOnly, (all) => all.where('is_active', '=', true))
    .$if(keyword !== '', (all) => all.where(sql`name || ' ' || description`, 'ilike', containing(keyword)))
    .selectAll()
    .select([
      sql<
        string[]
      >`ARRAY(SELECT report_set_id FROM report_group_set WHERE report_group_id = report_group.id ORDER BY 1)`.as(
        'set_ids',
      ),
      sql<
        string[]
      >`ARRAY(SELECT user_id FROM report_group_user WHERE report_group_id = report_group.id ORDER BY 1)`.as(
        'user_ids',
      ),
      sql<
        string[]
      >`ARRAY(SELECT customer_id FROM report_group_customer WHERE report_group_id = report_group.id ORDER BY 1)`.as(
        'customer_ids',
      ),
    ])
  return await readListPage(query, asked, { order: sql`lower(name)`, tie: sql`report_group.id` })
}

/** Whether there is such a group, which nobody deletes until the transaction ends. */
export async function groupIsThere(transaction: Transaction<Database>, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('report_group')
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function userIsThere(transaction: Transaction<Database>, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('app_user')
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

interface Membership {
  groupId: string
  userId: string
}

export async function insertMember(
  transaction: Transaction<Database>,
  { groupId, userId }: Membership,
): Promise<void> {
  await transaction
    .insertInto('report_group_user')
    .values({ report_group_id: groupId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteMember(
  transaction: Transaction<Database>,
  { groupId, userId }: Membership,
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('report_group_user')
    .where('report_group_id', '=', groupId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
