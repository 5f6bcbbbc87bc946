import type { Body } from '@callboard/contract/endpoint'
import type { searchReportSets } from '@callboard/contract/report-sets'
import { sql } from 'kysely'
import { recordStore } from '../../db/records/record-store.ts'
import type { Transaction, WithDefault } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

declare module '../../db/tables/schema.ts' {
  interface Database {
    report_set: Named & { sort_order: WithDefault<number> }
    report_set_report: { report_set_id: string; report_id: string; sort_order: WithDefault<number> }
  }
}

const reportIds = sql<string[]>`ARRAY(
  SELECT report_id FROM report_set_report JOIN report ON report.id = report_id
    WHERE report_set_id = report_set.id ORDER BY sort_order, report.name, report_id)`

export const reportSets = recordStore({
  table: 'report_set',
  rows: (db) =>
    db
      .selectFrom('report_set')
      .select(['id', 'name', 'description', 'sort_order as order', 'is_active as isActive', 'revision'])
      .select(reportIds.as('reportIds')),
  text: sql`lower(name || ' ' || description)`,
  orders: {
    order: sql`sort_order`,
    name: sql`lower(name)`,
    reportCount: sql`(SELECT count(*) FROM report_set_report WHERE report_set_id = report_set.id)`,
  },
  narrow: (query, { groupId }: Body<typeof searchReportSets>) =>
    query.$call(
      whereGiven(groupId, (all, id) =>
        all.where('id', 'in', (of) =>
          of.selectFrom('report_group_set').where('report_group_id', '=', id).select('report_set_id'),
        ),
      ),
    ),
})

/** The order of a set that comes after all others. */
export async function selectNextOrder(transaction: Transaction): Promise<number> {
  const { next } = await transaction
    .selectFrom('report_set')
    .select(sql<number>`coalesce(max(sort_order) + 1, 0)`.as('next'))
    .executeTakeFirstOrThrow()
  return next
}

/** The first of these ids that is no report, or is a part of the dashboard, which sets have none of. */
export async function selectUnknownReport(
  transaction: Transaction,
  wanted: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(${wanted}::uuid[]) AS given (id)
      WHERE NOT EXISTS (SELECT 1 FROM report WHERE report.id = given.id AND NOT is_dashboard_part)
      LIMIT 1`.execute(transaction)
  return rows[0]?.id
}

/** A set has these reports, in this order, and no others. */
export async function replaceSetReports(
  transaction: Transaction,
  setId: string,
  wanted: readonly string[],
): Promise<void> {
  await sql`DELETE FROM report_set_report
    WHERE report_set_id = ${setId} AND report_id <> ALL(${wanted}::uuid[])`.execute(transaction)
  await sql`INSERT INTO report_set_report (report_set_id, report_id, sort_order)
    SELECT ${setId}::uuid, id, place - 1 FROM unnest(${wanted}::uuid[]) WITH ORDINALITY AS given (id, place)
    ON CONFLICT (report_set_id, report_id) DO UPDATE SET sort_order = excluded.sort_order
      WHERE report_set_report.sort_order <> excluded.sort_order`.execute(transaction)
}

export interface SetReport {
  setId: string
  reportId: string
}

/** At the end of the set. */
export async function insertSetReport(
  transaction: Transaction,
  { setId, reportId }: SetReport,
): Promise<void> {
  await sql`INSERT INTO report_set_report (report_set_id, report_id, sort_order)
    SELECT ${setId}::uuid, ${reportId}::uuid, coalesce(max(sort_order) + 1, 0)
      FROM report_set_report WHERE report_set_id = ${setId}
    ON CONFLICT DO NOTHING`.execute(transaction)
}

/** The sets that a report is in. */
export async function selectSetsOfReport(transaction: Transaction, reportId: string): Promise<string[]> {
  const rows = await transaction
    .selectFrom('report_set_report')
    .where('report_id', '=', reportId)
    .select('report_set_id')
    .execute()
  return rows.map((row) => row.report_set_id)
}

/** Returns false when the report was not in the set. */
export async function deleteSetReport(
  transaction: Transaction,
  { setId, reportId }: SetReport,
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('report_set_report')
    .where('report_set_id', '=', setId)
    .where('report_id', '=', reportId)
    .returning('report_id')
    .executeTakeFirst()
  return row !== undefined
}
