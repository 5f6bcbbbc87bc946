import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/report-groups'
import { sql, type Kysely, type Transaction } from 'kysely'
import { containing, readListPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'
import { whereGiven } from '../../db/where-given.ts'

/** Ids that a group is linked with, by the table of links. */
function linkedIds(table: string, column: string) {
  return sql<string[]>`ARRAY(
    SELECT ${sql.ref(column)} FROM ${sql.table(table)} WHERE report_group_id = report_group.id ORDER BY 1)`
}

export async function selectReportGroups(
  db: Kysely<Database>,
  search: Body<typeof endpoints.searchReportGroups>,
) {
  const query = db
    .selectFrom('report_group')
    .$if(search.activeOnly, (all) => all.where('is_active', '=', true))
    .$call(
      whereGiven(search.keyword, (all, text) =>
        all.where(sql`name || ' ' || description`, 'ilike', containing(text)),
      ),
    )
    .select(['id', 'name', 'description', 'is_active as isActive', 'revision'])
    .select([
      linkedIds('report_group_set', 'report_set_id').as('setIds'),
      linkedIds('report_group_user', 'user_id').as('userIds'),
      linkedIds('report_group_customer', 'customer_id').as('customerIds'),
    ])
  return await readListPage(query, search, { order: sql`lower(name)`, tie: sql`report_group.id` })
}

/** Keeps a record from being deleted until the transaction ends. Returns false when there is none. */
export async function lockRecord(
  transaction: Transaction<Database>,
  table: 'report_group' | 'app_user',
  id: string,
): Promise<boolean> {
  const row = await transaction
    .selectFrom(table)
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export interface Membership {
  groupId: string
  userId: string
}

export async function insertGroupUser(
  transaction: Transaction<Database>,
  { groupId, userId }: Membership,
): Promise<void> {
  await transaction
    .insertInto('report_group_user')
    .values({ report_group_id: groupId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns false when the user was not in the group. */
export async function deleteGroupUser(
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
