import type { Grain } from './fields.ts'
import type { Span } from './period.ts'

/** A grain with one size of bucket. */
export type BucketGrain = Exclude<Grain, 'auto'>

const daysOfAuto = [
  { upToDays: 2, grain: 'hour' },
  { upToDays: 92, grain: 'day' },
  { upToDays: 548, grain: 'week' },
] as const

/** The grain that suits a span, if `auto` was asked for. */
export function resolveGrain(grain: Grain, span: Pick<Span, 'from' | 'to'>): BucketGrain {
  if (grain !== 'auto') return grain
  const days = (span.to.epochMilliseconds - span.from.epochMilliseconds) / 86_400_000
  return daysOfAuto.find((size) => days <= size.upToDays)?.grain ?? 'month'
}
