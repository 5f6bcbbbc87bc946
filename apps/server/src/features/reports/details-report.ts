import { holds } from '../../access/caller.ts'
import type { Scope } from '../../access/scope.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { AppError } from '../../lib/app-error.ts'
import { type CsvPlan, detailsCsv } from '../../reporting/details-csv.ts'
import { listCellNames } from '../entities/names.ts'
import type { RunnableReport } from './reports.ts'
import { fileName, type Running } from './running.ts'

/** A report of kind `details`: a file with one row per call. On the screen the call list shows the same. */
export async function exportDetailsReport(
  scope: Scope,
  { db, calls, snapshots, caller, signal }: Running,
  { report, plan, extension }: { report: RunnableReport; plan: CsvPlan; extension: string },
): Promise<FileAnswer> {
  if (!holds(caller, 'reporting.call.details')) {
    throw new AppError('forbidden', 'This report needs the right to call details.')
  }
  if (extension !== 'csv') {
    throw new AppError(
      'notAcceptable',
      'The calls of this report are had as text/csv, or page by page as call details.',
    )
  }
  const names = await listCellNames(db, scope, plan.columns)
  return new FileAnswer({
    contentType: 'text/csv; charset=utf-8',
    fileName: fileName(report, plan, 'csv'),
    bytes: detailsCsv(scope, plan, { calls, snapshots, names, signal }),
  })
}
