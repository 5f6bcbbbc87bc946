import { sql } from 'kysely'
import { countRows } from '../../db/records/list-page.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'

/** Those of a saved report, deleted with it or not. */
export async function selectIdsOfSavedReport(
  db: Db,
  asked: { savedReportId: string; wereDeletedWithIt: boolean },
) {
  return await db
    .selectFrom('subscription')
    .where('saved_report_id', '=', asked.savedReportId)
    .where('is_deleted', '=', asked.wereDeletedWithIt)
    .where('is_deleted_with_report', '=', asked.wereDeletedWithIt)
    .select(['id', 'schedule', 'is_active'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function updateWithReport(
  transaction: Transaction,
  { id, isDeleted, nextRunAt }: { id: string; isDeleted: boolean; nextRunAt: Date | null },
): Promise<void> {
  await transaction
    .updateTable('subscription')
    .set({
      is_deleted: isDeleted,
      is_deleted_with_report: isDeleted,
      next_run_at: nextRunAt,
      revision: sql`revision + 1`,
    })
    .where('id', '=', id)
    .execute()
}

/** Those that are called as the report was. */
export async function updateNames(
  transaction: Transaction,
  { savedReportId, from, to }: { savedReportId: string; from: string; to: string },
): Promise<void> {
  await transaction
    .updateTable('subscription')
    .set({ name: to, revision: sql`revision + 1` })
    .where('saved_report_id', '=', savedReportId)
    .where('name', '=', from)
    .execute()
}

interface HandingOver {
  savedReportIds: readonly string[]
  from: string
  to: string
}

/** Those that count against the limit of the new owner. */
export async function countHandedOver(db: Db, { savedReportIds, from }: HandingOver): Promise<number> {
  return await countRows(
    db
      .selectFrom('subscription')
      .where('saved_report_id', '=', sql<string>`ANY(${[...savedReportIds]}::uuid[])`)
      .where('user_id', '=', from)
      .where('is_deleted', '=', false),
  )
}

/** Gives the new owner of saved reports what the earlier one had subscribed of them. */
export async function updateOwners(
  transaction: Transaction,
  { savedReportIds, from, to }: HandingOver,
): Promise<void> {
  await transaction
    .updateTable('subscription')
    .set({ user_id: to, revision: sql`revision + 1` })
    .where('saved_report_id', '=', sql<string>`ANY(${[...savedReportIds]}::uuid[])`)
    .where('user_id', '=', from)
    .execute()
}
