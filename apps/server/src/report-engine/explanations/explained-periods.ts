import { buildBucketSpan } from '@callboard/contract/bucket-span'
import type { ExplainChange } from '@callboard/contract/change-explanation'
import type { BucketGrain, Span } from '@callboard/contract/period'
import { AppError } from '../../lib/app-error.ts'
import { bucketsBeside, type TimesOfPlan } from '../summary/earlier-parts.ts'
import { earlierBuckets, earlierHourOffsets } from '../summary/earlier-rows.ts'
import { isoInstant } from '../plan/period.ts'
import type { Comparison, Plan } from '../plan/plan.ts'
import { bucketsOf } from '../sql/time-buckets.ts'

export interface ExplainedPeriods {
  now: Span
  earlier: Span
}

type Bucket = NonNullable<ExplainChange['bucket']>

/** The two periods of a plan, or those of a bucket of its time and of the one beside which that stands. */
export function explainedPeriods(plan: Plan, bucket: Bucket | undefined): ExplainedPeriods {
  const { comparison } = plan
  if (comparison === undefined) {
    throw new AppError('invalid', 'Choose a period to compare with.', {
      field: 'parameters.compare',
    })
  }
  return bucket === undefined
    ? { now: plan.span, earlier: comparison.span }
    : bucketPeriods(plan, comparison, bucket)
}

function bucketPeriods(plan: Plan, comparison: Comparison, { grain, value }: Bucket): ExplainedPeriods {
  const all = plan.pivot === undefined ? plan.dimensions : [...plan.dimensions, plan.pivot.dimension]
  const time = all.find((dimension) => dimension.field === 'time' && dimension.grain === grain)
  if (time === undefined || !hasBucket(plan, { grain, value })) {
    throw new AppError('invalid', `The report has no ${grain} ${value}.`, { field: 'bucket' })
  }
  const ofTime = { ...plan, dimensions: [time] }
  const now = bucketSpan([value], grain, plan.span)
  const part = findPart(ofTime, comparison, value)
  if (part !== undefined) return { now, earlier: part }
  const [first] = earlierBuckets(ofTime, comparison)(value)
  if (first === undefined) {
    throw new AppError('invalid', `The earlier period has no ${grain} to compare with.`, { field: 'bucket' })
  }
  return { now, earlier: bucketSpan(asOneHour(ofTime, comparison, first), grain, comparison.span) }
}

/** The part of the earlier period that a larger bucket is compared with. */
function findPart(plan: TimesOfPlan, { span }: Comparison, value: string): Span | undefined {
  const part = bucketsBeside(plan)?.find(({ label }) => label === value)
  return part && { from: part.from, to: part.to, back: span.back }
}

function hasBucket({ span, weekStartsOn }: Pick<Plan, 'span' | 'weekStartsOn'>, { grain, value }: Bucket) {
  return bucketsOf(span, grain, { weekStartsOn, withSkipped: false }).some(({ label }) => label === value)
}

/**
 * The part of the earlier period beside which a bucket of days stands, for a report of that bucket alone; undefined where
 * there is none.
 */
export function findEarlierBucket(
  { span, weekStartsOn }: Pick<Plan, 'span' | 'weekStartsOn'>,
  comparison: Comparison,
  bucket: { grain: Exclude<BucketGrain, 'hour'>; value: string },
): Span | undefined {
  const { grain, value } = bucket
  if (!hasBucket({ span, weekStartsOn }, bucket)) return undefined
  const times = { dimensions: [{ field: 'time' as const, grain }], span, comparison, weekStartsOn }
  const part = findPart(times, comparison, value)
  if (part !== undefined) return part
  const [place] = earlierBuckets(times, comparison)(value)
  if (place === undefined) return undefined
  const now = bucketSpan([value], grain, span)
  const earlier = bucketSpan([place], grain, comparison.span)
  // Whole weeks keep weekdays beside each other; else the first day of the one stands beside that of the other.
  return { ...earlier, back: comparison.matchWeekdays ? comparison.span.back : backBetween(earlier, now) }
}

/** In whole months if they are, as the days of months are compared. */
function backBetween(earlier: Span, later: Span): Span['back'] {
  const [from, to] = [earlier.from.toPlainDate(), later.from.toPlainDate()]
  const { months, days } = from.until(to, { largestUnit: 'months' })
  return days === 0 ? { months } : { days: from.until(to).days }
}

/** The hours that are told as one hour of the earlier period: two where clocks went back in it alone. */
function asOneHour(plan: Plan, comparison: Comparison, first: string): string[] {
  const offsets = earlierHourOffsets(plan)
  if (offsets === undefined || !first.includes('T')) return [first]
  const localSeconds = (label: string) => {
    const second = Date.parse(label) / 1000
    const offset = offsets.findLast(({ from }) => from <= second)?.offset ?? 0
    return Date.parse(`${label.slice(0, 19)}Z`) / 1000 - offset
  }
  return bucketsOf(comparison.span, 'hour', { weekStartsOn: plan.weekStartsOn, withSkipped: false })
    .map(({ label }) => label)
    .filter((label) => localSeconds(label) === localSeconds(first))
}

/** From the start of the first bucket to the end of the last, as far as they are in the span. */
function bucketSpan(labels: readonly string[], grain: BucketGrain, span: Span): Span {
  const timeZone = span.from.timeZoneId
  const period = { from: isoInstant(span.from), to: isoInstant(span.to), timeZone }
  const spans = labels.map((label) => buildBucketSpan(label, grain, period))
  const at = (text: string | undefined, fallback: Temporal.ZonedDateTime) => {
    if (text === undefined) return fallback
    return text.includes('T')
      ? Temporal.Instant.from(text).toZonedDateTimeISO(timeZone)
      : Temporal.PlainDate.from(text).toZonedDateTime(timeZone)
  }
  return { from: at(spans[0]?.from, span.from), to: at(spans.at(-1)?.to, span.to), back: span.back }
}
