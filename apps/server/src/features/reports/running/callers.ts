import { callerMeasures, type CallersAnswer, type CallersQuery } from '@callboard/contract/callers'
import type { Filter } from '@callboard/contract/calls'
import type { FileFormat } from '@callboard/contract/export-types'
import { formatFilter } from '@callboard/contract/filter-text'
import { ReportDefinition, defaultAnswerSeconds } from '@callboard/contract/reports'
import { restsOnReturned } from '@callboard/contract/returned-calls'
import { findCustomerFields } from '../../attributes/attributes.ts'
import { Scope } from '../../../access/rows/scope.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { PreparedFile } from '../../../report-engine/files/prepared-file.ts'
import { buildPlan, type Plan, withNewest } from '../../../report-engine/plan/plan.ts'
import { runSummary } from '../../../report-engine/summary/run.ts'
import { resolveSpan } from '../../calls/calls.ts'
import { getGroupCodes } from '../../entity-groups/entity-groups.ts'
import { isRecalculating } from '../../../jobs/recalculation.ts'
import { findRecorded } from '../../../report-engine/sql/call-choice.ts'
import { buildSummaryFile } from './report-file.ts'
import { answerSummary } from './run-report.ts'
import type { Asking, Running } from './running.ts'

const report = { id: null, name: 'Callers' }

/** A page of the callers of some calls. */
export async function listCallers(running: Reading, asked: CallersQuery): Promise<CallersAnswer> {
  const startedAt = performance.now()
  const scope = await Scope.of(running.db, running.caller)
  const terms = termsOf(running, asked)
  const plan = await planCallers(scope, running, { asked, terms })
  const { page } = asked
  const answer = await answerSummary(scope, running, { report, plan, terms, page, steps: [], startedAt })
  const numbers = answer.rows.flatMap(([number]) => (typeof number === 'string' ? [number] : []))
  return { ...answer, names: await namesOfCallers(scope, running, { plan, numbers }) }
}

/** Read apart from the figures: names are long, and wanted of the callers on the page alone. */
async function namesOfCallers(
  scope: Scope,
  { calls, snapshots, signal }: Reading,
  { plan, numbers }: { plan: Plan; numbers: string[] },
): Promise<CallersAnswer['names']> {
  if (numbers.length === 0) return {}
  const filters: Filter[] = [...plan.filters, { field: 'callerNumber', op: 'in', values: numbers }]
  const ofNames = withNewest({ ...plan, filters, measures: [], columns: [], sort: [] }, 'callerName')
  const { rows } = await runSummary(scope, ofNames, { calls, snapshots, signal, page: undefined })
  return Object.fromEntries(
    rows.flatMap(([number, name]) =>
      typeof number === 'string' && typeof name === 'string' ? [[number, name]] : [],
    ),
  )
}

type Reading = Asking & Pick<Running, 'calls' | 'snapshots' | 'signal'>

/** All callers of some calls as a file. Throws when they cannot be listed so. */
export async function prepareCallersFile(
  asking: Asking,
  asked: CallersQuery,
  format: FileFormat,
): Promise<PreparedFile> {
  if (asked.page !== undefined) throw new AppError('invalid', 'A file has no pages.', { field: 'page' })
  const { db, caller } = asking
  const scope = await Scope.of(db, caller)
  const terms = termsOf(asking, asked)
  const { name } = report
  const { entityGroups: groupIds } = asked
  const file = {
    db,
    caller,
    scope,
    name,
    format,
    askedAt: terms.generatedAt,
    groupIds,
    chart: { type: 'none' as const },
  }
  const plan = await planCallers(scope, asking, { asked, terms })
  return buildSummaryFile(file, withNewest(plan, 'callerName'))
}

function termsOf({ caller, askedAt = new Date() }: Asking, { timeZone = caller.timeZone }: CallersQuery) {
  return { answerWithinSeconds: defaultAnswerSeconds, generatedAt: askedAt.toISOString(), timeZone }
}

/** A report by caller, with the filters of a list of calls. */
async function planCallers(
  scope: Scope,
  asking: Asking,
  { asked, terms }: { asked: CallersQuery; terms: ReturnType<typeof termsOf> },
): Promise<Plan> {
  const { db, caller } = asking
  const { sort: field, desc, entityGroups: groupIds } = asked
  const filters = filtersOf(asked)
  const span = resolveSpan(asking, asked)
  return buildPlan({
    definition: ReportDefinition.parse({
      dimensions: [{ field: 'callerNumber' }],
      measures: callerMeasures,
      sort: [{ field, desc }],
    }),
    filters,
    customerFields: await findCustomerFields({ ...asking, scope }, { filters }),
    entities: await getGroupCodes(db, caller, { groupIds, field: 'entityGroups' }),
    ...(await findRecorded(scope, asking, { filters, spans: [span] })),
    isRecalculating: restsOnReturned(filters.map((one) => one.field)) && (await isRecalculating(db)),
    span,
    compare: undefined,
    matchWeekdays: undefined,
    weekStartsOn: caller.settings.weekStartsOn,
    terms,
  })
}

/** What makes calls those of a caller, as of the unique callers of a report: an outbound call is of nobody who called. */
const ofCallers: readonly Filter[] = [
  { field: 'direction', op: 'eq', values: ['inbound'] },
  { field: 'callerNumber', op: 'notNull', values: [] },
]

function filtersOf({ filters, keyword = '' }: CallersQuery): Filter[] {
  const given = new Set(filters.map(formatFilter))
  const all = [...filters, ...ofCallers.filter((filter) => !given.has(formatFilter(filter)))]
  if (keyword === '') return all
  // However a number is written, it is stored as `+` and digits.
  const digits = keyword.replaceAll(/[\s().+-]/g, '')
  return [...all, { field: 'callerNumber', op: 'contains', values: [digits === '' ? keyword : digits] }]
}
