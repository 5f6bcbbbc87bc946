import { type FileFormat, fileTypes } from '@callboard/contract/export-types'
import type { ReportDefinition, RunReport } from '@callboard/contract/reports'
import type { Scope } from '../../../access/rows/scope.ts'
import { AppError } from '../../../lib/app-error.ts'
import { buildDetailsPlan } from '../../../report-engine/details/details-plan.ts'
import { type FileAbout, namedFields } from '../../../report-engine/files/formats/about-file.ts'
import { openDetailsFile } from '../../../report-engine/files/details-file.ts'
import type { PreparedFile } from '../../../report-engine/files/prepared-file.ts'
import { openSummaryFile } from '../../../report-engine/files/summary-file.ts'
import { buildPlan, type Plan } from '../../../report-engine/plan/plan.ts'
import { rowsFingerprint } from '../../../report-engine/sql/spoken-words.ts'
import { listGroupNames } from '../../entity-groups/entity-groups.ts'
import { listCellLabels, listCellNames } from '../../entities/entities.ts'
import { requireCallDetails } from '../library/reports.ts'
import { prepareRun, type PreparedRun } from './prepare-run.ts'
import type { RunnableReport } from '../library/reports.ts'
import type { Asking } from './running.ts'

/** A report as a file. Throws when the caller may not run it, not in this format, or not with these values. */
export async function prepareReportFile(
  asking: Asking,
  asked: RunReport,
  format: FileFormat,
): Promise<PreparedFile> {
  const run = await prepareRun(asking, asked, (report) => requireFile(report, asked, format))
  return buildReportFile(asking, run, format)
}

/** Throws when the report does not allow the format, or pages are asked for. */
export function requireFile(
  report: RunnableReport,
  { page, cursor }: Pick<RunReport, 'page' | 'cursor'>,
  format: FileFormat,
): void {
  if (!report.exportTypes.includes(format)) {
    const type = fileTypes.find(({ extension }) => extension === format)
    throw new AppError('exportNotAllowed', `This report cannot be exported as ${type?.name}.`)
  }
  if (page !== undefined) throw new AppError('invalid', 'A file has no pages.', { field: 'page' })
  if (cursor !== undefined) throw new AppError('invalid', 'A file has no pages.', { field: 'cursor' })
}

/** The file of a run. Throws when the caller may not see it, or it cannot be read with these values. */
export function buildReportFile(
  { db, caller }: Pick<Asking, 'db' | 'caller'>,
  { report, scope, input }: PreparedRun,
  format: FileFormat,
): PreparedFile {
  const { name } = report
  const { generatedAt: askedAt } = input.terms
  const groupIds = input.choices.entityGroupIds
  if (report.kind === 'details') {
    requireCallDetails(caller)
    const plan = buildDetailsPlan(input)
    if (plan.limitedBy !== undefined) {
      throw new AppError(
        'invalid',
        'A file of the first calls of a report has them in the order of the report.',
        {
          field: 'sort',
        },
      )
    }
    return {
      name,
      fingerprint: rowsFingerprint(scope, plan),
      async open(reading) {
        const names = await listCellNames(db, scope, [...plan.columns, ...namedFields(plan)])
        const about = { askedAt, groups: await listGroupNames(db, caller, groupIds) }
        return await openDetailsFile(scope, plan, { ...reading, format, name, names, about })
      },
    }
  }
  const { chart } = input.definition
  const file = { db, caller, scope, name, format, askedAt, groupIds, chart }
  return buildSummaryFile(file, buildPlan(input))
}

interface SummaryOfCaller
  extends Pick<Asking, 'db' | 'caller'>, Pick<PreparedFile, 'name'>, Pick<FileAbout, 'askedAt'> {
  /** Whose rows it will have. */
  scope: Scope
  format: FileFormat
  /** Entity groups that were asked for. */
  groupIds: readonly string[]
  chart: ReportDefinition['chart']
}

/** The file of a report of figures. */
export function buildSummaryFile(
  { db, caller, scope, name, format, askedAt, groupIds, chart }: SummaryOfCaller,
  plan: Plan,
): PreparedFile {
  const { dimensions, pivot } = plan
  const fields = [...dimensions, ...(pivot === undefined ? [] : [pivot.dimension])].map(({ field }) => field)
  return {
    name,
    fingerprint: rowsFingerprint(scope, plan),
    async open(reading) {
      const names = await listCellLabels(db, scope, [...fields, ...namedFields(plan)])
      const about = { askedAt, groups: await listGroupNames(db, caller, groupIds) }
      return await openSummaryFile(scope, plan, { ...reading, format, name, names, about, chart })
    },
  }
}
