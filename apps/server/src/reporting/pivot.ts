import { filterOthers, filterValue } from '@callboard/contract/report-drill'
import type { Scope } from '../access/scope.ts'
import { earlierBuckets } from './earlier-rows.ts'
import { isScalar, type Scalar } from './filters.ts'
import type { Plan, PlannedPivot, Slot } from './plan.ts'
import type { Reading } from './read-once.ts'
import { allRows, readGroups } from './read-periods.ts'
import { bucketsOf } from './time-buckets.ts'

/** The plan with the values of its pivot that calls of the period have, or all its buckets of time. */
export async function resolvePivot(scope: Scope, plan: Plan, reading: Reading): Promise<Plan> {
  const { pivot } = plan
  if (pivot === undefined) return plan
  const { dimension, limit } = pivot
  if (dimension.field === 'time') return { ...plan, slots: timeSlots(plan, pivot) }
  const values = await readValues(scope, { plan, pivot, reading })
  const shown = values.slice(0, limit)
  const slots = shown.map((value): Slot => {
    const calls = { filter: filterValue(dimension.field, value) }
    return { pivot: { value }, now: calls, earlier: calls }
  })
  if (values.length === shown.length) return { ...plan, slots }
  const others = { filter: filterOthers(dimension.field, shown) }
  const last: Slot = { pivot: { isOthers: true, except: shown }, now: others, earlier: others }
  return { ...plan, slots: [...slots, last] }
}

function timeSlots(plan: Plan, { dimension, limit }: PlannedPivot): Slot[] {
  const { span, weekStartsOn, comparison } = plan
  if (dimension.field !== 'time') return []
  const buckets = bucketsOf(span, dimension.grain, { weekStartsOn, withSkipped: false })
  const shown = buckets.slice(0, limit).map(({ label }) => label)
  const before = comparison && earlierBuckets({ ...plan, dimensions: [dimension] }, comparison)
  const earlier = (label: string) => before?.(label) ?? []
  const slots = shown.map((value): Slot => ({
    pivot: { value },
    now: { buckets: [value], isExcept: false },
    earlier: { buckets: earlier(value), isExcept: false },
  }))
  if (buckets.length === shown.length) return slots
  const others: Slot = {
    pivot: { isOthers: true, except: shown },
    now: { buckets: shown, isExcept: true },
    earlier: { buckets: shown.flatMap(earlier), isExcept: true },
  }
  return [...slots, others]
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
  if (dimension.field !== 'dayOfWeek') return values
  const place = (day: Scalar) => (Number(day) + 7 - plan.weekStartsOn) % 7
  return values.toSorted((one, other) => place(one) - place(other))
}
