import type { DeclaredDimension } from '@callboard/contract/field-names'
import type { Span } from '@callboard/contract/period'
import type { Scope } from '../../access/rows/scope.ts'
import { instantParam } from '../../db/calls/row-values.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import { Bindings } from '../sql/bindings.ts'
import { amountSql, conditionSql, type Measure } from '../sql/measures.ts'
import { isoInstant } from '../plan/period.ts'
import type { Plan } from '../plan/plan.ts'
import { dimensionSql, endParam, type Sql, whereSql } from '../summary/sql.ts'
import { memoizedOffsets } from '../sql/zone-offsets.ts'

/** The field of a dimension that is not time. */
/** Attributes explain nothing: nobody asks what all of a customer's are. */
export type GroupedField = Exclude<DeclaredDimension, 'time'>

export interface ExplainedCalls {
  plan: Pick<
    Plan,
    'filters' | 'customerFields' | 'entities' | 'spoken' | 'marked' | 'hearing' | 'weekStartsOn'
  >
  measure: Measure
  now: Span
  earlier: Span
  /** Of money, but where all currencies are asked for. */
  currency: string | undefined
}

/** How many values of a dimension that added most, and how many that took most away. */
const shownValues = 5

/** The sums of all calls in both periods as a0, b0 (earlier), a1, b1; of money a row a `currency`. */
export function wholeSql(scope: Scope, calls: ExplainedCalls, at: Snapshot): Sql {
  const bindings = new Bindings()
  const isMoney = calls.measure.kind.type === 'money'
  const { periods, where } = callsSql(scope, calls, { at, bindings })
  return {
    sql: `${periods} SELECT ${isMoney ? 'currency' : "''"} AS currency, ${sumsSql(calls.measure)} FROM calls WHERE ${where}${isMoney ? ' GROUP BY currency' : ''}`,
    params: bindings.params,
  }
}

/**
 * A row for each dimension, its place among `fields` as `g`, with the values that added most and took most away. All
 * dimensions are grouped by in one pass over the calls, a call being in one group of each. `contribution` is SQL over a0,
 * b0, a1, b1 by which values are ranked.
 */
export function explanationSql(
  scope: Scope,
  calls: ExplainedCalls,
  { fields, contribution, at }: { fields: readonly GroupedField[]; contribution: string; at: Snapshot },
): Sql {
  const bindings = new Bindings()
  const { periods, where, offsets } = callsSql(scope, calls, { at, bindings })
  const dimensions = fields.map((field, index) => {
    const sql = dimensionSql({ field, grain: null }, offsets, { ...calls.plan, hourOffsets: undefined })
    return `${sql} AS d${index}`
  })
  const place = pick(fields.map((_, index) => [`grouping(d${index}) = 0`, String(index)]))
  const key = pick(fields.map((_, index) => [`g = ${index}`, `toString(d${index})`]))
  const sets = fields.map((_, index) => `(d${index})`).join(', ')
  const groups = `${periods} SELECT ${dimensions.join(', ')}, ${place} AS g, ${sumsSql(calls.measure)} FROM calls WHERE ${where} GROUP BY GROUPING SETS (${sets})`
  const values = `SELECT g, ifNull(${key}, '') AS k, a0, b0, a1, b1, ${contribution} AS c FROM (${groups})`
  const row = 'k, a0, b0, a1, b1, c'
  const columns = [
    'g',
    'count() AS n',
    'sum(c) AS net',
    'sum(abs(c)) AS gross',
    `sum(${weightSql(calls.measure)}) AS weight`,
    `groupArraySorted(${shownValues})((-c, ${row})) AS up`,
    `groupArraySorted(${shownValues})((c, ${row})) AS down`,
    `groupArrayIf(1)((0., ${row}), k = '') AS none`,
  ]
  return { sql: `SELECT ${columns.join(', ')} FROM (${values}) GROUP BY g`, params: bindings.params }
}

/** The value of the first condition that holds; one of them does. */
function pick(cases: readonly (readonly [condition: string, value: string])[]): string {
  const last = cases.at(-1)?.[1] ?? "''"
  if (cases.length === 1) return last
  return `multiIf(${cases.slice(0, -1).flat().join(', ')}, ${last})`
}

/** By how many calls, or how much of a figure that adds up, a value is in both periods. */
function weightSql(measure: Measure): string {
  return hasCounts(measure) ? 'toFloat64(b0 + b1)' : 'toFloat64(a0) + toFloat64(a1)'
}

/** Whether a figure rests on a number of calls besides its amount. */
function hasCounts({ figure }: Measure): boolean {
  return figure === 'share' || figure === 'average' || figure === 'median' || figure === 'ninetieth'
}

function sumsSql(measure: Measure): string {
  const count = (only: string) => (hasCounts(measure) ? `countIf(${only})` : 'toUInt64(0)')
  return [
    `${amountSql(measure, 'is_earlier')} AS a0, ${count('is_earlier')} AS b0`,
    `${amountSql(measure, 'is_now')} AS a1, ${count('is_now')} AS b1`,
  ].join(', ')
}

/** The calls of both periods, which may overlap. */
function callsSql(
  scope: Scope,
  calls: ExplainedCalls,
  { at, bindings }: { at: Snapshot; bindings: Bindings },
) {
  const { plan, measure, now, earlier, currency } = calls
  const span = spanOf(calls)
  const offsets = memoizedOffsets(span)
  const within = (one: Span) =>
    `(started_at >= ${bindings.bind(instantParam(isoInstant(one.from)), instant)} AND started_at < ${bindings.bind(endParam(one, at), instant)})`
  const conditions = [
    whereSql(scope, { plan, span, bindings, offsets, at }),
    conditionSql(measure.filters),
    currency === undefined ? '' : `currency = ${bindings.bind(currency, 'String')}`,
    '(is_now OR is_earlier)',
  ]
  return {
    periods: `WITH ${within(earlier)} AS is_earlier, ${within(now)} AS is_now`,
    where: conditions.filter((condition) => condition !== '').join(' AND '),
    offsets,
  }
}

const instant = "DateTime64(3, 'UTC')"

/** From the beginning of the one to the end of the other period. */
export function spanOf({ now: one, earlier: other }: Pick<ExplainedCalls, 'now' | 'earlier'>): Span {
  const isBefore = (some: Temporal.ZonedDateTime, another: Temporal.ZonedDateTime) =>
    Temporal.ZonedDateTime.compare(some, another) < 0
  return {
    from: isBefore(one.from, other.from) ? one.from : other.from,
    to: isBefore(one.to, other.to) ? other.to : one.to,
    back: one.back,
  }
}
