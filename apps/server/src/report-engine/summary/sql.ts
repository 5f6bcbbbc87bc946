import type { Filter } from '@callboard/contract/calls'
import type { DimensionName } from '@callboard/contract/field-names'
import { restsOnNumbers } from '@callboard/contract/measures'
import type { Span } from '@callboard/contract/period'
import type { Scope } from '../../access/rows/scope.ts'
import type { QueryParams } from '../../db/calls/call-store.ts'
import { instantParam } from '../../db/calls/row-values.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import { Bindings } from '../sql/bindings.ts'
import { getField } from '../sql/fields.ts'
import { callsAndCostsSql } from '../costs/cost-sql.ts'
import { figuresOf, wholeFigure } from './figures.ts'
import { filterSql } from '../sql/filters.ts'
import { measureSql } from '../sql/measures.ts'
import { isoInstant } from '../plan/period.ts'
import type { Plan, PlannedDimension } from '../plan/plan.ts'
import { entitiesSql, scopeSql } from '../sql/scope-sql.ts'
import { pivotColumnSql } from './pivot-column-sql.ts'
import { hearingSql, isOfHearing } from '../sql/hearing.ts'
import { isOfWaiting, waitingSql } from '../sql/missed-callers.ts'
import { isOfWords, spokenSql } from '../sql/spoken-words.ts'
import { type BucketInput, bucketSql, type EarlierPart } from '../sql/time-buckets.ts'
import { memoizedOffsets, type Offsets, type OffsetStep } from '../sql/zone-offsets.ts'

export interface Sql {
  sql: string
  params: QueryParams
}

export interface SpanToRead {
  span: Span
  /** It is the earlier period of a comparison. */
  isEarlier?: boolean
  /** By which hours are told in the earlier period of a comparison; those of the span unless given. */
  hourOffsets?: readonly OffsetStep[] | undefined
  /** In the earlier period: what larger buckets are compared with. */
  parts?: readonly EarlierPart[] | undefined
}

export interface RowWindow {
  offset: number
  /** Undefined: all. */
  limit: number | undefined
  /** Whether each row has the count of all rows, which takes longer as the engine then keeps them all. */
  isCounted: boolean
}

/**
 * The rows of a summary report. Columns are d0, d1, … for dimensions and m0, m1, … for measures, `t` is 1 in the row
 * of totals, and `n` is the count of all other rows, if it is asked for. If not, one row beyond the limit shows that
 * there are more.
 *
 * The totals come from the same pass over the calls: the engine merges the states of the groups, so that unique callers
 * and rates are those of all calls and no sums of rows. If a call can be in several groups (tags), the totals need their
 * own query.
 */
export function summarySql(
  scope: Scope,
  plan: Plan,
  { window, at, ...reading }: SpanToRead & { window: RowWindow; at: Snapshot },
): Sql {
  const { span, hourOffsets, parts } = reading
  const bindings = new Bindings()
  const offsets = memoizedOffsets(span)
  const dimensions = plan.dimensions.map(
    (dimension, place) => `${dimensionSql(dimension, offsets, { ...plan, hourOffsets, parts })} AS d${place}`,
  )
  const { withPivots, figures } = figuresSql(plan, { bindings, offsets, ...reading })
  const asked = [...dimensions, ...figures, withPivots].join(' ')
  const rows = rowsSql(scope, plan, { bindings, offsets, at, asked, ...reading })
  const groups = plan.dimensions
    .flatMap((dimension, place) => (isNewest(dimension) ? [] : [`d${place}`]))
    .join(', ')
  const totals = hasTotalsInside(plan)
  const isTotal = totals ? `grouping(${groups}) > 0` : '0'
  const grouped = [
    `${withPivots}SELECT ${[...dimensions, ...figures, `${isTotal} AS t`].join(', ')}`,
    `FROM ${rows}`,
    groupBySql(groups, totals),
  ].join(' ')
  const order = `ORDER BY ${totals ? 't DESC, ' : ''}${orderSql(plan)}${limitSql(plan, window, totals)}`
  const count = `count() OVER ()${totals ? ' - 1' : ''} AS n`
  const sql = window.isCounted ? `SELECT *, ${count} FROM (${grouped}) ${order}` : `${grouped} ${order}`
  return { sql, params: bindings.params }
}

