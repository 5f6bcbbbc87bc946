import type { Body } from '@callboard/contract/endpoint'
import { type ReportSet, reportsInSetLimit } from '@callboard/contract/report-sets'
import type * as endpoints from '@callboard/contract/report-sets'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { recordRules } from '../../access/record-rules.ts'
import { insertRecord, updateRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import * as store from './store.ts'

const plain = recordRules('reportSet', store.reportSets)

export const reportSetRules = { ...plain, create: createReportSet, update: updateReportSet }

/** Throws `invalid` when one of the reports is unknown. */
async function createReportSet(
  db: Db,
  caller: Caller,
  { order, reportIds, ...values }: Body<typeof endpoints.createReportSet>,
): Promise<ReportSet> {
  return await changeBy(db, caller, async (transaction) => {
    const sortOrder = order ?? (await store.selectNextOrder(transaction))
    const id = await insertRecord(transaction, 'reportSet', { ...values, sortOrder })
    await setReports(transaction, id, reportIds)
    return await plain.get(transaction, caller, { id })
  })
}

/** Throws `notFound`, `invalid` when one of the reports is unknown, and `revisionConflict`. */
async function updateReportSet(
  db: Db,
  caller: Caller,
  { id, revision, order, reportIds, ...values }: Body<typeof endpoints.updateReportSet>,
): Promise<ReportSet> {
  return await changeBy(db, caller, async (transaction) => {
    await updateRecord(transaction, 'reportSet', { id, revision, values: { ...values, sortOrder: order } })
    if (reportIds !== undefined) await setReports(transaction, id, reportIds)
    return await plain.get(transaction, caller, { id })
  })
}

async function setReports(
  transaction: Transaction,
  setId: string,
  reportIds: readonly string[],
): Promise<void> {
  if (new Set(reportIds).size < reportIds.length)
    throw new AppError('invalid', 'A set names each report once.', { field: 'reportIds' })
  await requireReports(transaction, reportIds, 'reportIds')
  await store.replaceSetReports(transaction, setId, reportIds)
}

async function requireReports(
  transaction: Transaction,
  reportIds: readonly string[],
  field: string,
): Promise<void> {
  const unknown = await store.selectUnknownReport(transaction, reportIds)
  if (unknown !== undefined) throw new AppError('invalid', `There is no report ${unknown}.`, { field })
}

/**
 * A report that is in the set stays at its place. The set's revision rises with its reports, so that nobody who orders
 * them undoes this unseen. Throws `notFound` for the set, `invalid` for the report, `conflict` when the set is full.
 */
export async function addSetReport(
  db: Db,
  caller: Caller,
  { id, reportId }: { id: string; reportId: string },
): Promise<undefined> {
  await changeBy(db, caller, async (transaction) => {
    const set = await plain.get(transaction, caller, { id })
    await requireReports(transaction, [reportId], 'reportId')
    if (!set.reportIds.includes(reportId)) await addToSet(transaction, set, reportId)
  })
}

async function addToSet(transaction: Transaction, set: ReportSet, reportId: string): Promise<void> {
  if (set.reportIds.length >= reportsInSetLimit)
    throw new AppError(
      'conflict',
      `The set ${set.name} has ${reportsInSetLimit} reports, the most there may be.`,
    )
  await updateRecord(transaction, 'reportSet', { id: set.id, values: {} })
  await store.insertSetReport(transaction, { setId: set.id, reportId })
}

/** Throws `notFound` when the report is not in the set. */
export async function removeSetReport(
  db: Db,
  caller: Caller,
  { id: setId, reportId }: { id: string; reportId: string },
): Promise<undefined> {
  await changeBy(db, caller, async (transaction) => {
    if (!(await removeFromSet(transaction, { setId, reportId }))) throw notFound()
  })
}

async function removeFromSet(transaction: Transaction, link: store.SetReport): Promise<boolean> {
  const isRemoved = await store.deleteSetReport(transaction, link)
  if (isRemoved) await updateRecord(transaction, 'reportSet', { id: link.setId, values: {} })
  return isRemoved
}

/** A report is in these sets and no others; where it was already it keeps its place. Throws `invalid` for an unknown set. */
export async function setSetsOfReport(
  transaction: Transaction,
  reportId: string,
  setIds: readonly string[],
): Promise<void> {
  const before = await store.selectSetsOfReport(transaction, reportId)
  for (const setId of before.filter((id) => !setIds.includes(id)))
    await removeFromSet(transaction, { setId, reportId })
  for (const setId of new Set(setIds.filter((id) => !before.includes(id)))) {
    const set = await store.reportSets.find(transaction, setId)
    if (set === undefined)
      throw new AppError('invalid', `There is no report set ${setId}.`, { field: 'setIds' })
    await addToSet(transaction, set, reportId)
  }
}
