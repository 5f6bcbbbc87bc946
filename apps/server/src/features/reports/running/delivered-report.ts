import { createHash } from 'node:crypto'
import type { FileFormat } from '@callboard/contract/export-types'
import type { MeasureName } from '@callboard/contract/measures'
import type { Cell, ReportColumn, ReportDefinition, RunReportAnswer } from '@callboard/contract/reports'
import { type Caller, holds, type Person } from '../../../access/callers/caller.ts'
import { personOf } from '../../../access/callers/person.ts'
import { requireCallerFields, Scope } from '../../../access/rows/scope.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../../lib/app-error.ts'
import { buildDetailsPlan } from '../../../report-engine/details/details-plan.ts'
import { detailsRowsAt } from '../../../report-engine/details/details-rows.ts'
import { type AboutParts, describeParts } from '../../../report-engine/files/formats/about-file.ts'
import type { PreparedFile } from '../../../report-engine/files/prepared-file.ts'
import { resolvePivot } from '../../../report-engine/summary/pivot.ts'
import { buildPlan, planComparison } from '../../../report-engine/plan/plan.ts'
import type { Reading } from '../../../report-engine/summary/read-once.ts'
import { readSeries, summaryAt } from '../../../report-engine/summary/run.ts'
import { listGroupNames } from '../../entity-groups/entity-groups.ts'
import { listCellNames } from '../../entities/entities.ts'
import { requireCallDetails } from '../library/reports.ts'
import { prepareReport, type PreparedRun } from './prepare-run.ts'
import { buildReportFile, requireFile } from './report-file.ts'
import { answerOf, buildSummaryAnswer } from './run-report.ts'
import type { Asking } from './running.ts'
import type { SavedReportRow } from '../saved/saved-report-store.ts'
import * as store from '../saved/saved-report-store.ts'
import { getRunOfSaved, viewerOf } from '../saved/saved-reports.ts'

/** A saved report with the rows of somebody to whom it is sent. */
export interface DeliveredReport {
  run: PreparedRun
  saved: SavedReportRow
  /** Whether they find the saved report in the portal, and not only the report that it is of. */
  isFound: boolean
  /** All that its rows, names and conditions depend on, but the calls: who has the same gets the same. */
  key: string
}

interface DeliveryAsking extends Asking {
  askedAt: Date
}

/**
 * A saved report for somebody to whom its owner sends it: with its values, over their own rows. They need not find the saved
 * report, but may run the report that it is of, or be in the group that it is shared with. Throws as a run of it does.
 */
export async function prepareDeliveredReport(
  asking: DeliveryAsking,
  { savedReportId, timeZone }: { savedReportId: string; timeZone: string },
): Promise<DeliveredReport> {
  const { db, caller } = asking
  const saved = orNotFound(await store.selectSavedReport(db, viewerOf(caller), { id: savedReportId }))
  if (!saved.isRunnable) throw notFound()
  if (saved.showsCallers) requireCallerFields(caller, ['callerNumber'])
  const found = await getRunOfSaved(db, caller, { saved })
  requireReports(caller, found.report.isDashboardPart)
  if (found.report.kind === 'details') requireCallDetails(caller)
  const sort = savedOrder(saved.view['sort'], found.report.definition)
  const run = await prepareReport(
    { ...asking, leavesPortal: true },
    { ...found, itemId: savedReportId },
    { timeZone, steps: [], sort },
  )
  const isFound = caller.isAdmin || saved.userId === caller.userId || saved.isShared
  return { run, saved, isFound, key: keyOf(run) }
}

function requireReports(caller: Caller, isDashboardPart: boolean): void {
  if (!mayRead(caller, isDashboardPart))
    throw new AppError('forbidden', 'You need the right to view reports.')
}

function mayRead(person: Person, isDashboardPart: boolean): boolean {
  return holds(person, 'reporting.view') || (isDashboardPart && holds(person, 'dashboard.view'))
}

/** Why somebody gets nothing of what is sent to them. */
export const readerErrors = {
  noSignIn: 'They can no longer sign in.',
  noAddress: 'They have no email address.',
  noReport: 'None of their groups has this report.',
  noRights: 'They do not have the rights that this report needs.',
  noRows: 'They do not have access to any calls.',
} as const
export type ReaderError = keyof typeof readerErrors

/** Why users would get nothing of a saved report now, by their ids; who would get it is left out. */
export async function listReaderErrors(
  db: Db,
  asked: { id: string; userIds: readonly string[] },
): Promise<ReadonlyMap<string, ReaderError>> {
  const readers = asked.userIds.length === 0 ? [] : await store.selectReaders(db, asked)
  const errors = new Map<string, ReaderError>()
  for (const reader of readers) {
    const error = findReaderError(reader) ?? (await findRowError(db, personOf(reader)))
    if (error !== undefined) errors.set(reader.user_id, error)
  }
  return errors
}