function isNewest(dimension: PlannedDimension): boolean {
  return dimension.field !== 'time' && dimension.isNewest === true
}

function groupBySql(groups: string, totals: boolean): string {
  if (groups === '') return ''
  return totals ? `GROUP BY GROUPING SETS ((${groups}), ())` : `GROUP BY ${groups}`
}

/** Only the totals, if they cannot come with the rows. */
export function totalsSql(scope: Scope, plan: Plan, { at, ...reading }: SpanToRead & { at: Snapshot }): Sql {
  const { span } = reading
  const bindings = new Bindings()
  const offsets = memoizedOffsets(span)
  const { withPivots, figures } = figuresSql(plan, { bindings, offsets, ...reading })
  const asked = [...figures, withPivots].join(' ')
  const rows = rowsSql(scope, plan, { bindings, offsets, at, asked, ...reading })
  return {
    sql: `${withPivots}SELECT ${figures.join(', ')}, 1 AS t, 0 AS n FROM ${rows}`,
    params: bindings.params,
  }
}

/** The calls of the scope, the period and the filters, and where a figure rests on it what numbers cost. */
function rowsSql(
  scope: Scope,
  plan: Plan,
  {
    asked,
    at,
    span,
    parts,
    ...binding
  }: SpanToRead & { bindings: Bindings; offsets: Offsets; at: Snapshot; asked: string },
): string {
  const calls = whereSql(scope, { plan, span, at, ...binding })
  if (!hasCosts(plan)) return `calls WHERE ${calls}`
  const { costs, weekStartsOn, pivot, dimensions } = plan
  if (costs === undefined) throw new Error('what numbers cost has not been looked up')
  const time = [...dimensions, ...(pivot === undefined ? [] : [pivot.dimension])].find(
    ({ field }) => field === 'time',
  )
  const everything = { ...at, visibility: 'all', newestStartMs: Infinity } as const
  const where = { calls, costs: whereSql(scope, { plan, span, at: everything, ...binding }), asked }
  const wanted = { costs, span, grain: time?.grain ?? undefined, parts, weekStartsOn }
  return callsAndCostsSql(where, wanted, binding.bindings)
}

function hasCosts({ measures }: Pick<Plan, 'measures'>): boolean {
  return measures.some(({ name }) => restsOnNumbers(name))
}

export function hasTotalsInside(plan: Plan): boolean {
  return plan.dimensions.length > 0 && !plan.dimensions.some((dimension) => dimension.field === 'tag')
}

/** Rows of the scope, the period and the filters. Without a scope there is no WHERE and so no query. */
export function whereSql(
  scope: Scope,
  {
    plan,
    span,
    bindings,
    at,
    offsets = memoizedOffsets(span),
  }: {
    plan: Pick<Plan, 'filters' | 'entities'> &
      Partial<Pick<Plan, 'spoken' | 'marked' | 'hearing' | 'customerFields'>>
    span: Span
    bindings: Bindings
    at: Snapshot
    offsets?: Offsets
  },
): string {
  const from = instantParam(isoInstant(span.from))
  const inPeriod = [
    scopeSql(scope, at, bindings),
    `started_at >= ${bindings.bind(from, "DateTime64(3, 'UTC')")}`,
    `started_at < ${bindings.bind(endParam(span, at), "DateTime64(3, 'UTC')")}`,
  ]
  const conditionOf = (filter: Filter) => {
    if (isOfWords(filter)) return spokenSql(filter, plan.spoken, bindings)
    if (isOfHearing(filter)) return hearingSql(filter, plan.hearing, bindings)
    if (!isOfWaiting(filter))
      return filterSql(filter, { bindings, offsets, customerFields: plan.customerFields })
    const where = [...inPeriod, 'isNull(parent_call_id)'].join(' AND ')
    return waitingSql(filter, { marked: plan.marked, where, from, at, bindings })
  }
  const conditions = [...inPeriod, ...plan.filters.map(conditionOf)]
  if (plan.entities !== undefined) conditions.push(entitiesSql(plan.entities, bindings))
  if (!plan.filters.some((filter) => filter.field === 'parentCallId'))
    conditions.push('isNull(parent_call_id)')
  return conditions.join(' AND ')
}

