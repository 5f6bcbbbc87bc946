import { buildBucketSpan } from '@callboard/contract/bucket-span'
import type { Filter } from '@callboard/contract/calls'
import type { ComparisonKind } from '@callboard/contract/comparison'
import type { Clock, Span } from '@callboard/contract/period'
import { filterValue } from '@callboard/contract/report-drill'
import { finerDimension, type ReportStep } from '@callboard/contract/report-steps'
import type { ReportDefinition } from '@callboard/contract/reports'
import { AppError } from '../../../lib/app-error.ts'
import { findEarlierBucket } from '../../../report-engine/explanations/explained-periods.ts'
import { isoInstant, resolveReportPeriod } from '../../../report-engine/plan/period.ts'
import { planComparison } from '../../../report-engine/plan/plan.ts'

interface AskedReport {
  definition: ReportDefinition
  /** Those of the parameters as well. */
  filters: readonly Filter[]
  span: Span
  /** Null: with nothing, and no column that compares is shown. */
  compare: ComparisonKind | null | undefined
  /** Undefined: as suits the grain. */
  matchWeekdays: boolean | undefined
  /** What is compared with, where it is not found by the span alone. */
  earlier?: Span
}

/** What a report asks for after the steps into it. */
export function steppedReport(report: AskedReport, steps: readonly ReportStep[], clock: Clock): AskedReport {
  return steps.reduce<AskedReport>((before, step, index) => {
    const { definition, filters, span } = before
    requireDimension(definition, step, index)
    const finer = withFiner(definition, step)
    if (step.field !== 'time') {
      const compared = step.field === 'state' || step.field === 'dayPart' ? {} : comparedDays(before, step)
      return {
        ...before,
        definition: finer,
        filters: [...filters, filterValue(step.field, step.value)],
        ...compared,
      }
    }
    const { timeZone } = clock
    const period = { from: isoInstant(span.from), to: isoInstant(span.to), timeZone }
    const bucket = resolveReportPeriod(buildBucketSpan(step.value, step.grain, period), clock)
    return { ...before, definition: finer, span: bucket, ...comparedBucket(before, step, clock) }
  }, report)
}

/** A bucket is compared with what its row was compared with, and with nothing if its row was not. */
function comparedBucket(
  before: AskedReport,
  step: Extract<ReportStep, { field: 'time' }>,
  { weekStartsOn }: Clock,
): Partial<AskedReport> {
  const comparison = planComparison({ ...before, compare: before.compare ?? undefined })
  if (comparison === undefined) return {}
  const earlier = findEarlierBucket({ span: before.span, weekStartsOn }, comparison, step)
  return earlier === undefined ? { compare: null } : { earlier, matchWeekdays: comparison.matchWeekdays }
}

/**
 * The days of a weekday or an hour are compared with what their row was compared with. Where that lies no whole weeks back,
 * the days of a weekday stand beside each other in their order: the first Monday beside the first.
 */
function comparedDays(
  before: AskedReport,
  { field, value }: Extract<ReportStep, { field: 'dayOfWeek' | 'hourOfDay' }>,
): Partial<AskedReport> {
  const comparison = planComparison({ ...before, compare: before.compare ?? undefined })
  if (comparison === undefined) return {}
  const { span: earlier, matchWeekdays } = comparison
  const { days = 1 } = earlier.back
  if (field === 'hourOfDay' || days % daysOfWeek === 0) return { earlier, matchWeekdays }
  const between = firstOf(value, earlier).until(firstOf(value, before.span)).days
  return { earlier: { ...earlier, back: { days: between } }, matchWeekdays: true }
}

const daysOfWeek = 7

/** The first such weekday from the beginning of a span. */
function firstOf(weekday: number, { from }: Span): Temporal.PlainDate {
  const day = from.toPlainDate()
  return day.add({ days: (weekday - day.dayOfWeek + daysOfWeek) % daysOfWeek })
}

function requireDimension(
  { dimensions, pivot, columns }: ReportDefinition,
  step: ReportStep,
  index: number,
): void {
  const isThere = pivot?.field === step.field || dimensions.some(({ field }) => field === step.field)
  if (columns === undefined && isThere) return
  throw new AppError('invalid', `The report has neither rows nor columns of ${step.field} to step into.`, {
    field: `steps.${index}.field`,
  })
}

function withFiner(definition: ReportDefinition, step: ReportStep): ReportDefinition {
  const { pivot } = definition
  return pivot?.field === step.field
    ? withFinerColumns(definition, finerDimension(step))
    : withFinerRows(definition, step)
}

/** The days of a month are the most buckets that a larger one has and that are shown. */
const maxBuckets = 31

/** Rows of what the columns now tell go: a report has no dimension twice. */
function withFinerColumns(
  { pivot, dimensions, sort, ...same }: ReportDefinition,
  finer: ReturnType<typeof finerDimension>,
): ReportDefinition {
  return {
    ...same,
    pivot: { ...finer, limit: finer.field === 'time' ? maxBuckets : pivot?.limit },
    dimensions: dimensions.filter(({ field }) => field !== finer.field),
    sort: sort.filter(({ field }) => field !== finer.field),
  }
}

function withFinerRows(definition: ReportDefinition, step: ReportStep): ReportDefinition {
  const finer = finerDimension(step)
  const others = definition.dimensions.filter(({ field }) => field !== step.field && field !== finer.field)
  const place = definition.dimensions.findIndex(({ field }) => field === step.field)
  // Of days there are no others, and none is left out.
  const isOfDays = finer.field === 'time' && step.field !== 'time'
  return {
    ...definition,
    ...(isOfDays && { limit: undefined, others: undefined }),
    pivot: definition.pivot?.field === finer.field ? undefined : definition.pivot,
    dimensions: others.toSpliced(place, 0, finer),
    sort: definition.sort.map((by) => (by.field === step.field ? { ...by, field: finer.field } : by)),
  }
}
