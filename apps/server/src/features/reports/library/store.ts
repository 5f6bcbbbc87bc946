import type { Body } from '@callboard/contract/endpoint'
import { callerFields } from '@callboard/contract/field-names'
import type * as endpoints from '@callboard/contract/manage-reports'
import { standardReports } from '@callboard/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import { maySignIn } from '../../../access/callers/store.ts'
import type { SearchedRows } from '../../../db/records/find-records.ts'
import { containing, readListPage } from '../../../db/records/list-page.ts'
import type { Db, Transaction } from '../../../db/tables/schema.ts'
import { whereGiven } from '../../../db/records/where-given.ts'

const setIds = sql<string[]>`ARRAY(
  SELECT report_set_id FROM report_set_report WHERE report_id = report.id ORDER BY 1)`

export async function selectReport(db: Db, id: string) {
  return await db
    .selectFrom('report')
    .where('id', '=', id)
    .selectAll()
    .select(setIds.as('set_ids'))
    .executeTakeFirst()
}

/** A report that nobody else changes until the transaction ends. */
export async function lockReport(transaction: Transaction, id: string) {
  return await transaction
    .selectFrom('report')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

const orders = {
  name: sql`lower(name)`,
  kind: sql`kind`,
  setCount: sql`cardinality(${setIds})`,
}

/** Those that sets may have: the parts of the dashboard are none of them. */
export async function selectReports(db: Db, search: Body<typeof endpoints.searchReports>) {
  const { keyword, activeOnly, setId, sort = 'name' } = search
  const query = db
    .selectFrom('report')
    .where('is_dashboard_part', '=', false)
    .$if(activeOnly, (all) => all.where('is_active', '=', true))
    .$call(
      whereGiven(setId, (all, id) =>
        all.where('id', 'in', (of) =>
          of.selectFrom('report_set_report').where('report_set_id', '=', id).select('report_id'),
        ),
      ),
    )
    .$call(
      whereGiven(keyword, (all, text) =>
        all.where(sql`name || ' ' || description`, 'ilike', containing(text)),
      ),
    )
    .selectAll()
    .select(setIds.as('set_ids'))
  return await readListPage(query, search, { order: orders[sort], tie: sql`report.id` })
}

/** Whether a report is in an active set of an active group of the user. */
export async function selectIsInSets(
  db: Db,
  { userId, reportId }: { userId: string; reportId: string },
): Promise<boolean> {
  const row = await reportsOfGroups(db, userId)
    .where('report.id', '=', reportId)
    .select('report.id')
    .executeTakeFirst()
  return row !== undefined
}

/** The active groups that give a report, and their users who may sign in. */
export async function countUsesOfReport(db: Db, reportId: string) {
  return await db
    .selectFrom('report_set_report')
    .innerJoin('report_set', 'report_set.id', 'report_set_report.report_set_id')
    .innerJoin('report_group_set', 'report_group_set.report_set_id', 'report_set.id')
    .innerJoin('report_group', 'report_group.id', 'report_group_set.report_group_id')
    .leftJoin('report_group_user', 'report_group_user.report_group_id', 'report_group.id')
    .leftJoin('app_user', (join) => join.onRef('app_user.id', '=', 'report_group_user.user_id').on(maySignIn))
    .where('report_set_report.report_id', '=', reportId)
    .where('report_set.is_active', '=', true)
    .where('report_group.is_active', '=', true)
    .select([
      sql<number>`count(DISTINCT report_group.id)`.as('groupCount'),
      sql<number>`count(DISTINCT app_user.id)`.as('userCount'),
      sql<number>`(SELECT count(*) FROM saved_report WHERE report_id = ${reportId} AND NOT is_deleted)`.as(
        'savedReportCount',
      ),
      sql<number>`(SELECT count(*) FROM subscription JOIN saved_report ON saved_report.id = saved_report_id
        WHERE report_id = ${reportId} AND NOT subscription.is_deleted)`.as('subscriptionCount'),
    ])
    .executeTakeFirstOrThrow()
}

const namesCaller = `"(${callerFields.join('|')})"`

/** Whether what is defined lists calls or shows who called. */
export function showsCalls(kind: RawBuilder<string>, definition: RawBuilder<object>): RawBuilder<boolean> {
  return sql<boolean>`(${kind} = 'details' OR ${definition}::text ~ ${namesCaller})`
}

/** The reports of a user's groups in order, a row for each group, set and report; those that show calls only if wanted. */
export async function selectReportMenuRows(
  db: Db,
  { userId, withDetails }: { userId: string; withDetails: boolean },
) {
  return await reportsOfGroups(db, userId)
    .$if(!withDetails, (query) =>
      query.where((where) => where.not(showsCalls(sql`report.kind`, sql`report.definition`))),
    )
    .select([
      'report_group.id as group_id',
      'report_group.name as group_name',
      'report_set.id as set_id',
      'report_set.name as set_name',
      'report.id as report_id',
      'report.name as report_name',
      'report.description as report_description',
    ])
    .orderBy('report_group.name')
    .orderBy('report_group.id')
    .orderBy('report_set.sort_order')
    .orderBy('report_set.id')
    .orderBy('report_set_report.sort_order')
    .orderBy('report.name')
    .execute()
}

/** The active reports in the active sets of the active groups of a user. */
export function reportsOfGroups(db: Db, userId: string | RawBuilder<string>) {
  return db
    .selectFrom('report_group_user')
    .innerJoin('report_group', 'report_group.id', 'report_group_user.report_group_id')
    .innerJoin('report_group_set', 'report_group_set.report_group_id', 'report_group.id')
    .innerJoin('report_set', 'report_set.id', 'report_group_set.report_set_id')
    .innerJoin('report_set_report', 'report_set_report.report_set_id', 'report_set.id')
    .innerJoin('report', 'report.id', 'report_set_report.report_id')
    .where('report_group_user.user_id', '=', userId)
    .where('report_group.is_active', '=', true)
    .where('report_set.is_active', '=', true)
    .where('report.is_active', '=', true)
}

/** What a search of the portal finds. */
export const searched: SearchedRows = {
  from: sql`report WHERE is_active AND NOT is_dashboard_part AND id <> ${standardReports.callDetails}`,
  text: sql`lower(name || ' ' || description)`,
  subtitle: sql`description`,
}

/** For the administration dashboard. */
export const reportCount = sql<number>`(SELECT count(*) FROM report WHERE is_active AND NOT is_dashboard_part)`
