import type { Filter } from '@callboard/contract/calls'
import { type DimensionName, findField, isScale } from '@callboard/contract/field-names'
import type { MeasureTerms } from '@callboard/contract/measure-declaration'
import { restsOnNumbers } from '@callboard/contract/measures'
import { addsUp } from '@callboard/contract/charts/charted-answer'
import { stacksSeries } from '@callboard/contract/charts/report-series'
import { type ComparisonKind, earlierSpan, matchesWeekdays } from '@callboard/contract/comparison'
import { type BucketGrain, resolveGrain, type Span } from '@callboard/contract/period'
import {
  isComparing,
  type MeasureColumn,
  type MeasureView,
  parseColumn,
} from '@callboard/contract/report-columns'
import {
  type DimensionUse,
  othersLimit,
  pivotLimit,
  type ReportColumn,
  type ReportDefinition,
} from '@callboard/contract/reports'
import { AppError } from '../../lib/app-error.ts'
import { type NumberCosts, requireKnownCosts } from '../costs/number-costs.ts'
import { type CallChoice, choiceOf, type GivenChoice } from '../sql/call-choice.ts'
import { type CustomerFields, isFieldName } from '../sql/fields.ts'
import { type Measure, measureOf } from '../sql/measures.ts'
import { estimateBuckets } from '../sql/time-buckets.ts'
import { seriesDefinition } from './series-definition.ts'

export type PlannedDimension =
  | { field: 'time'; grain: BucketGrain }
  | {
      field: Exclude<DimensionName, 'time'>
      grain: null
      /** Rows are not told apart by it: each has the value of the newest of its calls that has one. */
      isNewest?: true
    }

export interface Comparison {
  kind: ComparisonKind
  matchWeekdays: boolean
  span: Span
}

/** A column that tells something of a measure. */
export interface PlannedColumn {
  name: string
  /** Place of the measure in the plan. */
  measure: number
  view: MeasureView
}

export interface PlannedPivot {
  dimension: PlannedDimension
  /** So many values have columns. */
  limit: number
  /** The values are shown in their own order, not by the first measure. */
  isOrdered: boolean
}

/** A value of the pivot, or all its others. */
export interface PivotColumn {
  pivot: NonNullable<ReportColumn['pivot']>
  /** Its calls in the period. */
  now: PivotColumnCalls
  earlier: PivotColumnCalls
}

/** Calls that match a filter, or lie in buckets of time, or in none of them. */
export type PivotColumnCalls = { filter: Filter } | { buckets: readonly string[]; isExcept: boolean }

/** A summary report that is ready to run: relative periods are resolved and all names are known. */
export interface Plan extends CallChoice {
  dimensions: readonly PlannedDimension[]
  /** Those of the columns, each once. */
  measures: readonly Measure[]
  columns: readonly PlannedColumn[]
  pivot: PlannedPivot | undefined
  /** Those of the pivot; none until `resolvePivot` has found them. */
  pivotColumns: readonly PivotColumn[]
  /** Whether what the limit leaves out is told together. */
  withOthers: boolean
  /** What tracking numbers cost, if a figure rests on it. */
  costs: NumberCosts | undefined
  /** `index` counts dimensions, then columns. */
  sort: readonly { index: number; desc: boolean }[]
  limit: number | undefined
  /** The order of the rows that the limit leaves, where it is another one. */
  shownOrder: Plan['sort'] | undefined
  comparison: Comparison | undefined
  weekStartsOn: number
  /** What the chart draws, where that is not the rows. */
  series: PlannedSeries | undefined
}

export interface PlannedSeries {
  /** The column that is drawn. */
  figure: MeasureColumn
  plan: Plan
  /** All series together, compared, where that can be drawn above them: a stack over time. */
  whole: Plan | undefined
}

/** With the filters of the definition and of the parameters. */
export interface PlanInput extends GivenChoice {
  definition: ReportDefinition
  costs?: NumberCosts | undefined
  compare: ComparisonKind | undefined
  /** In place of that of the definition. */
  sort?: ReportDefinition['sort'] | undefined
  /** Undefined: as suits the grain. */
  matchWeekdays: boolean | undefined
  /** What is compared with, where it is not found by the span alone. */
  earlier?: Span | undefined
  weekStartsOn: number
  terms: MeasureTerms
  /** The column that the chart draws; the first that it may unless given. */
  figure?: MeasureColumn | undefined
}

