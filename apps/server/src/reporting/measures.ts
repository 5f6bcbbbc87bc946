import type { Filter } from '@callboard/contract/calls'
import {
  type Figure,
  figureKinds,
  type MeasureDeclaration,
  type MeasureName,
  measures,
  measureNames,
} from '@callboard/contract/measures'
import { constantColumn, constantSql } from './constant-sql.ts'
import { getField } from './fields.ts'

/** A measure as SQL: an aggregate over the calls of a group. */
export type Measure = MeasureDeclaration & (typeof figureKinds)[Figure] & { sql: string }

interface Parts {
  /** What holds for the calls behind the measure; '' where all count. */
  condition: string
  column: string
  /** Column by which the values are told apart. */
  key: string
  /** What holds for the part of a share. */
  part: string
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
  sum: ({ column, condition }) => `sumMapIf(map(currency, assumeNotNull(${column})), ${condition})`,
} as const satisfies Record<Figure, (parts: Parts) => string>

function buildMeasure(measure: MeasureDeclaration): Measure {
  const { figure, filters, of, part = [] } = measure
  const column = of === undefined ? '' : constantColumn(of)
  const key = of === undefined ? '' : (getField(of).keyColumn ?? column)
  const sql = aggregates[figure]({ condition: conditionSql(filters), column, key, part: conditionSql(part) })
  return { ...measure, ...figureKinds[figure], sql }
}

function conditionSql(filters: readonly Filter[]): string {
  return filters.map(constantSql).join(' AND ')
}

const built = new Map(measureNames.map((name) => [name, buildMeasure(measures[name])]))

export function measureOf(name: MeasureName): Measure {
  return built.get(name) ?? buildMeasure(measures[name])
}
