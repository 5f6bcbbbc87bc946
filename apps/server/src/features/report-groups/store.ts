import type { Body } from '@callboard/contract/endpoint'
import type { searchReportGroupCustomers } from '@callboard/contract/report-groups'
import { sql } from 'kysely'
import { linkOf, linkOfUsers, memberIds, type MemberLink } from '../../db/records/member-links.ts'
import { listRows, recordStore } from '../../db/records/record-store.ts'
import type { Db } from '../../db/tables/schema.ts'

declare module '../../db/tables/schema.ts' {
  interface Database {
    report_group: Named
    report_group_user: { report_group_id: string; user_id: string }
    report_group_customer: { report_group_id: string; customer_id: string }
    report_group_set: { report_group_id: string; report_set_id: string }
  }
}

const groupColumn = 'report_group_id'

export const links = {
  set: linkOf('report_set', 'report_group_set', groupColumn),
  customer: linkOf('customer', 'report_group_customer', groupColumn),
  user: linkOfUsers('report_group_user', groupColumn),
}

function linkedIds({ links: linkTable, column, table, exists }: MemberLink) {
  return sql<string[]>`ARRAY(
    SELECT member.id FROM ${sql.table(linkTable)} AS link
      JOIN ${sql.table(table)} AS member ON member.id = ${sql.ref(`link.${column}`)}
      WHERE link.report_group_id = report_group.id AND ${exists} ORDER BY 1)`
}

const ids = { set: linkedIds(links.set), customer: linkedIds(links.customer), user: linkedIds(links.user) }

const isAdminOnly = sql<boolean>`(
  SELECT coalesce(bool_and(member.is_admin), false) FROM report_group_user AS link
    JOIN app_user AS member ON member.id = link.user_id
    WHERE link.report_group_id = report_group.id AND ${links.user.exists})`

export const reportGroups = recordStore({
  table: 'report_group',
  rows: (db) =>
    db
      .selectFrom('report_group')
      .select(['id', 'name', 'description', 'is_active as isActive', 'revision'])
      .select([ids.set.as('setIds'), ids.user.as('userIds'), ids.customer.as('customerIds')]),
  text: sql`lower(name || ' ' || description)`,
  orders: {
    name: sql`lower(name)`,
    setCount: sql`cardinality(${ids.set})`,
    customerCount: sql`cardinality(${ids.customer})`,
    userCount: sql`cardinality(${ids.user})`,
    isAdminOnly: sql`CASE WHEN ${isAdminOnly} THEN '1' ELSE '0' END || lower(name)`,
  },
})

export async function selectGroupCustomers(
  db: Db,
  { id, ...search }: Body<typeof searchReportGroupCustomers> & { id: string },
) {
  const query = db
    .selectFrom('customer')
    .where('id', 'in', memberIds(links.customer, id))
    .select(['id', 'name', 'code', 'is_active as isActive'])
  return await listRows(query, search, {
    table: 'customer',
    text: sql`lower(concat_ws(' ', code, name))`,
    orders: { name: sql`lower(name)`, code: sql`lower(code)` },
  })
}
