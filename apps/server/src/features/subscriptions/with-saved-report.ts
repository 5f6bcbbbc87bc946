import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { updateWaitingToSkipped } from './delivery-store.ts'
import { nextRunOf } from './next-run.ts'
import { requireRoom } from './room.ts'
import * as store from './saved-report-store.ts'

/** What waits to be sent is not sent. */
export async function deleteWithSavedReport(
  transaction: Transaction<Database>,
  savedReportId: string,
): Promise<void> {
  const asked = { savedReportId, wereDeletedWithIt: false }
  for (const { id } of await store.selectIdsOfSavedReport(transaction, asked)) {
    await store.updateWithReport(transaction, { id, isDeleted: true, nextRunAt: null })
    const reason = 'The saved report was deleted.'
    await updateWaitingToSkipped(transaction, { subscriptionId: id, reason })
  }
}

/** Those that were deleted with it are due again from now on; others stay deleted. */
export async function restoreWithSavedReport(
  transaction: Transaction<Database>,
  savedReportId: string,
): Promise<void> {
  const asked = { savedReportId, wereDeletedWithIt: true }
  for (const { id, schedule, is_active: isActive } of await store.selectIdsOfSavedReport(
    transaction,
    asked,
  )) {
    const nextRunAt = isActive ? nextRunOf(schedule) : null
    await store.updateWithReport(transaction, { id, isDeleted: false, nextRunAt })
  }
}

/**
 * What the earlier owner had subscribed of these saved reports is the new owner's, as the reports are. Throws `conflict` when that is
 * too much.
 */
export async function handOverWithSavedReports(
  transaction: Transaction<Database>,
  asked: { savedReportIds: readonly string[]; from: string; to: string },
): Promise<void> {
  await requireRoom(transaction, asked.to, await store.countHandedOver(transaction, asked))
  await store.updateOwners(transaction, asked)
}
