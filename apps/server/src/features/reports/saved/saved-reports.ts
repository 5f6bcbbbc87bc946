import type { ParameterValue, Report, RunReport } from '@callboard/contract/reports'
import type { SavedReport } from '@callboard/contract/saved-reports'
import { type Caller, holds, type Person } from '../../../access/callers/caller.ts'
import { findPerson } from '../../../access/callers/person.ts'
import { requireCallerFields } from '../../../access/rows/scope.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../../lib/app-error.ts'
import {
  getActiveReport,
  kindOf,
  type OwnDefinition,
  parseDefinition,
  parseParameters,
  readReport,
  reportOf,
  type RunnableReport,
  type StoredReport,
} from '../library/reports.ts'
import * as store from './saved-report-store.ts'

/** As the store has it. */
export type FoundSavedReport = store.SavedReportRow

export function viewerOf(person: Pick<Person, 'userId' | 'isAdmin' | 'claims'>): store.Viewer {
  const { userId, isAdmin } = person
  return { userId, isAdmin, withDetails: holds(person, 'reporting.call.details') }
}

export function buildSavedReport(row: store.SavedReportRow): SavedReport {
  const { isShared: _isShared, showsCallers: _showsCallers, createdAt, updatedAt, ...fields } = row
  return {
    ...fields,
    savedReportId: row.id,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/**
 * A saved report that the caller finds: their own, one that is shared with a group of theirs while they may run it, or
 * any for an admin. Throws `forbidden` where it tells of callers and the caller may not see them.
 */
export async function findSavedReport(
  db: Db,
  caller: Caller,
  id: string,
): Promise<store.SavedReportRow | undefined> {
  const row = await store.selectSavedReport(db, viewerOf(caller), { id })
  if (row === undefined) return undefined
  const isFound = caller.isAdmin || row.userId === caller.userId || (row.isShared && row.isRunnable)
  if (!isFound) return undefined
  if (row.showsCallers) requireCallerFields(caller, ['callerNumber'])
  return row
}

/** Of whoever may change it, as it is now or, deleted, as it was. Throws `notFound`. */
export async function readSavedReport(
  db: Db,
  caller: Caller,
  asked: { id: string; isDeleted?: boolean },
): Promise<SavedReport> {
  return buildSavedReport(orNotFound(await store.selectSavedReport(db, viewerOf(caller), asked)))
}

/** Throws as `findSavedReport`, and `notFound`. */
export async function getSavedReport(db: Db, caller: Caller, id: string): Promise<store.SavedReportRow> {
  return orNotFound(await findSavedReport(db, caller, id))
}

/** One saved report by its id, or with a user's id all that this user finds: one's own, or anybody's for an admin. */
export async function getSavedReports(
  db: Db,
  caller: Caller,
  { id }: { id: string },
): Promise<SavedReport | { items: SavedReport[]; total: number }> {
  const saved = await findSavedReport(db, caller, id)
  if (saved !== undefined) return buildSavedReport(saved)
  const user = id === caller.userId ? caller : caller.isAdmin ? await findPerson(db, id) : undefined
  const items = await listSavedReports(db, orNotFound(user))
  return { items, total: items.length }
}

/** What a user finds: their own by name, then what is shared with their groups. */
export async function listSavedReports(
  db: Db,
  user: Pick<Person, 'userId' | 'isAdmin' | 'claims'>,
): Promise<SavedReport[]> {
  return (await store.selectFoundSavedReports(db, viewerOf(user))).map(buildSavedReport)
}

/** The values that it has for a parameter; a period is one value. */
export function valuesOf({ parameters }: Pick<SavedReport, 'parameters'>, name: string): ParameterValue[] {
  const value = parameters[name]
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

/** Throws as `getSavedReport`, and `notFound` when the caller may not run it. */
async function getRunnableSaved(db: Db, caller: Caller, id: string): Promise<store.SavedReportRow> {
  const saved = await getSavedReport(db, caller, id)
  if (!saved.isRunnable) throw notFound()
  return saved
}

export async function getReportOfSaved(db: Db, caller: Caller, { id }: { id: string }): Promise<Report> {
  const saved = await getRunnableSaved(db, caller, id)
  return reportOf(caller, await getStoredReport(db, saved))
}

/** What a saved report shows: a report of the library, or its own definition under its own name and id. */
async function getStoredReport(db: Db, saved: store.SavedReportRow): Promise<StoredReport> {
  if (saved.reportId !== null) return await getActiveReport(db, saved.reportId)
  const { definition, parameters } = await getOwnDefinition(db, saved)
  return {
    id: saved.id,
    name: saved.name,
    description: '',
    kind: kindOf(definition),
    definition,
    parameters,
    export_types: null,
    is_dashboard_part: false,
    is_active: true,
    set_ids: [],
    revision: saved.revision,
  }
}

/** Throws `notFound` for a report of the library, `outdatedReport` when it cannot be read. */
export async function getOwnDefinition(
  db: Db,
  { id }: Pick<store.SavedReportRow, 'id'>,
): Promise<OwnDefinition> {
  const { definition, parameters } = orNotFound(await store.selectOwnDefinition(db, id))
  return { definition: parseDefinition(definition), parameters: parseParameters(parameters) }
}

/** The same, to run it. Throws `forbidden` when it tells who called and the caller may not know. */
export async function getReportBehind(
  db: Db,
  caller: Caller,
  saved: store.SavedReportRow,
): Promise<RunnableReport> {
  return { ...readReport(caller, await getStoredReport(db, saved)), id: saved.reportId }
}

/**
 * The report of a saved one with its values, in whose place come those of the run. Throws `unknownParameter` for saved
 * values that the report has no parameter for any more, unless the run gives an empty list in their place.
 */
export async function getSavedRun(
  db: Db,
  caller: Caller,
  { id, parameters: given }: { id: string; parameters: RunReport['parameters'] },
): Promise<{ report: RunnableReport; parameters: RunReport['parameters'] }> {
  return await getRunOfSaved(db, caller, { saved: await getRunnableSaved(db, caller, id), given })
}

/** The same of one that is found already, and that the caller may run. */
export async function getRunOfSaved(
  db: Db,
  caller: Caller,
  { saved, given = {} }: { saved: store.SavedReportRow; given?: RunReport['parameters'] },
): Promise<{ report: RunnableReport; parameters: RunReport['parameters'] }> {
  const report = await getReportBehind(db, caller, saved)
  const names = new Set<string>(report.parameters.map(({ name }) => name))
  const values = Object.entries({ ...saved.parameters, ...given }).filter(
    ([name, value]) => names.has(name) || !(Array.isArray(value) && value.length === 0),
  )
  const items = values
    .filter(([name]) => !names.has(name))
    .map(([name]) => ({
      code: 'unknownParameter' as const,
      description: `“${saved.name}” has a value for ${name}, which the report “${report.name}” no longer has. Save it without that value.`,
      field: `parameters.${name}`,
    }))
  const [first] = items
  if (first !== undefined) throw new AppError(first.code, first.description, { items })
  return { report: { ...report, name: saved.name }, parameters: Object.fromEntries(values) }
}
