import { change, systemActor } from '../db/records/change.ts'
import type { Db, Transaction } from '../db/tables/schema.ts'
import { dashboardReportsToInstall } from './dashboard-reports.ts'
import { standardLibrary } from './standard-library.ts'
import * as store from './store.ts'

/** Of a new portal. */
export async function installStandardLibrary(transaction: Transaction): Promise<void> {
  for (const [order, set] of standardLibrary.entries()) {
    for (const report of set.reports) await store.insertReport(transaction, report)
    await store.insertReportSet(transaction, { ...set, order })
  }
}

/** Gives the standard reports that nobody has changed what they are in this version. */
export async function updateStandardReports(db: Db): Promise<void> {
  const reports = [...dashboardReportsToInstall, ...standardLibrary.flatMap((set) => set.reports)]
  const outdated = await store.selectOutdatedReports(db, reports)
  if (outdated.length === 0) return
  await change(db, systemActor, async (transaction) => {
    for (const report of outdated) await store.updateUnchangedReport(transaction, report)
  })
}

/**
 * Adds the standard reports that are new in this version, each once: they are never deleted, so that what an administrator
 * made inactive or took out of a set stays so. A new set goes to the groups that give all the others.
 */
export async function addNewStandardReports(db: Db): Promise<void> {
  const ids = standardLibrary.flatMap(({ reports }) => reports.map(({ id }) => id))
  const known = await store.selectReportIds(db, ids)
  if (known.size === ids.length) return
  await change(db, systemActor, async (transaction) => {
    let hasNewSets = false
    for (const [order, set] of standardLibrary.entries()) {
      const added = set.reports.filter(({ id }) => !known.has(id))
      for (const report of added) await store.insertReport(transaction, report)
      const setId = set.id
      if (await store.insertReportSet(transaction, { ...set, order })) {
        await store.insertSetOfGroupsWith(transaction, { setId, reportIds: [...known] })
        hasNewSets = true
      } else {
        await store.appendSetReports(transaction, { setId, reportIds: added.map(({ id }) => id) })
      }
    }
    if (hasNewSets) await store.deactivateFormerSet(transaction)
  })
}
