import type { AskedField } from '@callboard/contract/field-names'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { holds } from '../../access/caller.ts'
import type { Scope } from '../../access/scope.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { AppError } from '../../lib/app-error.ts'
import { detailsCsv } from '../../reporting/details-csv.ts'
import { isFieldName } from '../../reporting/fields.ts'
import type { Plan } from '../../reporting/plan.ts'
import { listCustomerNames } from '../customers/customers.ts'
import type { RunnableReport } from './reports.ts'
import { fileName, type Running } from './running.ts'

/** A report of kind `details`: a file with one row per call. On the screen the call list shows the same. */
export async function exportDetailsReport(
  scope: Scope,
  {
    running,
    report,
    plan,
    extension,
  }: { running: Running; report: RunnableReport; plan: Plan; extension: string },
): Promise<RunReportAnswer | FileAnswer> {
  if (!holds(running.caller, 'reporting.call.details')) {
    throw new AppError('forbidden', 'This report needs the right to call details.')
  }
  if (extension !== 'csv') {
    throw new AppError(
      'notAcceptable',
      'The calls of this report are had as text/csv, or page by page as call details.',
    )
  }
  const bytes = detailsCsv(
    scope,
    {
      span: plan.span,
      filters: plan.filters,
      keyword: undefined,
      columns: columnsOf(report.definition),
      sort: 'startedAt',
      desc: true,
    },
    {
      calls: running.calls,
      snapshots: running.snapshots,
      customers: await listCustomerNames(running.db, scope, undefined),
      signal: running.signal,
    },
  )
  return new FileAnswer({
    contentType: 'text/csv; charset=utf-8',
    fileName: fileName(report, plan, 'csv'),
    bytes,
  })
}

function columnsOf({ columns = [] }: RunnableReport['definition']): AskedField[] {
  const unknown = columns.find((name) => !isFieldName(name))
  if (unknown !== undefined) {
    throw new AppError('unknownReportField', `There is no field ${unknown} to show as a column.`, {
      field: unknown,
    })
  }
  if (columns.length === 0) {
    throw new AppError('invalid', 'A report of calls needs at least one column.', {
      field: 'definition.columns',
    })
  }
  return columns.filter(isFieldName)
}
