import type { FileFormat } from '@callboard/contract/export-types'
import { type Caller, holds } from '../../access/caller.ts'
import type { Scope } from '../../access/scope.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { AppError } from '../../lib/app-error.ts'
import type { ListPlan } from '../../reporting/details-plan.ts'
import { type DetailsRows, readDetailsRows } from '../../reporting/details-rows.ts'
import { openDetailsFile } from '../../reporting/files/details-file.ts'
import type { Page } from '../../reporting/run.ts'
import { listCellNames } from '../entities/names.ts'
import type { RunnableReport } from './reports.ts'
import type { Running } from './running.ts'

interface Wanted {
  report: RunnableReport
  plan: ListPlan
}

/** A report of kind `details` as a file with one row per call. On the screen the call list shows the same. */
export async function exportDetailsReport(
  scope: Scope,
  { db, calls, snapshots, caller, signal }: Running,
  { report, plan, format }: Wanted & { format: FileFormat },
): Promise<FileAnswer> {
  requireCallDetails(caller)
  const names = await listCellNames(db, scope, plan.columns)
  const { name } = report
  return new FileAnswer(await openDetailsFile(scope, plan, { format, name, calls, snapshots, names, signal }))
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
