import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/saved-reports'
import { maxSavedReports, type SavedReport } from '@callboard/contract/saved-reports'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { insertRecord, updateRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import { requireRunnable, requireValues } from '../reports/running/prepare-run.ts'
import {
  buildOwnReport,
  getRunnableReport,
  type OwnDefinition,
  type RunnableReport,
} from '../reports/library/reports.ts'
import {
  type FoundSavedReport,
  getOwnDefinition,
  getReportBehind,
  getSavedReport,
  readSavedReport,
} from '../reports/saved/saved-reports.ts'
import {
  deleteWithSavedReport,
  handOverWithSavedReports,
  renameWithSavedReport,
  restoreWithSavedReport,
} from '../subscriptions/subscriptions.ts'
import * as store from './store.ts'

/**
 * Saves a report, or a definition, with values. Throws `notFound` for a report that the caller may not run, what a run
 * with these values would throw, `invalid` for a group that they may not share with, and `conflict` when they have too many.
 */
export async function createSavedReport(
  db: Db,
  caller: Caller,
  asked: Body<typeof endpoints.createSavedReport>,
): Promise<SavedReport> {
  const { reportId, definition, parameterUses = [], parameters, view, ...values } = asked
  const own = definition && { definition, parameters: parameterUses }
  const report =
    own === undefined
      ? await getRunnableReport(db, caller, orNotFound(reportId))
      : await getOwnReport(db, caller, own)
  await requireValues({ db, caller }, report, parameters)
  return await changeBy(db, caller, async (transaction) => {
    await requireQuota(transaction, { userId: caller.userId, added: 1 })
    await requireSharing(transaction, caller, values.sharedWithGroupId)
    const id = await insertRecord(transaction, 'savedReport', {
      ...values,
      ...(own && storedDefinition(own)),
      reportId: reportId ?? null,
      userId: caller.userId,
      parameters: JSON.stringify(parameters),
      view: JSON.stringify(view),
    })
    return await readSavedReport(transaction, caller, { id })
  })
}

/** Throws what running it would with the defaults of its parameters. */
async function getOwnReport(db: Db, caller: Caller, own: OwnDefinition): Promise<RunnableReport> {
  const report = buildOwnReport(caller, own)
  await requireRunnable({ db, caller }, { ...own, kind: report.kind })
  return report
}

function storedDefinition({ definition, parameters }: OwnDefinition) {
  return { definition: JSON.stringify(definition), parameterUses: JSON.stringify(parameters) }
}

/**
 * Throws `notFound` for one that the caller does not find, `forbidden` for somebody else's unless an admin asks,
 * `conflict` for the definition of a report of the library, `revisionConflict`, and as `createSavedReport` for what is
 * given.
 */
export async function updateSavedReport(
  db: Db,
  caller: Caller,
  asked: Body<typeof endpoints.updateSavedReport> & { id: string },
): Promise<SavedReport> {
  const { id, revision, definition, parameterUses, parameters, view, ...values } = asked
  const before = await getEditable(db, caller, id)
  const isNewOwner = values.userId !== undefined && values.userId !== before.userId
  if (isNewOwner && !caller.isAdmin)
    throw new AppError('forbidden', 'Only administrators can hand over a saved report.', {
      field: 'userId',
    })
  const own = await changedDefinition(db, before, { definition, parameters: parameterUses })
  if (own !== undefined || parameters !== undefined) {
    const report =
      own === undefined ? await reportOf(db, caller, before) : await getOwnReport(db, caller, own)
    await requireValues({ db, caller }, report, parameters ?? before.parameters)
  }
  return await changeBy(db, caller, async (transaction) => {
    const { userId, sharedWithGroupId: groupId } = values
    if (isNewOwner && userId !== undefined) await requireQuota(transaction, { userId, added: 1 })
    if (groupId !== undefined && groupId !== before.sharedWithGroupId)
      await requireSharing(transaction, caller, groupId)
    await updateRecord(transaction, 'savedReport', {
      id,
      revision,
      values: {
        ...values,
        ...(own && storedDefinition(own)),
        ...(parameters === undefined ? {} : { parameters: JSON.stringify(parameters) }),
        ...(view === undefined ? {} : { view: JSON.stringify(view) }),
        updatedAt: new Date(),
      },
    })
    const { name = before.name } = values
    await renameWithSavedReport(transaction, { savedReportId: id, from: before.name, to: name })
    if (isNewOwner && userId !== undefined)
      await handOverWithSavedReports(transaction, { savedReportIds: [id], from: before.userId, to: userId })
    return await readSavedReport(transaction, caller, { id })
  })
}

/** Undefined where it stays as it is. */
async function changedDefinition(
  db: Db,
  before: FoundSavedReport,
  changes: Partial<OwnDefinition>,
): Promise<OwnDefinition | undefined> {
  if (changes.definition === undefined && changes.parameters === undefined) return undefined
  if (before.reportId !== null)
    throw new AppError(
      'conflict',
      'This saved report shows a library report. Make a copy to change what it shows.',
      {
        field: changes.definition === undefined ? 'parameterUses' : 'definition',
      },
    )
  const { definition, parameters } = changes
  if (definition !== undefined && parameters !== undefined) return { definition, parameters }
  const stored = await getOwnDefinition(db, before)
  return { definition: definition ?? stored.definition, parameters: parameters ?? stored.parameters }
}

/** Who may not run the report any more cannot give it other values. */
async function reportOf(db: Db, caller: Caller, saved: FoundSavedReport): Promise<RunnableReport> {
  if (!saved.isRunnable)
    throw new AppError('conflict', `You no longer have access to the report “${saved.reportName}”.`, {
      field: 'parameters',
    })
  return await getReportBehind(db, caller, saved)
}

/** Can be restored, with its subscriptions. Throws as `updateSavedReport`. */
export async function deleteSavedReport(db: Db, caller: Caller, { id }: { id: string }): Promise<undefined> {
  await getEditable(db, caller, id)
  await changeBy(db, caller, async (transaction) => {
    await updateRecord(transaction, 'savedReport', { id, values: { isDeleted: true, updatedAt: new Date() } })
    await deleteWithSavedReport(transaction, id)
  })
}

/** Throws `notFound` unless it is deleted, and the caller's own where they are no admin. */
export async function restoreSavedReport(
  db: Db,
  caller: Caller,
  { id }: { id: string },
): Promise<SavedReport> {
  const deleted = await readSavedReport(db, caller, { id, isDeleted: true })
  if (deleted.userId !== caller.userId && !caller.isAdmin) throw notFound()
  return await changeBy(db, caller, async (transaction) => {
    await requireQuota(transaction, { userId: deleted.userId, added: 1 })
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
  db: Db,
  caller: Caller,
  { from, to, sharedOnly }: { from: string; to: string; sharedOnly: boolean },
): Promise<{ handedOver: number }> {
  if (from === to) throw new AppError('invalid', 'They already own these reports.', { field: 'userId' })
  return await changeBy(db, caller, async (transaction) => {
    await requireQuota(transaction, { userId: to, added: 0 })
    const savedReportIds = await store.updateOwner(transaction, { from, to, sharedOnly })
    await requireQuota(transaction, { userId: to, added: 0 })
    await handOverWithSavedReports(transaction, { savedReportIds, from, to })
    return { handedOver: savedReportIds.length }
  })
}

async function getEditable(db: Db, caller: Caller, id: string): Promise<FoundSavedReport> {
  const saved = await getSavedReport(db, caller, id)
  if (saved.userId !== caller.userId && !caller.isAdmin)
    throw new AppError('forbidden', 'Only its owner and administrators can change a saved report.')
  return saved
}

/** Locks the owner, and throws `invalid` for one who cannot sign in, `conflict` when there are too many. */
async function requireQuota(
  transaction: Transaction,
  { userId, added }: { userId: string; added: number },
): Promise<void> {
  const owner = await store.lockOwner(transaction, userId)
  if (owner === undefined)
    throw new AppError('invalid', 'There is no such user who can sign in.', { field: 'userId' })
  if (owner.count + added > maxSavedReports)
    throw new AppError('conflict', `A user can have at most ${maxSavedReports} saved reports.`)
}

/** One shares with groups one is in; an admin with any. */
async function requireSharing(
  transaction: Transaction,
  caller: Caller,
  groupId: string | null,
): Promise<void> {
  if (groupId === null) return
  const memberId = caller.isAdmin ? undefined : caller.userId
  if (await store.lockSharingGroup(transaction, { groupId, memberId })) return
  throw new AppError('invalid', 'You cannot share with this group, or it does not exist.', {
    field: 'sharedWithGroupId',
  })
}
