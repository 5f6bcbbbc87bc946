import type { Scope } from '../../../access/rows/scope.ts'
import type { ListPlan } from '../../../report-engine/details/details-plan.ts'
import { type DetailsRows, readDetailsRows } from '../../../report-engine/details/details-rows.ts'
import type { Page } from '../../../report-engine/summary/run.ts'
import { listCellNames } from '../../entities/entities.ts'
import { requireCallDetails } from '../library/reports.ts'
import type { Running } from './running.ts'

/** The rows of a report of kind `details` as JSON, page by page. On the screen the call list shows the same. */
export async function runDetailsReport(
  scope: Scope,
  { db, calls, snapshots, caller, signal }: Running,
  { plan, page, snapshot }: { plan: ListPlan; page: Page | undefined; snapshot: number | undefined },
): Promise<DetailsRows> {
  requireCallDetails(caller)
  const order = [...plan.order, ...(plan.limitedBy ?? [])]
  const isSortedBy = (field: string) => order.some((by) => by.field === field)
  const names = await listCellNames(db, scope, plan.columns.filter(isSortedBy))
  return await readDetailsRows(scope, plan, { calls, snapshots, names, page, snapshot, signal })
}