export function buildPlan(input: PlanInput): Plan {
  const { definition, filters, customerFields, costs, span, weekStartsOn } = input
  if (definition.columns !== undefined) {
    throw new AppError('invalid', 'A report of figures has dimensions and measures, not columns.', {
      field: 'definition.columns',
    })
  }
  requireDimensions(definition, customerFields)
  const dimensions = definition.dimensions.map((use) => planDimension(use, span))
  const pivot = planPivot(definition, span)
  const asked = pivot === undefined ? dimensions : [...dimensions, pivot.dimension]
  requireFewBuckets(asked, span)
  const { measures, columns } = planColumns(input)
  const ofNumbers = measures.find(({ name }) => restsOnNumbers(name))
  if (ofNumbers !== undefined)
    requireKnownCosts(ofNumbers.label, { dimensions: asked, filters, customerFields })
  requireDrawn(definition)
  if (pivot !== undefined) requireFewColumns(columns.length, pivot.limit)
  const named = [
    ...requireOnce(
      'dimension',
      dimensions.map(({ field }) => field),
    ),
    ...requireOnce('measure', definition.measures),
  ]
  return {
    dimensions,
    measures,
    columns,
    pivot,
    pivotColumns: [],
    withOthers: planOthers(definition),
    ...choiceOf(input),
    costs,
    ...planOrder(input, named),
    limit: definition.limit,
    comparison: planComparison(input),
    weekStartsOn,
    series: planSeries(input),
  }
}

/** With the newest value of a field after the dimensions, by which rows are not told apart. */
export function withNewest(plan: Plan, field: Exclude<DimensionName, 'time'>): Plan {
  const width = plan.dimensions.length
  return {
    ...plan,
    dimensions: [...plan.dimensions, { field, grain: null, isNewest: true }],
    sort: plan.sort.map(({ index, desc }) => ({ index: index < width ? index : index + 1, desc })),
  }
}

/** An attribute that the requester does not see is as unknown as any other name. */
function requireDimensions({ dimensions, pivot }: ReportDefinition, customerFields: CustomerFields): void {
  const uses = [...dimensions, ...(pivot === undefined ? [] : [pivot])]
  const named: string[] = uses.map(({ field }) => field)
  const unknown = named.find((field) => field !== 'time' && !isFieldName(field, customerFields))
  if (unknown === undefined) return
  throw new AppError('unknownReportField', `There is no field ${unknown} to group by.`, { field: unknown })
}

/** The first dimension by the values of the other, as a report with these across would tell it. */
function planSeries(input: PlanInput): PlannedSeries | undefined {
  const found = seriesDefinition(input.definition, { figure: input.figure, span: input.span })
  if (found === undefined) return undefined
  const { figure, definition } = found
  const plan = buildPlan({ ...input, definition, compare: undefined, sort: undefined })
  const isStack = stacksSeries(input.definition.chart)
  const isCompared = input.compare !== undefined && definition.dimensions[0]?.field === 'time'
  if (!isStack || !isCompared || !addsUp(parseColumn(figure))) return { figure, plan, whole: undefined }
  const together = { ...definition, pivot: undefined, measures: [figure] }
  return { figure, plan, whole: buildPlan({ ...input, definition: together, sort: undefined }) }
}

function planDimension(
  { field, grain }: DimensionUse,
  span: Span,
  path = 'definition.dimensions',
): PlannedDimension {
  if (field === 'time') return { field, grain: resolveGrain(grain ?? 'auto', span) }
  if (grain === undefined) return { field, grain: null }
  throw new AppError('invalid', `Only time has a grain, not ${field}.`, { field: path })
}

/** All of those that follow each other, of others the most frequent. */
function defaultPivotLimit(field: DimensionName): number {
  if (field === 'time') return pivotLimit
  return findField(field)?.scaleSize ?? 12
}

function planPivot({ pivot, dimensions }: ReportDefinition, span: Span): PlannedPivot | undefined {
  if (pivot === undefined) return undefined
  const { field, limit } = pivot
  if (dimensions.some((dimension) => dimension.field === field)) {
    throw new AppError('invalid', `The report has ${field} as a dimension already.`, {
      field: 'definition.pivot.field',
    })
  }
  return {
    dimension: planDimension(pivot, span, 'definition.pivot.grain'),
    limit: limit ?? defaultPivotLimit(field),
    isOrdered: isScale(field),
  }
}

function planOthers({ others = false, dimensions, limit }: ReportDefinition): boolean {
  if (!others) return false
  const [only, another] = dimensions
  if (only === undefined || another !== undefined || only.field === 'time') {
    throw new AppError('invalid', 'Only a report with one dimension, which is not time, shows its others.', {
      field: 'definition.others',
    })
  }
  if (limit === undefined || limit > othersLimit) {
    throw new AppError(
      'invalid',
      `A report that shows its others has a limit of at most ${othersLimit} rows.`,
      {
        field: 'definition.limit',
      },
    )
  }
  return true
}

