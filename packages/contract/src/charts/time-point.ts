import { describePart, type ResolvedPeriod } from '../bucket-span.ts'
import type { ComparisonKind } from '../comparison.ts'
import type { Grain } from '../fields.ts'
import { formatBucket, formatBucketInFull } from '../format-time.ts'
import type { ChartPoint } from './drawing.ts'

/** The point of a bucket of time, which says how much of it the period has where that is not all. */
export function timePoint(
  start: string,
  grain: Grain = 'day',
  period: ResolvedPeriod,
): ChartPoint & { title: string } {
  const [label, title] = [formatBucket(start, grain), formatBucketInFull(start, grain)]
  const part = describePart(start, grain, period)
  return part === undefined ? { label, title } : { label, title: `${title} (${part})`, isPartial: true }
}

/** Says which weeks, months or years the period cuts; of days their own words say it. */
export function describePartial(points: readonly ChartPoint[], grain: Grain | undefined): string | undefined {
  if (grain === undefined || grain === 'day' || grain === 'hour' || grain === 'auto') return undefined
  const [isFirst, isLast] = [points[0]?.isPartial === true, points.at(-1)?.isPartial === true]
  if (points.length === 1) return isFirst ? `a part of the ${grain}` : undefined
  if (isFirst && isLast) return `the first and the last ${grain} in part`
  if (isFirst) return `the first ${grain} in part`
  return isLast ? `the last ${grain} in part` : undefined
}

/** What the legend calls the earlier period. Where its days stand beside other weekdays its weekends lie elsewhere: it says so. */
export function nameEarlier(
  { kind, matchWeekdays }: { kind: ComparisonKind; matchWeekdays: boolean },
  grain: Grain | undefined,
): string {
  const name = kind === 'previousYear' ? 'Previous year' : 'Previous period'
  return grain === 'day' && !matchWeekdays ? `${name}, by date` : name
}
