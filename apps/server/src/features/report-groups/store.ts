import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/report-groups'
import { type Kysely, sql, type Transaction } from 'kysely'
import { containing, hasText, readListPage } from '../../db/list-page.ts'
import * as links from '../../db/member-links.ts'
import type { MemberLink } from '../../db/member-links.ts'
import type { Database } from '../../db/schema.ts'
import { whereGiven } from '../../db/where-given.ts'

const linked = {
  set: {
    links: 'report_group_set',
    groupColumn: 'report_group_id',
    column: 'report_set_id',
    table: 'report_set',
    exists: sql`true`,
  },
  customer: {
    links: 'report_group_customer',
    groupColumn: 'report_group_id',
    column: 'customer_id',
    table: 'customer',
    exists: sql`true`,
  },
  user: {
    links: 'report_group_user',
    groupColumn: 'report_group_id',
    column: 'user_id',
    table: 'app_user',
    exists: sql`NOT member.is_deleted`,
  },
} as const satisfies Record<string, MemberLink>

export type MemberKind = keyof typeof linked

function linkedIds(kind: MemberKind) {
  const { links: linkTable, column, table, exists } = linked[kind]
  return sql<string[]>`ARRAY(
    SELECT member.id FROM ${sql.table(linkTable)} AS link
      JOIN ${sql.table(table)} AS member ON member.id = ${sql.ref(`link.${column}`)}
      WHERE link.report_group_id = report_group.id AND ${exists} ORDER BY 1)`
}

const ids = { set: linkedIds('set'), customer: linkedIds('customer'), user: linkedIds('user') }

const orders = {
  name: sql`lower(name)`,
  setCount: sql`cardinality(${ids.set})`,
  customerCount: sql`cardinality(${ids.customer})`,
  userCount: sql`cardinality(${ids.user})`,
}

function groups(db: Kysely<Database>) {
  return db
    .selectFrom('report_group')
    .select(['id', 'name', 'description', 'is_active as isActive', 'revision'])
    .select([ids.set.as('setIds'), ids.user.as('userIds'), ids.customer.as('customerIds')])
}

export async function selectReportGroups(
  db: Kysely<Database>,
  search: Body<typeof endpoints.searchReportGroups>,
) {
  const { keyword, activeOnly, sort = 'name' } = search
  const query = groups(db)
    .$if(activeOnly, (all) => all.where('is_active', '=', true))
    .$call(
      whereGiven(keyword, (all, text) =>
        all.where(sql`name || ' ' || description`, 'ilike', containing(text)),
      ),
    )
  return await readListPage(query, search, { order: orders[sort], tie: sql`report_group.id` })
}

export async function selectReportGroup(db: Kysely<Database>, id: string) {
  return await groups(db).where('id', '=', id).executeTakeFirst()
}

export interface GroupMembers {
  groupId: string
  kind: MemberKind
  ids: readonly string[]
}

/** As `links.selectUnknownMember`; a deleted user is none. */
export async function selectUnknownMember(
  transaction: Transaction<Database>,
  { kind, ids: wanted }: GroupMembers,
): Promise<string | undefined> {
  return await links.selectUnknownMember(transaction, linked[kind], wanted)
}

export async function insertGroupMembers(
  transaction: Transaction<Database>,
  { kind, ...members }: GroupMembers,
): Promise<void> {
  await links.insertMembers(transaction, linked[kind], members)
}

/** Returns false when it was not in the group. */
export async function deleteGroupMember(
  transaction: Transaction<Database>,
  { groupId, kind, id }: { groupId: string; kind: MemberKind; id: string },
): Promise<boolean> {
  return (await links.deleteMembers(transaction, linked[kind], { groupId, ids: [id] })) > 0
}

const userOrders = {
  userName: sql`lower(user_name)`,
  lastName: sql`lower(last_name || ' ' || first_name)`,
}

export async function selectGroupUsers(
  db: Kysely<Database>,
  groupId: string,
  search: Body<typeof endpoints.searchReportGroupUsers>,
) {
  const { keyword, activeOnly, sort = 'userName' } = search
  const query = db
    .selectFrom('report_group_user')
    .innerJoin('app_user', 'app_user.id', 'report_group_user.user_id')
    .where('report_group_id', '=', groupId)
    .where('is_deleted', '=', false)
    .$if(activeOnly, (all) => all.where('is_active', '=', true))
    .$call(whereGiven(keyword, (all, text) => all.where(hasText(sql.ref('app_user.search_text'), text))))
    .select(['app_user.id', 'user_name as userName', 'first_name as firstName', 'last_name as lastName'])
    .select('is_active as isActive')
  return await readListPage(query, search, { order: userOrders[sort], tie: sql`app_user.id` })
}

const customerOrders = { name: sql`lower(name)`, code: sql`lower(code)` }

export async function selectGroupCustomers(
  db: Kysely<Database>,
  groupId: string,
  search: Body<typeof endpoints.searchReportGroupCustomers>,
) {
  const { keyword, activeOnly, sort = 'name' } = search
  const query = db
    .selectFrom('report_group_customer')
    .innerJoin('customer', 'customer.id', 'report_group_customer.customer_id')
    .where('report_group_id', '=', groupId)
    .$if(activeOnly, (all) => all.where('is_active', '=', true))
    .$call(
      whereGiven(keyword, (all, text) =>
        all.where(sql`concat_ws(' ', code, name)`, 'ilike', containing(text)),
      ),
    )
    .select(['customer.id', 'name', 'code', 'is_active as isActive'])
  return await readListPage(query, search, { order: customerOrders[sort], tie: sql`customer.id` })
}
