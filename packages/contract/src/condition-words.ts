import { formatDuration, formatNumber } from './format.ts'
import { measureLabel, measureUnit } from './measure-words.ts'
import type { MeasureName } from './measures.ts'
import type { SubscriptionCondition } from './subscriptions.ts'

/** What a figure is. */
export const operatorWords = {
  gt: 'is over',
  ge: 'is at least',
  lt: 'is under',
  le: 'is at most',
} as const

/** `only when there are rows`, `only when Missed is over 5` */
export function conditionWords(condition: SubscriptionCondition): string {
  if ('hasRows' in condition) return 'only when there are rows'
  const label = measureLabel(condition.measure)
  if ('changedByPercent' in condition)
    return `only when ${label} changed by ${formatNumber(condition.changedByPercent)} ${changeUnit(condition.measure)} or more`
  return `only when ${label} ${operatorWords[condition.op]} ${valueWords(condition.measure, condition.value)}`
}

/** A share changes by points, all else by percent of the earlier figure. */
export function changeUnit(measure: MeasureName): 'points' | 'percent' {
  return measureUnit(measure) === 'percent' ? 'points' : 'percent'
}

function valueWords(measure: MeasureName, value: number): string {
  const unit = measureUnit(measure)
  if (unit === 'percent') return `${formatNumber(value * 100)}%`
  return unit === 'seconds' ? formatDuration(value) : formatNumber(value)
}
