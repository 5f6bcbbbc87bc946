import type { Filter } from '@callboard/contract/calls'
import { type Figure, figureKinds } from '@callboard/contract/figure-kinds'
import { type Measure as DeclaredMeasure, measureFor, type MeasureName } from '@callboard/contract/measures'
import type { MeasureTerms } from '@callboard/contract/measure-declaration'
import { constantColumn, constantSql, instantConstant } from './constant-sql.ts'
import { getField } from './fields.ts'

/** A measure of a report that is to be run. */
export interface Measure extends DeclaredMeasure {
  name: MeasureName
  kind: (typeof figureKinds)[Figure]
  generatedAt: string
}

export function measureOf(name: MeasureName, terms: MeasureTerms): Measure {
  const measure = measureFor(name, terms)
  return { ...measure, name, kind: figureKinds[measure.figure], generatedAt: terms.generatedAt }
}

interface Parts {
  /** What holds for the calls behind the measure; '' where all count. */
  condition: string
  column: string
  /** Column by which the values are told apart. */
  key: string
  /** What holds for the part of a share. */
  part: string
  now: string
}

// Whole seconds have few distinct values, so the exact quantile is cheap.
const quantile =
  (level: number) =>
  ({ column, condition }: Parts) =>
    `quantileExactWeightedOrNullIf(${level})(ifNull(${column}, 0), 1, ${condition})`

const aggregates = {
  count: ({ condition }) => (condition === '' ? 'count()' : `countIf(${condition})`),
  distinct: ({ key, condition }) => `uniqExactIf(${key}, ${condition})`,
  share: ({ condition, part }) => `countIf(${part}) / nullIf(countIf(${condition}), 0)`,
  total: ({ column, condition }) => `sumIf(ifNull(${column}, 0), ${condition})`,
  average: ({ column, condition }) => `avgOrNullIf(${column}, ${condition})`,
  median: quantile(0.5),
  ninetieth: quantile(0.9),
  oldest: ({ column, condition, now }) =>
    `dateDiff('second', minOrNullIf(${column || 'started_at'}, ${condition}), ${now})`,
  first: ({ condition }) =>
    condition === '' ? 'minOrNull(started_at)' : `minOrNullIf(started_at, ${condition})`,
  last: ({ condition }) =>
    condition === '' ? 'maxOrNull(started_at)' : `maxOrNullIf(started_at, ${condition})`,
  sum: ({ column, condition }) => `sumMapIf(map(currency, assumeNotNull(${column})), ${condition})`,
} as const satisfies Record<Figure, (parts: Parts) => string>

/** A measure as SQL: an aggregate over the calls of a group, or over those for which a condition holds. */
export function measureSql(measure: Measure, only?: string): string {
  return aggregates[measure.figure](partsOf(measure, only))
}

/** What is added up over groups to a figure, where it adds up; of money, whose currency is a filter, a plain sum. */
const amounts = {
  ...aggregates,
  share: ({ part }) => `countIf(${part})`,
  average: aggregates.total,
  sum: aggregates.total,
} as const satisfies Record<Figure, (parts: Parts) => string>

/** The amount of a measure over the calls for which a condition holds; all of them match its filters already. */
export function amountSql(measure: Measure, only: string): string {
  return amounts[measure.figure](partsOf({ ...measure, filters: [] }, only))
}

function partsOf({ filters, of, part, generatedAt }: Measure, only: string | undefined): Parts {
  const column = of === undefined ? '' : constantColumn(of)
  return {
    condition: conditionSql(filters, only),
    column,
    key: of === undefined ? '' : (getField(of).keyColumn ?? column),
    part: conditionSql(part, only),
    now: instantConstant(generatedAt),
  }
}

export function conditionSql(filters: readonly Filter[], only?: string): string {
  return [...(only === undefined ? [] : [only]), ...filters.map(constantSql)].join(' AND ')
}
