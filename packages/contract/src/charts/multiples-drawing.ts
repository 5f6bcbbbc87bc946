import { formatCount } from '../format.ts'
import type { ChartOptions, Drawing } from './drawing.ts'
import { tooltip, written } from './drawing.ts'
import type { Palette } from './palette.ts'
import { drawSeries, pointsAxis, type SeriesChart, seriesColor, seriesData } from './series-drawing.ts'
import { defaultWidth } from './series-fit.ts'

/** Whether small charts beside each other have one scale, or each its own. */
export type Scale = 'shared' | 'own'

/** Series of which most would lie on the ground beside the largest, by how much larger that is. */
const veryDifferent = 5

/**
 * What cannot be stacked, and lines of very different sizes, are small charts beside each other. Undefined where one chart
 * tells more.
 */
export function scalesApart(chart: SeriesChart, asked: SeriesChart['shape']): Scale | undefined {
  if (chart.series.length < 3 || chart.isHorizontal === true) return undefined
  const isOfLines = chart.shape === 'line'
  const isUnstacked = (asked === 'area' || asked === 'stackedBar') && chart.shape !== asked
  const isOneOverOther = isUnstacked && (chart.shape === 'line' || chart.shape === 'bar')
  const scale = areDifferent(chart) ? 'own' : 'shared'
  if (isOneOverOther) return scale
  return isOfLines && scale === 'own' ? 'own' : undefined
}

function areDifferent({ series }: SeriesChart): boolean {
  const sizes = series.map(({ values }) => Math.max(0, ...values.map((value) => value ?? 0)))
  const sorted = sizes.toSorted((one, other) => other - one)
  const [largest = 0] = sorted
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  return largest > middle * veryDifferent
}

/** Pixels. */
const cell = { minWidth: 260, height: 132, head: 26, foot: 10 }

/** A small chart for each series. */
export function drawMultiples(
  chart: SeriesChart,
  { scale, width = defaultWidth }: { scale: Scale; width: number | undefined },
): Drawing<SeriesChart> {
  const perRow = Math.max(1, Math.min(4, Math.floor(width / cell.minWidth)))
  const rowsOf = (count: number) => Math.ceil(count / perRow)
  return {
    ...drawSeries(chart),
    height: rowsOf(chart.series.length) * cell.height,
    options: (palette, hidden) => optionsOf(chart, { palette, hidden, perRow, scale }),
  }
}

interface Layout {
  palette: Palette
  hidden: ReadonlySet<string> | undefined
  perRow: number
  scale: Scale
}

function optionsOf(chart: SeriesChart, { palette, hidden, perRow, scale }: Layout): ChartOptions {
  const { series, shape, format = formatCount } = chart
  const shown = series.filter(({ name }) => hidden?.has(name) !== true)
  const max = niceAbove(Math.max(0, ...shown.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const isOfBars = shape === 'bar' || shape === 'stackedBar'
  return {
    grid: shown.map((_, at) => ({
      left: `${((at % perRow) * 100) / perRow + 0.5}%`,
      width: `${100 / perRow - 2}%`,
      top: Math.floor(at / perRow) * cell.height + cell.head,
      height: cell.height - cell.head - cell.foot,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    })),
    tooltip: { ...tooltip(palette, 'axis'), valueFormatter: (value: unknown) => written(value, format) },
    xAxis: shown.map((_, at) => ({ ...pointsAxis(chart, palette), gridIndex: at })),
    yAxis: shown.map(({ name }, at) => ({
      type: 'value',
      gridIndex: at,
      name,
      nameGap: 8,
      nameTextStyle: { align: 'left', color: palette.text, fontSize: 12 },
      splitNumber: 2,
      min: 0,
      ...(scale === 'shared' && { max }),
      minInterval: chart.format === undefined ? 1 : 0,
      splitLine: { lineStyle: { color: palette.line } },
      axisLabel: { color: palette.quietText, hideOverlap: true, formatter: (value: number) => format(value) },
    })),
    series: shown.map((one, at) => ({
      ...seriesData(one, chart),
      type: isOfBars ? ('bar' as const) : ('line' as const),
      color: seriesColor(one, series, palette),
      xAxisIndex: at,
      yAxisIndex: at,
    })),
  }
}

/** One, two or five and noughts. */
function niceAbove(max: number): number {
  if (max <= 0) return 1
  const ten = 10 ** Math.floor(Math.log10(max))
  return ([1, 2, 5].find((times) => times * ten >= max) ?? 10) * ten
}
