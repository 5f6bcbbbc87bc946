import type { Filter } from '@callboard/contract/calls'
import type { EntityType } from '@callboard/contract/claims'
import type { DimensionName } from '@callboard/contract/field-names'
import type { MeasureName } from '@callboard/contract/measures'
import { type ComparisonKind, earlierSpan, matchesWeekdays } from '@callboard/contract/comparison'
import { type BucketGrain, resolveGrain } from '@callboard/contract/grains'
import type { Span } from '@callboard/contract/period'
import type { ReportDefinition } from '@callboard/contract/reports'
import type { EntityCodes } from '../access/entity-codes.ts'
import { AppError } from '../lib/app-error.ts'

export type PlannedDimension =
  { field: 'time'; grain: BucketGrain } | { field: Exclude<DimensionName, 'time'>; grain: null }

export interface Comparison {
  kind: ComparisonKind
  matchWeekdays: boolean
  span: Span
}

/** A summary report that is ready to run: relative periods are resolved and all names are known. */
export interface Plan {
  dimensions: readonly PlannedDimension[]
  measures: readonly MeasureName[]
  filters: readonly Filter[]
  /** Only calls of these entities, if an entity group was asked for. */
  entities: ReadonlyMap<EntityType, EntityCodes> | undefined
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
  /** Undefined: as suits the grain. */
  matchWeekdays: boolean | undefined
  weekStartsOn: number
}

export function buildPlan(input: PlanInput): Plan {
  const { definition, filters, entities, span, weekStartsOn } = input
  if (definition.measures.length === 0) {
    throw new AppError('invalid', 'A report needs at least one measure.', { field: 'definition.measures' })
  }
  const dimensions = definition.dimensions.map(({ field, grain }): PlannedDimension => {
    if (field === 'time') return { field, grain: resolveGrain(grain ?? 'auto', span) }
    if (grain === undefined) return { field, grain: null }
    throw new AppError('invalid', `Only time has a grain, not ${field}.`, { field: 'definition.dimensions' })
  })
  if (definition.columns !== undefined) {
    throw new AppError('invalid', 'A report of figures has dimensions and measures, no columns.', {
      field: 'definition.columns',
    })
  }
  const columns = [
    ...requireOnce(
      'dimension',
      dimensions.map(({ field }) => field),
    ),
    ...requireOnce('measure', definition.measures),
  ]
  return {
    dimensions,
    measures: definition.measures,
    filters,
    entities,
    sort: definition.sort.map((by) => ({ index: columnIndex(columns, by), desc: by.desc })),
    limit: definition.limit,
    span,
    comparison: comparisonOf(input, dimensions),
    weekStartsOn,
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
