import { isScale } from '../field-names.ts'
import { type MeasureColumn, parseColumn } from '../report-columns.ts'
import type { DimensionUse, ReportDefinition, RunReportAnswer } from '../reports.ts'
import { isDrawn } from './chart-kind.ts'
import { chartKinds } from './chart-kinds.ts'
import type { ChartedAnswer } from './charted-answer.ts'
import { nameEarlier } from './time-point.ts'

/** As many values have a series of their own; all others are one. */
export const seriesLimit = 10

/** Whether a chart lays its series on each other, and so has the earlier period of all of them together above. */
export function stacksSeries(chart: ReportDefinition['chart']): boolean {
  return seriesKind(chart) === 'stacked'
}

function seriesKind({ type }: ReportDefinition['chart']) {
  return type === 'none' ? undefined : chartKinds[type].series
}

/** The dimensions of a chart that draws a series for each value of one of them. */
export interface SeriesOf {
  /** Along the axis: time where there is any, else what has an order, else the first. */
  along: DimensionUse
  /** Each of its values is a series. */
  each: DimensionUse
}

type Charted = Pick<ReportDefinition, 'dimensions' | 'measures' | 'pivot' | 'chart'>

/** Undefined where the chart draws the rows as they are. */
export function seriesOf(definition: Charted): SeriesOf | undefined {
  const { dimensions, pivot, chart } = definition
  if (pivot !== undefined || seriesKind(chart) === undefined) return undefined
  if (drawnFigure(definition, undefined) === undefined) return undefined
  const along =
    dimensions.find(({ field }) => field === 'time') ??
    dimensions.find(({ field }) => isScale(field)) ??
    dimensions[0]
  const each = dimensions.find((dimension) => dimension !== along)
  return along === undefined || each === undefined ? undefined : { along, each }
}

/**
 * The column that is drawn: the one asked for where the chart offers it, else the first. Of a report that has nothing but
 * changes, shares or earlier figures, it is the figure that these are of.
 */
export function drawnFigure(
  { chart, measures }: Charted,
  asked: MeasureColumn | undefined,
): MeasureColumn | undefined {
  const offered = (chart.measures ?? measures).filter(isDrawn)
  const derivedFrom = () => measures.map((name) => parseColumn(name).measure).find(isDrawn)
  return offered.find((name) => name === asked) ?? offered[0] ?? derivedFrom()
}

/** What a chart draws of an answer: its series where it has any, else its rows. */
export function answerToDraw(answer: RunReportAnswer): RunReportAnswer {
  return answer.series === undefined
    ? answer
    : { ...chartedToDraw(answer), totals: null, meta: { ...answer.meta, rowCount: answer.series.rowCount } }
}

/** The same of what a chart needs to know. */
export function chartedToDraw(answer: ChartedAnswer): ChartedAnswer {
  const { series, comparison, others: _others, ...own } = answer
  if (series === undefined) return answer
  const { columns, pivot, rows, rowCount, earlier } = series
  const earlierWhole = comparison &&
    earlier && { name: nameEarlier(comparison, columns[0]?.grain), values: earlier }
  return { ...own, columns, pivot, rows, earlierWhole, meta: { ...answer.meta, rowCount } }
}
