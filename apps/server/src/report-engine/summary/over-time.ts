import type { Cell } from '@callboard/contract/reports'
import { isByClock } from './earlier-parts.ts'
import type { Plan, PlannedDimension } from '../plan/plan.ts'
import { emptyFigures } from './figures.ts'
import type { ReadRow } from './result-rows.ts'
import type { SpanToRead } from './sql.ts'
import { type Bucket, bucketsOf } from '../sql/time-buckets.ts'

type OverTime = Plan & { dimensions: readonly [Extract<PlannedDimension, { field: 'time' }>] }

/** Whether a report is by time alone, and so shows every bucket, even without calls. */
export function isOverTime(plan: Plan): plan is OverTime {
  return plan.dimensions.length === 1 && plan.dimensions[0]?.field === 'time'
}

export function countBuckets({ dimensions: [{ grain }], span, weekStartsOn }: OverTime): number {
  return bucketsOf(span, grain, { weekStartsOn, withSkipped: false }).length
}

/**
 * Every bucket of a span in order. If hours are compared by the clock, an hour that clocks left out has a row as well,
 * without figures: else those of the earlier day had no place.
 */
export function fillTime(
  plan: OverTime,
  { span, parts }: Pick<SpanToRead, 'span' | 'parts'>,
  found: readonly ReadRow[],
): Cell[][] {
  const [{ grain }] = plan.dimensions
  const withSkipped = span === plan.span && plan.comparison !== undefined && isByClock(plan.comparison)
  const byBucket = new Map(found.map(({ cells }) => [cells[0], cells]))
  const buckets: readonly Bucket[] =
    parts ?? bucketsOf(span, grain, { weekStartsOn: plan.weekStartsOn, withSkipped })
  const filled = buckets.map(({ label, isSkipped }) => {
    const cells = byBucket.get(label)
    byBucket.delete(label)
    return cells ?? [label, ...(isSkipped ? emptyFigures(plan).map(() => null) : emptyFigures(plan))]
  })
  const [unexpected] = byBucket.keys()
  if (unexpected === undefined) return filled
  throw new Error(`There are calls in ${JSON.stringify(unexpected)}, which is no ${grain} of the period.`)
}
