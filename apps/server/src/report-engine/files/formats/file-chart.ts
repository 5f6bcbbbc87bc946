import type { Drawing, LegendEntry } from '@callboard/contract/charts/drawing'
import type { ChartInput, ReportChart } from '@callboard/contract/charts/charted-answer'
import type { Palette } from '@callboard/contract/charts/palette'
import { buildReportChart, chartTitle } from '@callboard/contract/charts/report-chart'
import type { ReportDefinition } from '@callboard/contract/reports'
import type { CellNames } from '../../summary/cell-names.ts'
import { isoInstant } from '../../plan/period.ts'
import type { Plan } from '../../plan/plan.ts'
import type { SummaryResult } from '../../summary/run.ts'
import { labelsOf } from './about-file.ts'
import type { ChartPicture } from './chart-picture.ts'

/** The chart of a report in a file for reading: the one that its page shows first. */
export interface FileChart {
  chart: ReportChart
  title: string
  /** What is left out, in words. */
  note: string | undefined
  /** Whether it has no letters, so that it may be of any size. */
  isMap: boolean
  legend: (palette: Palette) => LegendEntry[]
  /** As an SVG element of this width. Widths and heights are in pixels of CSS. */
  draw: (asked: { palette: Palette; width: number }) => Promise<ChartPicture>
}

/** Undefined where there is nothing to draw. */
export function buildFileChart(
  { type, measures }: ReportDefinition['chart'],
  result: SummaryResult,
  { plan, names }: { plan: Plan; names: CellNames },
): FileChart | undefined {
  const { weekStartsOn } = plan
  return buildAnswerChart({
    answer: answerOf(result, { plan, names }),
    type,
    measures,
    measure: undefined,
    weekStartsOn,
  })
}

/** The same of an answer. */
export function buildAnswerChart(input: ChartInput): FileChart | undefined {
  const { answer } = input
  const chart = answer.rows.length === 0 ? undefined : buildReportChart(input)
  if (chart === undefined) return undefined
  const { chosen, drawing, hasLegend = false, isMap = false, note } = chart
  return {
    chart,
    title: chartTitle(chart),
    note,
    isMap,
    legend: (palette) => (hasLegend ? (drawing.legend?.(palette) ?? []) : []),
    draw: isMap
      ? // The shapes are read from the disk.
        async (asked) => (await import('./map-svg.ts')).drawMap(answer, chosen, asked)
      : drawnBy(drawing),
  }
}

function drawnBy(drawing: Drawing): FileChart['draw'] {
  return async ({ palette, width }) => {
    // ECharts is loaded when it is needed first: a portal starts without it.
    const { drawChart } = await import('./chart-svg.ts')
    return drawChart(drawing, { palette, width, height: drawing.height })
  }
}

function answerOf(
  { columns, rows, rowCount, pivot, others, comparison, series }: SummaryResult,
  { plan, names }: { plan: Plan; names: CellNames },
) {
  const labelled = [...columns.filter(({ role }) => role === 'dimension'), ...(pivot ? [pivot] : [])]
  const earlier = plan.comparison
  return {
    columns,
    rows,
    ...(pivot && { pivot }),
    ...(others && { others }),
    ...(series && { series }),
    ...(comparison &&
      earlier && {
        comparison: {
          kind: earlier.kind,
          matchWeekdays: earlier.matchWeekdays,
          from: isoInstant(earlier.span.from),
          to: isoInstant(earlier.span.to),
          rows: comparison.rows,
          totals: comparison.totals,
          ...(comparison.others && { others: comparison.others }),
        },
      }),
    labels: Object.fromEntries(
      labelled.map(({ name }) => [name, Object.fromEntries(labelsOf(name, names))] as const),
    ),
    meta: {
      rowCount,
      from: isoInstant(plan.span.from),
      to: isoInstant(plan.span.to),
      timeZone: plan.span.from.timeZoneId,
    },
  }
}
