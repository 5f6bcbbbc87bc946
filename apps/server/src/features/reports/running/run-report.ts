import { findFileFormat } from '@callboard/contract/export-types'
import { entityTypes, type EntityType } from '@callboard/contract/claims'
import type { MeasureTerms } from '@callboard/contract/measure-declaration'
import type { RunReport, RunReportAnswer } from '@callboard/contract/reports'
import type { Scope } from '../../../access/rows/scope.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { FileAnswer } from '../../../http/file-answer.ts'
import { invalidCursor } from '../../../report-engine/details/cursor.ts'
import { buildDetailsPlan } from '../../../report-engine/details/details-plan.ts'
import {
  readRowsCursor,
  requireSameRows,
  writeRowsCursor,
} from '../../../report-engine/details/rows-cursor.ts'
import { fileNameOf } from '../../../report-engine/files/opened-file.ts'
import { isoInstant } from '../../../report-engine/plan/period.ts'
import { buildPlan, type Plan } from '../../../report-engine/plan/plan.ts'
import { runSummary, type SeriesResult, type SummaryResult } from '../../../report-engine/summary/run.ts'
import { listCustomerNames } from '../../customers/customers.ts'
import { listEntityLabels } from '../../entities/entities.ts'
import { runDetailsReport } from './details-report.ts'
import { prepareRun } from './prepare-run.ts'
import { buildReportFile, requireFile } from './report-file.ts'
import type { RunnableReport } from '../library/reports.ts'
import type { Running } from './running.ts'

/** Runs a report and answers as JSON or as a file, as the Accept header asked. */
export async function runReport(running: Running, asked: RunReport): Promise<RunReportAnswer | FileAnswer> {
  const startedAt = performance.now()
  const { db, caller, accept, signal, calls, snapshots } = running
  const format = findFileFormat(accept)
  const continued = asked.cursor === undefined ? undefined : readRowsCursor(asked.cursor)
  const askedAt = continued?.askedAt ?? new Date()
  const run = await prepareRun({ db, caller, askedAt }, asked, (report) => {
    if (format !== undefined) requireFile(report, asked, format)
    if (continued !== undefined && report.kind !== 'details') throw invalidCursor()
  })
  const { report, scope, input, itemId } = run
  if (itemId !== undefined && !report.isDashboardPart) running.lastRuns.note(caller, itemId)
  if (format !== undefined) {
    const file = buildReportFile(running, run, format)
    return new FileAnswer(await file.open({ calls, snapshots, signal }))
  }
  const { terms } = input
  if (report.kind === 'details') {
    const plan = buildDetailsPlan(input)
    if (continued !== undefined) requireSameRows(plan, continued)
    const { page } = asked
    const { snapshot, ...result } = await runDetailsReport(scope, running, {
      plan,
      page,
      snapshot: continued?.snapshot,
    })
    const of = { running, scope, report, plan, terms, steps: [], startedAt }
    const { meta, ...answer } = await answerOf({ ...result, totals: null }, of)
    return { ...answer, meta: { ...meta, cursor: writeRowsCursor(plan, { snapshot, askedAt }) } }
  }
  const plan = buildPlan(input)
  const { page, steps } = asked
  return await answerSummary(scope, running, { report, plan, terms, page, steps, startedAt })
}

/** Of an answer that is kept as a file. */
export function answerFileName({ meta: { reportName: name, from, to, timeZone } }: RunReportAnswer): string {
  const at = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  return fileNameOf({ name, span: { from: at(from), to: at(to) }, format: 'json' })
}

interface SummaryToAnswer extends Pick<RunReport, 'page' | 'steps'> {
  report: Pick<RunnableReport, 'id' | 'name'>
  plan: Plan
  terms: MeasureTerms
  /** Of `performance.now()`. */
  startedAt: number
}

/** A page of a report of figures. */
export async function answerSummary(
  scope: Scope,
  running: Pick<Running, 'db' | 'calls' | 'snapshots' | 'signal'>,
  { page, ...asked }: SummaryToAnswer,
): Promise<RunReportAnswer> {
  const { calls, snapshots, signal } = running
  const result = await runSummary(scope, asked.plan, { calls, snapshots, page, signal })
  return await buildSummaryAnswer(result, { running, scope, ...asked })
}

