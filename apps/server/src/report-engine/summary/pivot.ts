import type { Scope } from '../../access/rows/scope.ts'
import { isScalar, type Scalar } from '../sql/filters.ts'
import { inWeekOrder, timePivotColumns, valuePivotColumns } from './pivot-columns.ts'
import type { Plan, PlannedPivot } from '../plan/plan.ts'
import type { Reading } from './read-once.ts'
import { allRows, readGroups } from './read-periods.ts'

/** The plan with the values of its pivot that calls of the period have, or all its buckets of time. */
export async function resolvePivot(scope: Scope, plan: Plan, reading: Reading): Promise<Plan> {
  const { pivot } = plan
  if (pivot === undefined) return plan
  const { dimension, limit } = pivot
  if (dimension.field === 'time') return { ...plan, pivotColumns: timePivotColumns(plan, pivot) }
  const values = await readValues(scope, { plan, pivot, reading })
  return { ...plan, pivotColumns: valuePivotColumns(dimension.field, values, limit) }
}

/** In their order, more of them than are shown if there are more. */
async function readValues(
  scope: Scope,
  { plan, pivot, reading }: { plan: Plan; pivot: PlannedPivot; reading: Reading },
): Promise<Scalar[]> {
  const { dimension, limit, isOrdered } = pivot
  const [measure] = plan.measures
  if (measure === undefined) return []
  const byValue: Plan = {
    ...plan,
    dimensions: [dimension],
    measures: [measure],
    columns: [{ name: measure.name, measure: 0, view: 'figure' }],
    sort: isOrdered ? [] : [{ index: 1, desc: true }],
    // There are few of those that have an order of their own.
    limit: isOrdered ? undefined : limit + 1,
  }
  const { rows } = await readGroups(scope, byValue, { span: plan.span, window: allRows, ...reading })
  const values = rows.map(([value = null]) => value).filter(isScalar)
  return dimension.field === 'dayOfWeek' ? inWeekOrder(values, plan.weekStartsOn) : values
}
