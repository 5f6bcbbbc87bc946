import type { AlertCondition, AlertWindow } from '@callboard/contract/alerts'
import type { Filter } from '@callboard/contract/calls'
import type { Span } from '@callboard/contract/period'
import { defaultAnswerSeconds } from '@callboard/contract/reports'
import type { MeasureTerms } from '@callboard/contract/measure-declaration'
import { findCustomerFields } from '../attributes/attributes.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { requireCallerFields, Scope } from '../../access/rows/scope.ts'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { measureOf } from '../../report-engine/sql/measures.ts'
import { isoInstant } from '../../report-engine/plan/period.ts'
import { buildPlan } from '../../report-engine/plan/plan.ts'
import { readWhole } from '../../report-engine/summary/read-periods.ts'
import { getGroupCodes } from '../entity-groups/entity-groups.ts'

export interface EvaluationParts extends StoredCalls {
  db: Db
}

/** What a condition says over the calls of one person. */
export interface Evaluation {
  figure: number | null
  /** On which the figure rests. */
  calls: number
  isMet: boolean
  terms: MeasureTerms
  /** Instants. */
  period: { from: string; to: string }
  /** Of the calls behind the figure. */
  filters: readonly Filter[]
}

/**
 * Evaluates a condition over the calls of a caller, as far as they had come in by `at`. Whoever has the same rows and asks
 * the same for the same moment shares one reading. Throws `forbidden` for who may not ask this, or has no calls.
 */
export async function evaluate(
  { db, calls, snapshots }: EvaluationParts,
  caller: Caller,
  { condition, at }: { condition: AlertCondition; at: Date },
): Promise<Evaluation> {
  const { filters, entityGroups, window, measure: name, minimumCalls } = condition
  requireCallerFields(
    caller,
    filters.map(({ field }) => field),
  )
  const scope = await Scope.of(db, caller)
  if (scope.isEmpty) throw new AppError('forbidden', 'They do not have access to any calls.')
  const span = spanOf(window, at)
  const terms = {
    answerWithinSeconds: defaultAnswerSeconds,
    generatedAt: at.toISOString(),
    timeZone: span.from.timeZoneId,
  }
  const plan = buildPlan({
    definition: { dimensions: [], measures: [name], filters: [], sort: [], chart: { type: 'none' } },
    filters,
    customerFields: await findCustomerFields({ db, caller, scope }, { filters }),
    entities: await findGroupCodes(db, caller, entityGroups),
    span,
    compare: undefined,
    matchWeekdays: undefined,
    weekStartsOn: caller.settings.weekStartsOn,
    terms,
  })
  const measure = measureOf(name, terms)
  const behind = { ...measureOf('calls', terms), filters: measure.filters }
  const { current } = await snapshots.read({}, async ({ at: snapshot, signal }) => {
    const reading = { calls, snapshots, at: snapshot, signal }
    return await readWhole(scope, { ...plan, measures: [measure, behind] }, reading)
  })
  const [figure = null, count = 0] = current.map((cell) => (typeof cell === 'number' ? cell : null))
  return {
    figure,
    calls: count ?? 0,
    isMet: figure !== null && (count ?? 0) >= minimumCalls && holds(condition, figure),
    terms,
    period: { from: isoInstant(span.from), to: isoInstant(span.to) },
    filters: [...filters, ...measure.filters],
  }
}

/** The entities of groups as they are now. Throws `forbidden` for groups that the caller may not choose. */
async function findGroupCodes(db: Db, caller: Caller, groupIds: readonly string[]) {
  try {
    return await getGroupCodes(db, caller, { groupIds, field: 'condition.entityGroups' })
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const message = 'They are in none of its entity groups, or the groups are inactive.'
    throw new AppError('forbidden', message, { cause })
  }
}

function holds({ op, value }: AlertCondition, figure: number): boolean {
  switch (op) {
    case 'gt':
      return figure > value
    case 'ge':
      return figure >= value
    case 'lt':
      return figure < value
    case 'le':
      return figure <= value
  }
}

/** The calls of a window for a moment; `to` is exclusive. */
export function spanOf(window: AlertWindow, at: Date): Span {
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  if ('lastMinutes' in window) {
    const to = now.toZonedDateTimeISO('UTC')
    return {
      from: to.subtract({ minutes: window.lastMinutes }),
      to,
      back: { milliseconds: window.lastMinutes * 60_000 },
    }
  }
  const { lastDays, timeZone } = window
  const to = now.toZonedDateTimeISO(timeZone)
  const from = to
    .toPlainDate()
    .subtract({ days: lastDays - 1 })
    .toZonedDateTime(timeZone)
  return { from, to, back: { days: lastDays } }
}