/** As many as fit into the text of a query, with room to spare. */
const maxFigures = 600

/** Five years of hours have fewer, ten have more. */
const maxBuckets = 50_000

function requireFewBuckets(dimensions: readonly PlannedDimension[], span: Span): void {
  for (const { field, grain } of dimensions) {
    if (field !== 'time' || estimateBuckets(span, grain) <= maxBuckets) continue
    throw new AppError(
      'invalid',
      `The period is too long to show every ${grain}. Choose a larger time unit.`,
      {
        field: 'definition.dimensions',
      },
    )
  }
}

function planColumns({ definition, compare, terms }: PlanInput): Pick<Plan, 'measures' | 'columns'> {
  if (definition.measures.length === 0) {
    throw new AppError('invalid', 'A report needs at least one measure.', { field: 'definition.measures' })
  }
  const asked = definition.measures.map((name) => ({ name, ...parseColumn(name) }))
  const comparing = asked.find(isComparing)
  if (comparing !== undefined && compare === undefined) {
    throw new AppError('invalid', `${comparing.name} needs a period to compare with.`, {
      field: 'definition.compare',
    })
  }
  const names = [...new Set(asked.map(({ measure }) => measure))]
  return {
    measures: names.map((name) => measureOf(name, terms)),
    columns: asked.map(({ name, measure, view }) => ({ name, measure: names.indexOf(measure), view })),
  }
}

function requireDrawn({ chart, measures }: ReportDefinition): void {
  const unknown = chart.measures?.find((name) => !measures.includes(name))
  if (unknown === undefined) return
  throw new AppError('unknownReportField', `The report has no column ${unknown} to draw.`, {
    field: 'definition.chart.measures',
  })
}

/** What a report is compared with; undefined where it is with nothing. */
export function planComparison({
  definition: { dimensions, pivot },
  span,
  compare: kind,
  matchWeekdays: asked,
  earlier,
}: Pick<PlanInput, 'definition' | 'span' | 'compare' | 'matchWeekdays' | 'earlier'>): Comparison | undefined {
  if (kind === undefined) return undefined
  const time = [...dimensions, ...(pivot === undefined ? [] : [pivot])].find(({ field }) => field === 'time')
  const matchWeekdays = asked ?? matchesWeekdays(time && resolveGrain(time.grain ?? 'auto', span), span)
  return { kind, matchWeekdays, span: earlier ?? earlierSpan(span, { kind, matchWeekdays }) }
}

function planOrder(
  { definition, sort: asked }: PlanInput,
  named: readonly Column[],
): Pick<Plan, 'sort' | 'shownOrder'> {
  const planned = (sort: ReportDefinition['sort']) =>
    sort.map((by) => ({ index: columnIndex(named, by), desc: by.desc }))
  const sort = planned(definition.sort)
  if (asked === undefined) return { sort, shownOrder: undefined }
  return definition.limit === undefined
    ? { sort: planned(asked), shownOrder: undefined }
    : { sort, shownOrder: planned(asked) }
}

interface Column {
  role: 'dimension' | 'measure'
  name: string
}

function requireOnce(role: Column['role'], names: readonly string[]): Column[] {
  if (new Set(names).size < names.length) {
    throw new AppError('invalid', `A report names each ${role} once.`, { field: `definition.${role}s` })
  }
  return names.map((name) => ({ role, name }))
}

/** A dimension and a measure may share a name: then the role tells which. */
function columnIndex(columns: readonly Column[], { field, role }: ReportDefinition['sort'][number]): number {
  const found = columns.filter((column) => column.name === field && (role ?? column.role) === column.role)
  const [only, another] = found
  if (only === undefined) {
    throw new AppError('unknownReportField', `The report has no column ${field} to sort by.`, { field })
  }
  if (another !== undefined) {
    throw new AppError('invalid', `${field} is a dimension and a measure of this report: give its role.`, {
      field: 'definition.sort',
    })
  }
  return columns.indexOf(only)
}

/** Each figure has a column for each value across, and one for all others. */
function requireFewColumns(figures: number, across: number): void {
  if (figures * (across + 1) <= maxFigures) return
  const maxAcross = Math.floor(maxFigures / figures) - 1
  const way = `fewer than ${figures} figures${maxAcross > 0 ? `, or at most ${maxAcross} across` : ''}`
  throw new AppError(
    'invalid',
    `${figures} figures, each with ${across} columns across and one for others, are more than ${maxFigures} columns: take ${way}.`,
    { field: 'definition.pivot.limit' },
  )
}
