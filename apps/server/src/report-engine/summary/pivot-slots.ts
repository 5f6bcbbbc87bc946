import { filterOthers, filterValue } from '@callboard/contract/report-drill'
import { earlierBuckets } from './earlier-rows.ts'
import type { Scalar } from '../sql/filters.ts'
import type { Plan, PlannedPivot, Slot } from '../plan/plan.ts'
import { bucketsOf } from '../sql/time-buckets.ts'

/** A slot for each of the first values, in their order, and one for all others if there are more. */
export function valueSlots(field: string, values: readonly Scalar[], limit: number): Slot[] {
  const shown = values.slice(0, limit)
  const slots = shown.map((value): Slot => {
    const calls = { filter: filterValue(field, value) }
    return { pivot: { value }, now: calls, earlier: calls }
  })
  if (values.length === shown.length) return slots
  const others = { filter: filterOthers(field, shown) }
  return [...slots, { pivot: { isOthers: true, except: shown }, now: others, earlier: others }]
}

/** The weekdays in the order of a week that starts on one of them. */
export function inWeekOrder(days: readonly Scalar[], weekStartsOn: number): Scalar[] {
  const place = (day: Scalar) => (Number(day) + 7 - weekStartsOn) % 7
  return days.toSorted((one, other) => place(one) - place(other))
}

/** A slot for each of the first buckets of the period, and one for the rest of it. */
export function timeSlots(plan: Plan, { dimension, limit }: PlannedPivot): Slot[] {
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
