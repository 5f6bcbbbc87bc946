import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/saved-reports'
import { maxSavedReports, type SavedReport } from '@callboard/contract/saved-reports'
import type { Kysely, Transaction } from 'kysely'
import { actorOf } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { change } from '../../db/records/change.ts'
import { insertRecord, updateRecord } from '../../db/records/records.ts'
import type { Database } from '../../db/tables/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { requireValues } from '../reports/prepare-run.ts'
import { getRunnableReport, getSharedReport, type RunnableReport } from '../reports/reports.ts'
import { type FoundSavedReport, getSavedReport, readSavedReport } from '../reports/saved-reports.ts'
import {
  deleteWithSavedReport,
  handOverWithSavedReports,
  restoreWithSavedReport,
} from '../subscriptions/subscriptions.ts'
import * as store from './store.ts'

/**
 * Saves a report with values. Throws `notFound` for a report that the caller may not run, what a run with these values
 * would throw, `invalid` for a group that they may not share with, and `conflict` when they have too many.
 */
export async function createSavedReport(
  db: Kysely<Database>,
  caller: Caller,
  { reportId, parameters, view, ...values }: Body<typeof endpoints.createSavedReport>,
): Promise<SavedReport> {
  await requireValues({ db, caller }, await getRunnableReport(db, caller, reportId), parameters)
  return await change(db, actorOf(caller), async (transaction) => {
    await requireRoom(transaction, { userId: caller.userId, added: 1 })
    await requireSharing(transaction, caller, values.sharedWithGroupId)
    const id = await insertRecord(transaction, 'savedReport', {
      ...values,
      reportId,
      userId: caller.userId,
      parameters: JSON.stringify(parameters),
      view: JSON.stringify(view),
    })
    return await readSavedReport(transaction, caller, { id })
  })
}

/**
 * Throws `notFound` for one that the caller does not find, `forbidden` for somebody else's unless an admin asks,
 * `revisionConflict`, and as `createSavedReport` for what is given.
 */
export async function updateSavedReport(
  db: Kysely<Database>,
  caller: Caller,
  asked: Body<typeof endpoints.updateSavedReport> & { id: string },
): Promise<SavedReport> {
  const { id, revision, parameters, view, ...values } = asked
  const before = await getEditable(db, caller, id)
  const isNewOwner = values.userId !== undefined && values.userId !== before.userId
  if (isNewOwner && !caller.isAdmin)
    throw new AppError('forbidden', 'Only an administrator gives a saved report to somebody else.', {
      field: 'userId',
    })
  if (parameters !== undefined)
    await requireValues({ db, caller }, await reportOf(db, caller, before), parameters)
  return await change(db, actorOf(caller), async (transaction) => {
    const { userId, sharedWithGroupId: groupId } = values
    if (isNewOwner && userId !== undefined) await requireRoom(transaction, { userId, added: 1 })
    if (groupId !== undefined && groupId !== before.sharedWithGroupId)
      await requireSharing(transaction, caller, groupId)
    await updateRecord(transaction, 'savedReport', {
      id,
      revision,
      values: {
        ...values,
        ...(parameters === undefined ? {} : { parameters: JSON.stringify(parameters) }),
        ...(view === undefined ? {} : { view: JSON.stringify(view) }),
        updatedAt: new Date(),
      },
    })
    if (isNewOwner && userId !== undefined)
      await handOverWithSavedReports(transaction, { savedReportIds: [id], from: before.userId, to: userId })
    return await readSavedReport(transaction, caller, { id })
  })
}

/** Who may not run the report any more cannot give it other values. */
async function reportOf(
  db: Kysely<Database>,
  caller: Caller,
  saved: FoundSavedReport,
): Promise<RunnableReport> {
  if (!saved.isRunnable)
    throw new AppError('conflict', `You do not find the report “${saved.reportName}” any more.`, {
      field: 'parameters',
    })
  return await getSharedReport(db, caller, saved.reportId)
}

/** Can be restored, with its subscriptions. Throws as `updateSavedReport`. */
export async function deleteSavedReport(
  db: Kysely<Database>,
  caller: Caller,
  { id }: { id: string },
): Promise<undefined> {
  await getEditable(db, caller, id)
  await change(db, actorOf(caller), async (transaction) => {
    await updateRecord(transaction, 'savedReport', { id, values: { isDeleted: true, updatedAt: new Date() } })
    await deleteWithSavedReport(transaction, id)
  })
}

/** Throws `notFound` unless it is deleted, and the caller's own where they are no admin. */
export async function restoreSavedReport(
  db: Kysely<Database>,
  caller: Caller,
  { id }: { id: string },
): Promise<SavedReport> {
  const deleted = await readSavedReport(db, caller, { id, isDeleted: true })
  if (deleted.userId !== caller.userId && !caller.isAdmin) throw notFound()
  return await change(db, actorOf(caller), async (transaction) => {
    await requireRoom(transaction, { userId: deleted.userId, added: 1 })
    await updateRecord(transaction, 'savedReport', {
      id,
      values: { isDeleted: false, updatedAt: new Date() },
    })
    await restoreWithSavedReport(transaction, id)
    return await readSavedReport(transaction, caller, { id })
  })
}

/** Answers how many they were. Throws `notFound` for an unknown user, `invalid` for one who cannot own them. */
export async function handOverSavedReports(
  db: Kysely<Database>,
  caller: Caller,
  { from, to, sharedOnly }: { from: string; to: string; sharedOnly: boolean },
): Promise<{ handedOver: number }> {
  if (from === to) throw new AppError('invalid', 'They have them already.', { field: 'userId' })
  return await change(db, actorOf(caller), async (transaction) => {
    await requireRoom(transaction, { userId: to, added: 0 })
    const savedReportIds = await store.updateOwner(transaction, { from, to, sharedOnly })
    await requireRoom(transaction, { userId: to, added: 0 })
    await handOverWithSavedReports(transaction, { savedReportIds, from, to })
    return { handedOver: savedReportIds.length }
  })
}

async function getEditable(db: Kysely<Database>, caller: Caller, id: string): Promise<FoundSavedReport> {
  const saved = await getSavedReport(db, caller, id)
  if (saved.userId !== caller.userId && !caller.isAdmin)
    throw new AppError('forbidden', 'Only its owner and administrators change a saved report.')
  return saved
}

/** Locks the owner, and throws `invalid` for one who cannot sign in, `conflict` when there are too many. */
async function requireRoom(
  transaction: Transaction<Database>,
  { userId, added }: { userId: string; added: number },
): Promise<void> {
  const owner = await store.lockOwner(transaction, userId)
  if (owner === undefined)
    throw new AppError('invalid', 'There is no such user who can sign in.', { field: 'userId' })
  if (owner.count + added > maxSavedReports)
    throw new AppError('conflict', `Nobody has more than ${maxSavedReports} saved reports.`)
}

/** One shares with groups one is in; an admin with any. */
async function requireSharing(
  transaction: Transaction<Database>,
  caller: Caller,
  groupId: string | null,
): Promise<void> {
  if (groupId === null) return
  const memberId = caller.isAdmin ? undefined : caller.userId
  if (await store.lockSharingGroup(transaction, { groupId, memberId })) return
  throw new AppError('invalid', 'There is no such group to share with.', { field: 'sharedWithGroupId' })
}
