import { comparisons } from '@callboard/contract/comparison'
import type { ParameterUse } from '@callboard/contract/manage-reports'
import type { MeasureName } from '@callboard/contract/measures'
import { parseColumn } from '@callboard/contract/report-columns'
import type { ReportDefinition, RunReport } from '@callboard/contract/reports'
import { fieldsBehind, restsOnReturned } from '@callboard/contract/returned-calls'
import type { Caller } from '../../../access/callers/caller.ts'
import { Scope } from '../../../access/rows/scope.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../../lib/app-error.ts'
import { findNumberCosts, type NumberCosts } from '../../../report-engine/costs/number-costs.ts'
import { buildDetailsPlan } from '../../../report-engine/details/details-plan.ts'
import { requireFilters } from '../../../report-engine/sql/filters.ts'
import { buildPlan, planComparison } from '../../../report-engine/plan/plan.ts'
import { isRecalculating } from '../../../jobs/recalculation.ts'
import { type CallChoice, findRecorded } from '../../../report-engine/sql/call-choice.ts'
import { adHocReport, getRunnableReport, type RunnableReport } from '../library/reports.ts'
import { inputOf } from './run-input.ts'
import type { Asking } from './running.ts'
import { getSavedRun } from '../saved/saved-reports.ts'

/** What a run reads, and whose rows. */
export interface PreparedRun extends ReportToRun {
  scope: Scope
  input: Awaited<ReturnType<typeof inputOf>> & CallChoice & { costs: NumberCosts | undefined }
}

/**
 * Finds the report and what it asks for with the values that are given. `check` is asked before these are read. Throws when
 * the caller may not run it, or not with them.
 */
export async function prepareRun(
  asking: Asking,
  asked: RunReport,
  check: (report: RunnableReport) => void,
): Promise<PreparedRun> {
  const { db, caller } = asking
  const run = await reportToRun(db, caller, asked)
  check(run.report)
  return await prepareReport(asking, run, asked)
}

/** The same for a report that is found already. */
export async function prepareReport(
  asking: Asking,
  run: ReportToRun,
  { timeZone, steps, sort, figure }: Pick<RunReport, 'timeZone' | 'steps' | 'sort' | 'figure'>,
): Promise<PreparedRun> {
  const { db, caller } = asking
  const scope = await Scope.of(db, caller)
  const asked = { parameters: run.parameters, timeZone, steps, sort }
  const input = await inputOf({ ...asking, scope }, run.report, asked)
  const { filters, span } = input
  const earlier = planComparison(input)?.span
  const spans = earlier === undefined ? [span] : [span, earlier]
  const recorded = await findRecorded(scope, asking, { filters, spans })
  const costs = await findNumberCosts(scope, asking, { names: measuresOf(input.definition), spans })
  const fields = fieldsBehind(input.definition, input)
  const recalculating = restsOnReturned(fields) && (await isRecalculating(db))
  const drawn = figure === undefined ? {} : { figure }
  return {
    ...run,
    scope,
    input: { ...input, ...recorded, costs, isRecalculating: recalculating, ...drawn },
  }
}

function measuresOf({ measures }: ReportDefinition): MeasureName[] {
  return measures.map((name) => parseColumn(name).measure)
}

export interface ReportToRun {
  report: RunnableReport
  parameters: RunReport['parameters']
  /** By which the user knows what was run; undefined for what is no stored report. */
  itemId?: string
}

async function reportToRun(db: Db, caller: Caller, asked: RunReport): Promise<ReportToRun> {
  const { definition, reportId, savedReportId, parameters } = asked
  if (definition !== undefined) return { report: adHocReport(caller, definition), parameters }
  if (savedReportId !== undefined)
    return { ...(await getSavedRun(db, caller, { id: savedReportId, parameters })), itemId: savedReportId }
  const itemId = orNotFound(reportId)
  return { report: await getRunnableReport(db, caller, itemId), parameters, itemId }
}

/** Throws what a run with these values would throw before it reads a call. */
export async function requireValues(
  asking: Asking,
  report: RunnableReport,
  parameters: RunReport['parameters'],
): Promise<void> {
  const input = await inputOf(asking, report, { parameters })
  requireFilters(input.filters, input)
  if (report.kind === 'details') buildDetailsPlan(input)
  else buildPlan(input)
}

interface Defined extends Pick<RunnableReport, 'definition'> {
  kind: string
  parameters: readonly ParameterUse[]
}

/** Throws where a run with the defaults of its parameters would; what a user must choose counts as given. */
export async function requireRunnable(
  asking: Asking,
  { kind, definition, parameters }: Defined,
): Promise<void> {
  const names = parameters.map(({ name }) => name)
  if (new Set(names).size < names.length)
    throw new AppError('invalid', 'A report names each parameter once.', { field: 'parameters' })
  const uses = parameters.map((use) => ({ ...use, required: false }))
  const mustCompare = parameters.some(({ name, required }) => name === 'compare' && required)
  const given = mustCompare ? { compare: comparisons[0] } : {}
  const input = await inputOf(asking, { definition, parameters: uses }, { parameters: given })
  requireFilters(input.filters, input)
  if (kind === 'summary') buildPlan(input)
  else {
    const comparing = names.find((name) => name === 'compare' || name === 'matchWeekdays')
    if (comparing !== undefined)
      throw new AppError('invalid', 'A report with a row for each call compares nothing.', {
        field: `parameters.${comparing}`,
      })
    buildDetailsPlan(input)
  }
}
