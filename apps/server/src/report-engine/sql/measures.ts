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
  /** What holds for the costs of numbers. */
  costs: string
}

/** Of what numbers cost, where that is read beside calls; null in the rows of calls. */
export const costColumn = 'number_cost'

// Whole seconds have few distinct values, so the exact quantile is cheap.
const quantile =
  (level: number) =>
  ({ column, condition }: Parts) =>
    `quantileExactWeightedOrNullIf(${level})(ifNull(${column}, 0), 1, ${condition})`

function numberCostSql({ costs }: Parts): string {
  return `sumMapIf(map(currency, assumeNotNull(${costColumn})), ${costs})`
}

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
  numberCost: numberCostSql,
  // In cents, rounded half up; of several currencies nobody knows which calls are whose.
  numberCostPer: (
    parts,
  ) => `mapFilter((one, other) -> length(${numberCostSql(parts)}) = 1 AND countIf(${parts.condition}) > 0,
    mapApply((one, other) -> (one, round(divideDecimal(other, toDecimal64(greatest(countIf(${parts.condition}), 1), 0), 8), 2)),
      ${numberCostSql(parts)}))`,
} as const satisfies Record<Figure, (parts: Parts) => string>

interface Rows {
  /** What holds for them; undefined for all of a group. */
  only?: string | undefined
  /** What numbers cost is among them. */
  withCosts?: boolean
}

/** A measure as SQL: an aggregate over the rows of a group. */
export function measureSql(measure: Measure, { only, withCosts = false }: Rows = {}): string {
  const calls = withCosts ? both(only, `isNull(${costColumn})`) : only
  return aggregates[measure.figure]({
    ...partsOf(measure, calls),
    costs: both(only, `isNotNull(${costColumn})`),
  })
}

function both(only: string | undefined, condition: string): string {
  return only === undefined ? condition : `${only} AND ${condition}`
}

/** What is added up over groups to a figure, where it adds up; of money, whose currency is a filter, a plain sum. */
const amounts = {
  ...aggregates,
  share: ({ part }) => `countIf(${part})`,
  average: aggregates.total,
  sum: aggregates.total,
  numberCost: notExplained,
  numberCostPer: notExplained,
} as const satisfies Record<Figure, (parts: Parts) => string>

function notExplained(): never {
  throw new Error('Calls do not say what numbers cost.')
}

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
    costs: '',
  }
}

export function conditionSql(filters: readonly Filter[], only?: string): string {
  return [...(only === undefined ? [] : [only]), ...filters.map(constantSql)].join(' AND ')
}