function findReaderError({
  maySignIn,
  email,
  isRunnable,
  isDashboardPart,
  showsCallers,
  ...row
}: store.ReaderRow): ReaderError | undefined {
  if (!maySignIn) return 'noSignIn'
  if (email === null) return 'noAddress'
  if (!isRunnable) return 'noReport'
  const person = personOf(row)
  const seesIt =
    mayRead(person, isDashboardPart) && (!showsCallers || holds(person, 'reporting.call.details'))
  return seesIt ? undefined : 'noRights'
}

async function findRowError(db: Db, person: Person): Promise<ReaderError | undefined> {
  const scope = await Scope.ofPerson(db, person)
  return scope.isEmpty ? 'noRows' : undefined
}

/** The order in which it was saved, as `-calls`, where the engine has it. */
function savedOrder(
  written: string | undefined,
  { dimensions, measures, columns }: ReportDefinition,
): ReportDefinition['sort'] | undefined {
  if (written === undefined || columns !== undefined) return undefined
  const desc = written.startsWith('-')
  const [, role, name = ''] = /^-?(?:(dimension|measure)\.)?(.*)$/.exec(written) ?? []
  const isMeasure = role !== 'dimension' && measures.some((measure) => measure === name)
  if (role !== 'measure' && dimensions.some(({ field }) => field === name))
    return [{ field: name, role: 'dimension', desc }]
  return isMeasure ? [{ field: name, role: 'measure', desc }] : undefined
}

function keyOf({ scope, report, input }: PreparedRun): string {
  const { id, kind, exportTypes, name } = report
  const parts = [scope.fingerprint, id, kind, exportTypes, name, input]
  const text = JSON.stringify(parts, (_, value: unknown) => (value instanceof Map ? [...value] : value))
  return createHash('sha256').update(text).digest('base64url')
}

/** Whether somebody finds more on the screen, where they may also look for words of what is masked here. */
export function isMasked({ input }: PreparedRun, caller: Caller): boolean {
  return input.spoken !== undefined && holds(caller, 'recording.unredacted')
}

/** The answer with its first rows, and what it is of. */
export async function readDeliveredReport(
  { db, caller }: Pick<Asking, 'db' | 'caller'>,
  { scope, report, input }: PreparedRun,
  { maxRows, ...reading }: Reading & { maxRows: number },
): Promise<{ answer: RunReportAnswer; about: AboutParts }> {
  const { terms, filters } = input
  const asked = { running: { db }, scope, report, terms, steps: [], startedAt: performance.now() }
  const [names, groups] = await Promise.all([
    listCellNames(
      db,
      scope,
      filters.map(({ field }) => field),
    ),
    listGroupNames(db, caller, input.choices.entityGroupIds),
  ])
  const of = { askedAt: terms.generatedAt, groups, names }
  if (report.kind === 'details') {
    const plan = buildDetailsPlan(input)
    const sorted = await listCellNames(
      db,
      scope,
      plan.order.map(({ field }) => field),
    )
    const page = { number: 1, size: maxRows }
    const result = await detailsRowsAt(scope, plan, { ...reading, names: sorted, page })
    const answer = await answerOf({ ...result, totals: null }, { ...asked, plan })
    return { answer, about: describeParts(plan, { ...of, rowCount: result.rowCount }) }
  }
  const plan = buildPlan(input)
  const result = await summaryAt(scope, await resolvePivot(scope, plan, reading), {
    ...reading,
    page: undefined,
  })
  const { rowCount, allRowCount } = result
  const series = await readSeries(scope, plan, reading)
  const answer = await buildSummaryAnswer({ ...result, series }, { ...asked, plan })
  return { answer, about: describeParts(plan, { ...of, rowCount, allRowCount }) }
}

export interface WholeFigure {
  column: ReportColumn
  now: Cell
  /** In the period before; null where that is not asked, or there is none. */
  before: Cell
}

/** A measure of all calls of the report together, and if asked in the period before, as the report itself would compare it. */
export async function readWholeFigure(
  { scope, input }: PreparedRun,
  { measure, isCompared }: { measure: MeasureName; isCompared: boolean },
  reading: Reading,
): Promise<WholeFigure> {
  const compare = isCompared ? ('previousPeriod' as const) : undefined
  const comparison = planComparison({ ...input, compare })
  const plan = buildPlan({
    ...input,
    definition: {
      dimensions: [],
      measures: [measure],
      filters: [],
      sort: [],
      chart: { type: 'none' },
      answerWithinSeconds: input.definition.answerWithinSeconds,
    },
    sort: undefined,
    compare,
    matchWeekdays: comparison?.matchWeekdays,
    earlier: comparison?.span,
  })
  const { columns, rows, comparison: earlier } = await summaryAt(scope, plan, { ...reading, page: undefined })
  const [column] = columns
  if (column === undefined) throw new Error(`there is no column of ${measure}`)
  return { column, now: rows[0]?.[0] ?? null, before: earlier?.rows[0]?.[0] ?? null }
}

/** Throws when the report cannot be had in this format any more. */
export function prepareDeliveredFile(
  { db, caller }: { db: Db; caller: Caller },
  run: PreparedRun,
  format: FileFormat,
): PreparedFile {
  requireFile(run.report, { page: undefined }, format)
  return buildReportFile({ db, caller }, run, format)
}
