import type { ReportToSend } from '@callboard/contract/sending'
import { actorOf } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { setActor } from '../../db/records/change.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { type FoundSavedReport, getSavedReport } from '../reports/saved/saved-reports.ts'
import { createSavedReport, updateSavedReport } from '../saved-reports/saved-reports.ts'
import { selectSame } from './store.ts'

/** The report as it is sent, saved and shared where that is asked. Throws as saving it would. */
export async function saveToSend(
  transaction: Transaction,
  caller: Caller,
  report: ReportToSend,
): Promise<FoundSavedReport> {
  if (!('savedReportId' in report)) {
    // What is sent a second time is not saved a second time.
    const known = await selectSame(transaction, caller.userId, report)
    const id = known ?? (await createSavedReport(transaction, caller, report)).id
    return await getSavedReport(transaction, caller, id)
  }
  const { savedReportId: id, sharedWithGroupId } = report
  if (sharedWithGroupId !== undefined) await updateSavedReport(transaction, caller, { id, sharedWithGroupId })
  return await getSavedReport(transaction, caller, id)
}

/**
 * What would be if the report was saved as it is to be sent: checked by the rules of what is saved, and undone afterwards, so that
 * there is no second way to check what is not saved yet.
 */
export async function asIfSaved<T>(
  db: Db,
  caller: Caller,
  {
    report,
    read,
  }: {
    report: ReportToSend
    read: (transaction: Transaction, saved: FoundSavedReport) => Promise<T>
  },
): Promise<T> {
  return await undone(
    db,
    caller,
    async (transaction) => await read(transaction, await saveToSend(transaction, caller, report)),
  )
}

/** Looks at what something would change, after which nothing is. */
export async function undone<T>(
  db: Db,
  caller: Caller,
  read: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const transaction = await db.startTransaction().execute()
  try {
    await setActor(transaction, actorOf(caller))
    return await read(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}