/** A period up to now ends at another millisecond each time, mostly without a call in between: it is the same question. */
export function endParam({ to }: Span, { newestStartMs }: Snapshot): string {
  const endMs = Math.min(to.epochMilliseconds, newestStartMs + 1)
  return instantParam(new Date(endMs))
}

/** The figures, and before SELECT the calls of each value of the pivot as s0, s1, … */
function figuresSql(
  plan: Plan,
  {
    bindings,
    offsets,
    hourOffsets,
    parts,
    isEarlier = false,
  }: Omit<SpanToRead, 'span'> & { bindings: Bindings; offsets: Offsets },
): { withPivots: string; figures: string[] } {
  const pivotColumns = plan.pivotColumns.map((pivotColumn, place) => {
    const calls = isEarlier ? pivotColumn.earlier : pivotColumn.now
    return `(${pivotColumnSql(calls, { plan, bindings, offsets, hourOffsets, parts })}) AS s${place}`
  })
  const withCosts = hasCosts(plan)
  const figures = figuresOf(plan).map(
    ({ measure, pivotColumn }, place) =>
      `${measureSql(measure, { only: pivotColumn === undefined ? undefined : `s${pivotColumn}`, withCosts })} AS m${place}`,
  )
  return { withPivots: pivotColumns.length === 0 ? '' : `WITH ${pivotColumns.join(', ')} `, figures }
}

export function dimensionSql(
  dimension: PlannedDimension,
  offsets: Offsets,
  { customerFields, ...buckets }: Omit<BucketInput, 'offsets'> & Pick<Plan, 'customerFields'>,
): string {
  if (dimension.field === 'time') return bucketSql(dimension.grain, { offsets: offsets(), ...buckets })
  // A call without tags is in the group without a value.
  if (dimension.field === 'tag') return "arrayJoin(if(empty(tags), [''], tags))"
  const value = getField(dimension.field, customerFields).sql(offsets)
  // Of two calls that began at once one is always the same.
  return isNewest(dimension)
    ? `argMaxIf(${value}, (started_at, id), isNotNull(nullIf(toString(${value}), '')))`
    : value
}

/** The requested order, then all dimensions, so that pages never overlap; what has no value comes last, up or down. */
function orderSql(plan: Plan): string {
  const dimensions = plan.dimensions.map(({ field }, at) =>
    field !== 'time' && storedAsText(field, plan.customerFields) ? `nullIf(toString(d${at}), '')` : `d${at}`,
  )
  const figures = plan.measures.map(({ kind }, place) => {
    const figure = `m${wholeFigure(plan, place)}`
    // Only for sorting are the amounts of all currencies added.
    return kind.type === 'money' ? `if(empty(${figure}), NULL, arraySum(mapValues(${figure})))` : figure
  })
  // Shares are in the order of the figures.
  const columns = [...dimensions, ...plan.columns.map(({ measure }) => figures[measure] ?? 't')]
  const order = (column: string, desc: boolean) => `${column} ${desc ? 'DESC' : 'ASC'} NULLS LAST`
  const asked = plan.sort.map(({ index, desc }) => order(columns[index] ?? 't', desc))
  return [...asked, ...dimensions.map((column) => order(column, false)), 't'].join(', ')
}

/** An empty text is no value. */
function storedAsText(
  field: Exclude<DimensionName, 'time'>,
  customerFields: Plan['customerFields'],
): boolean {
  const { storedKind } = getField(field, customerFields)
  return storedKind === 'text' || storedKind === 'tags'
}

function limitSql(plan: Plan, { offset, limit, isCounted }: RowWindow, totals: boolean): string {
  const read = (limit ?? Infinity) + (isCounted ? 0 : 1)
  const maxRows = Math.min(read, (plan.limit ?? Infinity) - offset)
  if (!Number.isFinite(maxRows)) return ''
  // The row of totals comes first; later pages skip it with the rows before them.
  return totals && offset === 0
    ? ` LIMIT ${Math.max(maxRows, 0) + 1}`
    : ` LIMIT ${Math.max(maxRows, 0)} OFFSET ${offset + (totals ? 1 : 0)}`
}
