import { allExtensions, exportTypesOf } from '@callboard/contract/export-types'
import type { Body, Output } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/manage-reports'
import { ParameterUse } from '@callboard/contract/manage-reports'
import { parameterNames, type ReportMenu, Report, ReportDefinition } from '@callboard/contract/reports'
import { z } from 'zod'
import { type Caller, holds, type Person } from '../../../access/callers/caller.ts'
import { requireCallerFields } from '../../../access/rows/scope.ts'
import { type ListPage, mapItems } from '../../../db/records/list-page.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../../lib/app-error.ts'
import { buildParameter } from '../../../report-engine/plan/parameters.ts'
import * as store from './store.ts'

/** A stored report that somebody may run, read and parsed. */
export interface RunnableReport extends Pick<
  Report,
  'name' | 'description' | 'kind' | 'definition' | 'revision'
> {
  id: string | null
  parameters: ParameterUse[]
  exportTypes: readonly string[]
  isDashboardPart: boolean
}

/**
 * A report by its id, if the caller may run it: an admin may run any, everybody the parts of the dashboard and the
 * reports in the sets of their groups. Any other id is answered like an unknown one.
 */
export async function getRunnableReport(db: Db, caller: Caller, id: string): Promise<RunnableReport> {
  const row = orNotFound(await store.selectReport(db, id))
  if (!row.is_active || !(await mayRun(db, caller, row))) throw notFound()
  return readReport(caller, row)
}

/** For whoever may run it as somebody saved it. Throws `notFound` when it is not active. */
export async function getActiveReport(db: Db, id: string): Promise<StoredReport> {
  const row = orNotFound(await store.selectReport(db, id))
  if (!row.is_active) throw notFound()
  return row
}

/** In the library, or as a definition that somebody saved. */
export type StoredReport = NonNullable<Awaited<ReturnType<typeof store.selectReport>>>

/** Throws `forbidden` when it tells who called and the caller may not know, `outdatedReport` when it cannot be read. */
export function readReport(caller: Caller, row: StoredReport): RunnableReport {
  const definition = parseDefinition(row.definition)
  requireFields(caller, definition)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    kind: Report.shape.kind.parse(row.kind),
    definition,
    parameters: withMatchWeekdays(parseParameters(row.parameters)),
    exportTypes: row.export_types ?? allExtensions,
    isDashboardPart: row.is_dashboard_part,
    revision: row.revision,
  }
}

/** Throws `forbidden` when it tells who called and the caller may not know. */
function requireFields(caller: Caller, { dimensions, columns = [], pivot, filters }: ReportDefinition): void {
  const asked = [...dimensions, ...(pivot === undefined ? [] : [pivot]), ...filters]
  requireCallerFields(caller, [...asked.map(({ field }) => field), ...columns])
}

export function parseDefinition(stored: unknown): ReportDefinition {
  return parseStored(ReportDefinition, 'definition', stored)
}

export function parseParameters(stored: unknown): ParameterUse[] {
  return parseStored(z.array(ParameterUse), 'parameters', stored)
}

function parseStored<T>(schema: z.ZodType<T>, field: string, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const path = [field, ...(result.error.issues[0]?.path ?? [])].join('.')
  throw new AppError(
    'outdatedReport',
    `This report was saved by another version of the portal, and its ${path} cannot be read. Ask an administrator to rebuild it.`,
    { field: path, cause: result.error },
  )
}

/** Who may choose the comparison may choose whether it matches weekdays. */
function withMatchWeekdays(uses: ParameterUse[]): ParameterUse[] {
  return uses.flatMap((use) =>
    use.name === 'compare' && uses.every(({ name }) => name !== 'matchWeekdays')
      ? [use, { name: 'matchWeekdays' as const, required: false }]
      : [use],
  )
}

async function mayRun(
  db: Db,
  caller: Caller,
  report: { id: string; is_dashboard_part: boolean },
): Promise<boolean> {
  if (caller.isAdmin) return true
  if (report.is_dashboard_part) return holds(caller, 'dashboard.view') || holds(caller, 'reporting.view')
  return (
    holds(caller, 'reporting.view') &&
    (await store.selectIsInSets(db, { userId: caller.userId, reportId: report.id }))
  )
}

