import type { Filter } from '@callboard/contract/calls'
import type { EntityType } from '@callboard/contract/claims'
import type { DimensionName } from '@callboard/contract/field-names'
import type { MeasureTerms } from '@callboard/contract/measures'
import { type ComparisonKind, earlierSpan, matchesWeekdays } from '@callboard/contract/comparison'
import { type BucketGrain, resolveGrain } from '@callboard/contract/grains'
import type { Span } from '@callboard/contract/period'
import { isComparing, type MeasureView, parseColumn } from '@callboard/contract/report-columns'
import type { DimensionUse, ReportDefinition } from '@callboard/contract/reports'
import type { EntityCodes } from '../access/entity-codes.ts'
import { AppError } from '../lib/app-error.ts'
import { type Measure, measureOf } from './measures.ts'
import { estimateBuckets } from './time-buckets.ts'

export type PlannedDimension =
  { field: 'time'; grain: BucketGrain } | { field: Exclude<DimensionName, 'time'>; grain: null }

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

/** A summary report that is ready to run: relative periods are resolved and all names are known. */
export interface Plan {
  dimensions: readonly PlannedDimension[]
  /** Those of the columns, each once. */
  measures: readonly Measure[]
  columns: readonly PlannedColumn[]
  filters: readonly Filter[]
  /** Only calls of these entities, if an entity group was asked for. */
  entities: ReadonlyMap<EntityType, EntityCodes> | undefined
  /** `index` counts dimensions, then columns. */
  sort: readonly { index: number; desc: boolean }[]
  limit: number | undefined
  span: Span
  comparison: Comparison | undefined
  weekStartsOn: number
}

export interface PlanInput {
  definition: ReportDefinition
  /** Filters of the definition and of the parameters. */
  filters: readonly Filter[]
  entities: ReadonlyMap<EntityType, EntityCodes> | undefined
  span: Span
  compare: ComparisonKind | undefined
  /** The parameter says that nothing is compared. */
  isComparisonOff: boolean
  /** Undefined: as suits the grain. */
  matchWeekdays: boolean | undefined
  weekStartsOn: number
  terms: MeasureTerms
}

export function buildPlan(input: PlanInput): Plan {
  const { definition, filters, entities, span, weekStartsOn } = input
  if (definition.columns !== undefined) {
    throw new AppError('invalid', 'A report of figures has dimensions and measures, no columns.', {
      field: 'definition.columns',
    })
  }
  const dimensions = definition.dimensions.map((use) => planDimension(use, span))
  requireFewBuckets(dimensions, span)
  const { measures, columns } = planColumns(input)
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
    filters,
    entities,
    sort: definition.sort.map((by) => ({ index: columnIndex(named, by), desc: by.desc })),
    limit: definition.limit,
    span,
    comparison: comparisonOf(input, dimensions),
    weekStartsOn,
  }
}

function planDimension({ field, grain }: DimensionUse, span: Span): PlannedDimension {
  if (field === 'time') return { field, grain: resolveGrain(grain ?? 'auto', span) }
  if (grain === undefined) return { field, grain: null }
  throw new AppError('invalid', `Only time has a grain, not ${field}.`, { field: 'definition.dimensions' })
}

/** Five years of hours have fewer, ten have more. */
const mostBuckets = 50_000

function requireFewBuckets(dimensions: readonly PlannedDimension[], span: Span): void {
  const time = dimensions.find(({ field }) => field === 'time')
  if (time?.field !== 'time' || estimateBuckets(span, time.grain) <= mostBuckets) return
  throw new AppError(
    'invalid',
    `The period is too long for every ${time.grain} of it: take a larger grain.`,
    {
      field: 'definition.dimensions',
    },
  )
}

function planColumns({
  definition,
  compare,
  isComparisonOff,
  terms,
}: PlanInput): Pick<Plan, 'measures' | 'columns'> {
  if (definition.measures.length === 0) {
    throw new AppError('invalid', 'A report needs at least one measure.', { field: 'definition.measures' })
  }
  const asked = definition.measures.map((name) => ({ name, ...parseColumn(name) }))
  const comparing = asked.find(isComparing)
  if (comparing !== undefined && compare === undefined) {
    throw new AppError('invalid', `${comparing.name} needs a period to compare with.`, {
      field: isComparisonOff ? 'parameters.compare' : 'definition.compare',
    })
  }
  const names = [...new Set(asked.map(({ measure }) => measure))]
  return {
    measures: names.map((name) => measureOf(name, terms)),
    columns: asked.map(({ name, measure, view }) => ({ name, measure: names.indexOf(measure), view })),
  }
}

function comparisonOf(
  { span, compare: kind, matchWeekdays: asked }: PlanInput,
  dimensions: readonly PlannedDimension[],
): Comparison | undefined {
  if (kind === undefined) return undefined
  const time = dimensions.find(({ field }) => field === 'time')
  const matchWeekdays = asked ?? matchesWeekdays(time?.grain ?? undefined, span)
  return { kind, matchWeekdays, span: earlierSpan(span, { kind, matchWeekdays }) }
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
