import { maxFavourites, type ReportUse } from '@callboard/contract/own-reports'
import type { Caller } from '../../../access/callers/caller.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import type { LastRuns } from './last-runs.ts'
import * as store from './report-use-store.ts'
import { getRunnableReport } from '../library/reports.ts'
import { findSavedReport } from './saved-reports.ts'

/** The caller's favourites, and when they ran reports last. */
export async function getReportUse(
  { db, lastRuns }: { db: Db; lastRuns: LastRuns },
  { userId }: Caller,
): Promise<ReportUse> {
  await lastRuns.write()
  const [favourites, runs] = await Promise.all([
    store.selectFavourites(db, userId),
    store.selectLastRuns(db, userId),
  ])
  return {
    favourites,
    lastRuns: Object.fromEntries(runs.map(({ itemId, ranAt }) => [itemId, ranAt.toISOString()])),
  }
}

/** Throws `notFound` for what the caller does not find, and `conflict` when there are too many. */
export async function addFavourite(db: Db, caller: Caller, { id }: { id: string }): Promise<undefined> {
  if ((await findSavedReport(db, caller, id)) === undefined) await getRunnableReport(db, caller, id)
  await db.transaction().execute(async (transaction) => {
    await store.lockUser(transaction, caller.userId)
    await store.insertFavourite(transaction, { user_id: caller.userId, item_id: id })
    if ((await store.selectFavourites(transaction, caller.userId)).length > maxFavourites)
      throw new AppError('conflict', `You can have at most ${maxFavourites} favorites.`)
  })
}

/** Throws `notFound` when it is no favourite. */
export async function removeFavourite(db: Db, caller: Caller, { id }: { id: string }): Promise<undefined> {
  if (!(await store.deleteFavourite(db, { user_id: caller.userId, item_id: id }))) throw notFound()
}
