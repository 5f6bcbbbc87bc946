import { drawnFigure, seriesLimit, seriesOf } from '@callboard/contract/charts/report-series'
import { isScale } from '@callboard/contract/field-names'
import { type BucketGrain, resolveGrain, type Span } from '@callboard/contract/period'
import { type MeasureColumn, viewsOf, parseColumn } from '@callboard/contract/report-columns'
import type { DimensionUse, ReportDefinition } from '@callboard/contract/reports'
import { estimateBuckets } from '../sql/time-buckets.ts'

/** More points are neither told apart nor quickly drawn: time is shown in larger buckets. */
const maxPoints = 1000

/**
 * The report that a chart draws of one with several dimensions, over all of its rows: those of a limit would have gaps in
 * each series. Values have a series of their own by how much of the figure they have, where figures add up, else by their calls.
 */
export function seriesDefinition(
  definition: ReportDefinition,
  { figure: asked, span }: { figure: MeasureColumn | undefined; span: Span },
): { figure: MeasureColumn; definition: ReportDefinition } | undefined {
  const of = seriesOf(definition)
  const figure = drawnFigure(definition, asked)
  if (of === undefined || figure === undefined) return undefined
  const { measure } = parseColumn(figure)
  const rank = viewsOf(measure).includes('share') ? measure : 'calls'
  const { field } = of.along
  return {
    figure,
    definition: {
      ...definition,
      dimensions: [field === 'time' ? inFewPoints(of.along, span) : of.along],
      pivot: { ...of.each, limit: seriesLimit },
      measures: [...new Set<MeasureColumn>([rank, figure])],
      sort: isScale(field) ? [] : [{ field: rank, role: 'measure', desc: true }],
      limit: undefined,
      others: undefined,
      compare: undefined,
      chart: { type: 'none' },
    },
  }
}

const coarser: Partial<Record<BucketGrain, BucketGrain>> = {
  hour: 'day',
  day: 'week',
  week: 'month',
  month: 'quarter',
  quarter: 'year',
}

function inFewPoints(time: DimensionUse, span: Span): DimensionUse {
  let grain = resolveGrain(time.grain ?? 'auto', span)
  for (;;) {
    const next = coarser[grain]
    if (next === undefined || estimateBuckets(span, grain) <= maxPoints) return { ...time, grain }
    grain = next
  }
}
