import type { ReportMenu } from '@callboard/contract/reports'
import { type Caller, holds } from '../../access/callers/caller.ts'
import { findPerson } from '../../access/callers/person.ts'
import type { Db } from '../../db/tables/schema.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { getReportMenuOf } from './library/reports.ts'
import { listSavedReports } from './saved/saved-reports.ts'

/** The report menu of a user, with the saved reports that they may run: one's own, or anybody's for an admin. */
export async function getReportMenu(
  db: Db,
  caller: Caller,
  { userId }: { userId: string },
): Promise<ReportMenu> {
  const found = userId === caller.userId ? caller : caller.isAdmin ? await findPerson(db, userId) : undefined
  const user = orNotFound(found)
  // Without the right they have no menu to see.
  if (!holds(user, 'reporting.view')) return { groups: [], savedReports: [] }
  const [{ groups }, saved] = await Promise.all([getReportMenuOf(db, user), listSavedReports(db, user)])
  const runnable = saved.filter(({ isRunnable }) => isRunnable)
  return { groups, savedReports: runnable.map(({ id, name, reportId }) => ({ id, name, reportId })) }
}
