import { filterOthers, filterValue } from '@callboard/contract/report-drill'
import { earlierBuckets } from './earlier-rows.ts'
import type { Scalar } from '../sql/filters.ts'
import type { Plan, PlannedPivot, PivotColumn } from '../plan/plan.ts'
import { bucketsOf } from '../sql/time-buckets.ts'

/** A column for each of the first values, in their order, and one for all others if there are more. */
export function valuePivotColumns(field: string, values: readonly Scalar[], limit: number): PivotColumn[] {
  const shown = values.slice(0, limit)
  const pivotColumns = shown.map((value): PivotColumn => {
    const calls = { filter: filterValue(field, value) }
    return { pivot: { value }, now: calls, earlier: calls }
  })
  if (values.length === shown.length) return pivotColumns
  const others = { filter: filterOthers(field, shown) }
  return [...pivotColumns, { pivot: { isOthers: true, except: shown }, now: others, earlier: others }]
}

/** The weekdays in the order of a week that starts on one of them. */
export function inWeekOrder(days: readonly Scalar[], weekStartsOn: number): Scalar[] {
  const place = (day: Scalar) => (Number(day) + 7 - weekStartsOn) % 7
  return days.toSorted((one, other) => place(one) - place(other))
}

/** A column for each of the first buckets of the period, and one for the rest of it. */
export function timePivotColumns(plan: Plan, { dimension, limit }: PlannedPivot): PivotColumn[] {
  const { span, weekStartsOn, comparison } = plan
  if (dimension.field !== 'time') return []
  const buckets = bucketsOf(span, dimension.grain, { weekStartsOn, withSkipped: false })
  const shown = buckets.slice(0, limit).map(({ label }) => label)
  const before = comparison && earlierBuckets({ ...plan, dimensions: [dimension] }, comparison)
  const earlier = (label: string) => before?.(label) ?? []
  const pivotColumns = shown.map((value): PivotColumn => ({
    pivot: { value },
    now: { buckets: [value], isExcept: false },
    earlier: { buckets: earlier(value), isExcept: false },
  }))
  if (buckets.length === shown.length) return pivotColumns
  const others: PivotColumn = {
    pivot: { isOthers: true, except: shown },
    now: { buckets: shown, isExcept: true },
    earlier: { buckets: shown.flatMap(earlier), isExcept: true },
  }
  return [...pivotColumns, others]
}
