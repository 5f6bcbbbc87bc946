import { type Caller, holds } from '../../access/caller.ts'
import type { Scope } from '../../access/scope.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { AppError } from '../../lib/app-error.ts'
import { type CsvPlan, detailsCsv } from '../../reporting/details-csv.ts'
import { type DetailsRows, readDetailsRows } from '../../reporting/details-rows.ts'
import type { Page } from '../../reporting/run.ts'
import { listCellNames } from '../entities/names.ts'
import type { RunnableReport } from './reports.ts'
import { fileName, type Running } from './running.ts'

interface Wanted {
  report: RunnableReport
  plan: CsvPlan
}

/** A report of kind `details` as a file with one row per call. On the screen the call list shows the same. */
export async function exportDetailsReport(
  scope: Scope,
  { db, calls, snapshots, caller, signal }: Running,
  { report, plan }: Wanted,
): Promise<FileAnswer> {
  requireCallDetails(caller)
  const names = await listCellNames(db, scope, plan.columns)
  return new FileAnswer({
    contentType: 'text/csv; charset=utf-8',
    fileName: fileName(report, plan, 'csv'),
    bytes: detailsCsv(scope, plan, { calls, snapshots, names, signal }),
  })
}

/** The same rows as JSON, page by page. */
export async function runDetailsReport(
  scope: Scope,
  { db, calls, snapshots, caller, signal }: Running,
  { plan, page }: Pick<Wanted, 'plan'> & { page: Page | undefined },
): Promise<DetailsRows> {
  requireCallDetails(caller)
  const isSortedBy = (field: string) => plan.order.some((by) => by.field === field)
  const names = await listCellNames(db, scope, plan.columns.filter(isSortedBy))
  return await readDetailsRows(scope, plan, { calls, snapshots, names, page, signal })
}

function requireCallDetails(caller: Caller): void {
  if (!holds(caller, 'reporting.call.details')) {
    throw new AppError('forbidden', 'This report needs the right to call details.')
  }
}