/** The answer of rows that were read. */
export async function buildSummaryAnswer(
  { comparison, others, ...result }: SummaryResult,
  asked: Omit<SummaryToAnswer, 'page'> & { running: Pick<Running, 'db'>; scope: Scope },
): Promise<RunReportAnswer> {
  const { plan } = asked
  const figures = await answerOf(result, asked)
  const answer = others === undefined ? figures : { ...figures, others }
  if (comparison === undefined || plan.comparison === undefined) return answer
  const { kind, matchWeekdays, span } = plan.comparison
  const [from, to] = [isoInstant(span.from), isoInstant(span.to)]
  const { others: othersEarlier, ...earlier } = comparison
  return {
    ...answer,
    comparison: {
      kind,
      matchWeekdays,
      from,
      to,
      ...earlier,
      ...(othersEarlier !== undefined && { others: othersEarlier }),
    },
  }
}

type Answered = Pick<SummaryResult, 'columns' | 'rows' | 'totals' | 'rowCount'> &
  Partial<Pick<SummaryResult, 'pivot' | 'series' | 'allRowCount'>>

export async function answerOf(
  { columns, rows, totals, rowCount, allRowCount, pivot, series }: Answered,
  {
    running: { db },
    scope,
    report,
    plan: { span, filters, spoken, isRecalculating },
    terms,
    steps,
    startedAt,
  }: {
    running: Pick<Running, 'db'>
    scope: Scope
    report: SummaryToAnswer['report']
    plan: Pick<Plan, 'span' | 'filters'> & Partial<Pick<Plan, 'spoken' | 'isRecalculating'>>
    terms: MeasureTerms
    steps: RunReport['steps']
    startedAt: number
  },
): Promise<RunReportAnswer> {
  return {
    columns,
    ...(pivot && { pivot }),
    rows,
    labels: await labelsOf(db, scope, { columns, rows, pivot, series, steps }),
    totals,
    ...(series && { series }),
    meta: {
      reportId: report.id,
      reportName: report.name,
      from: isoInstant(span.from),
      to: isoInstant(span.to),
      timeZone: span.from.timeZoneId,
      filters: [...filters],
      ...(spoken?.isCut === true && { isCut: true as const }),
      ...(isRecalculating === true && { isRecalculating: true as const }),
      answerWithinSeconds: terms.answerWithinSeconds,
      rowCount,
      ...(allRowCount !== undefined && { allRowCount }),
      generatedAt: terms.generatedAt,
      elapsedMs: Math.round((performance.now() - startedAt) * 10) / 10,
    },
  }
}

type Labels = Record<string, Record<string, string>>

/** The names of the customers and entities in the rows, across, and on the way into the report. */
async function labelsOf(
  db: Db,
  scope: Scope,
  {
    columns,
    rows,
    pivot,
    series,
    steps,
  }: Pick<Answered, 'columns' | 'rows' | 'pivot' | 'series'> & Pick<RunReport, 'steps'>,
): Promise<Labels> {
  const labels: Labels = {}
  const add = async (column: string, cells: Iterable<unknown>) => {
    const values = [...new Set(cells)].filter((value) => typeof value === 'string')
    const names = await namesOf(db, scope, { column, values })
    if (names !== undefined) labels[column] = Object.fromEntries(names)
  }
  for (const [at, { role, name }] of columns.entries()) {
    if (role !== 'dimension') continue
    const drawn = series === undefined ? [] : drawnValues(series, name)
    await add(name, [...rows.map((cells) => cells[at]), ...drawn])
  }
  const states = steps.flatMap(({ field, value }) => (field === 'state' ? [value] : []))
  if (states.length > 0) await add('state', states)
  if (pivot !== undefined) {
    const across = columns.flatMap((column) => column.pivot ?? [])
    await add(
      pivot.name,
      across.map((one) => ('value' in one ? one.value : null)),
    )
  }
  return labels
}

/** The values of a dimension that a chart draws, along its axis or as series. */
function drawnValues({ columns, rows, pivot }: SeriesResult, name: string): unknown[] {
  if (pivot.name !== name) return columns[0]?.name === name ? rows.map(([value]) => value) : []
  return columns.flatMap(({ pivot: one }) => (one !== undefined && 'value' in one ? [one.value] : []))
}

/** What customers or entities are called, by id or code; undefined for a field whose values are their own names. */
export async function namesOf(
  db: Db,
  scope: Scope,
  { column, values }: { column: string; values: readonly string[] },
): Promise<ReadonlyMap<string, string> | undefined> {
  if (column === 'customer') return await listCustomerNames(db, scope, values)
  const type = entityTypes.find((one): one is EntityType => one === column)
  return type === undefined ? undefined : await listEntityLabels(db, scope, { type, codes: values })
}