/** What a user defined, and what readers of it may choose. */
export interface OwnDefinition {
  definition: ReportDefinition
  parameters: ParameterUse[]
}

/** Throws `forbidden` for what the caller may not see. */
export function buildOwnReport(caller: Caller, { definition, parameters }: OwnDefinition): RunnableReport {
  const kind = kindOf(definition)
  if (kind === 'details') requireCallDetails(caller)
  requireFields(caller, definition)
  return {
    id: null,
    name: 'Report',
    description: '',
    kind,
    definition,
    parameters: withMatchWeekdays(parameters),
    exportTypes: allExtensions,
    isDashboardPart: false,
    revision: 0,
  }
}

export function kindOf({ columns }: ReportDefinition): Report['kind'] {
  return columns === undefined ? 'summary' : 'details'
}

/** A report that comes with the request instead of being stored; for who may save one. */
export function adHocReport(caller: Caller, definition: ReportDefinition): RunnableReport {
  if (!holds(caller, 'reporting.view') || !holds(caller, 'reporting.save'))
    throw new AppError('forbidden', 'You need the right to save reports to build your own.')
  return buildOwnReport(caller, { definition, parameters: anyParameters })
}

const anyParameters: ParameterUse[] = parameterNames.map((name) => ({ name, required: false }))

/** A report that the caller may run; administrators also get those that are not active. */
export async function getReport(db: Db, caller: Caller, { id }: { id: string }): Promise<Report> {
  const row = orNotFound(await store.selectReport(db, id))
  if (!caller.isAdmin && (!row.is_active || !(await mayRun(db, caller, row)))) throw notFound()
  return reportOf(caller, row)
}

/** Throws as `readReport`. */
export function reportOf(caller: Caller, row: StoredReport): Report {
  const { parameters, ...report } = readReport(caller, row)
  return {
    id: row.id,
    name: report.name,
    description: report.description,
    kind: report.kind,
    definition: report.definition,
    parameters: parameters.map(buildParameter),
    ...exportTypesOfReport(row),
    ...(caller.isAdmin && { setIds: row.set_ids }),
    isActive: row.is_active,
    revision: report.revision,
  }
}

function exportTypesOfReport({ export_types: extensions }: Pick<StoredReport, 'export_types'>) {
  const exportTypes = exportTypesOf(extensions ?? allExtensions)
  return { exportTypes, exportTypeIds: extensions === null ? null : exportTypes.map(({ id }) => id) }
}

type FoundReport = Output<typeof endpoints.searchReports>['items'][number]

/** For administrators: all reports but the parts of the dashboard, also those that cannot be read any more. */
export async function listReports(
  db: Db,
  search: Body<typeof endpoints.searchReports>,
): Promise<ListPage<FoundReport>> {
  return mapItems(await store.selectReports(db, search), (row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    kind: Report.shape.kind.parse(row.kind),
    definition: ReportDefinition.safeParse(row.definition).data ?? null,
    parameters: (z.array(ParameterUse).safeParse(row.parameters).data ?? []).map(buildParameter),
    ...exportTypesOfReport(row),
    setIds: row.set_ids,
    isActive: row.is_active,
    revision: row.revision,
  }))
}

/** The groups of a user with their sets and the reports that they may run. */
export async function getReportMenuOf(
  db: Db,
  user: Pick<Person, 'userId' | 'isAdmin' | 'claims'>,
): Promise<Pick<ReportMenu, 'groups'>> {
  const withDetails = holds(user, 'reporting.call.details')
  const rows = await store.selectReportMenuRows(db, { userId: user.userId, withDetails })
  const groups: ReportMenu['groups'] = []
  for (const row of rows) {
    let group = groups.at(-1)
    if (group?.id !== row.group_id) {
      group = { id: row.group_id, name: row.group_name, sets: [] }
      groups.push(group)
    }
    let set = group.sets.at(-1)
    if (set?.id !== row.set_id) {
      set = { id: row.set_id, name: row.set_name, reports: [] }
      group.sets.push(set)
    }
    set.reports.push({ id: row.report_id, name: row.report_name, description: row.report_description })
  }
  return { groups }
}

export function requireCallDetails(caller: Caller): void {
  if (!holds(caller, 'reporting.call.details')) {
    throw new AppError('forbidden', 'You need the right to call details to run this report.')
  }
}
