import { formatCount } from '../format.ts'
import {
  type ChartOptions,
  type ChartPoint,
  type ChartTone,
  type Drawing,
  fullTitle,
  type LegendEntry,
  tooltip,
  written,
} from './drawing.ts'
import type { Palette } from './palette.ts'

export interface ChartSeries {
  name: string
  tone?: ChartTone
  /** One per point; null if there is no figure. */
  values: readonly (number | null)[]
}

/** Bars, lines or areas over points, as days or categories; several areas are stacked. */
export interface SeriesChart {
  shape: 'bar' | 'stackedBar' | 'line' | 'area'
  /** Bars lie, one under the other, for points whose labels need a line each. */
  isHorizontal?: boolean
  /** What the points are, for the header of the table: `Day`, `Source`. */
  pointsName: string
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  /** The earlier period, as a dashed line. */
  previous?: ChartSeries | undefined
  /** Name of the sum of a stack, in tooltip and table; no sum unless given. */
  totalName?: string
  format?: (value: number) => string
  /** Pixels of the whole chart, where they are known. */
  width?: number | undefined
}

export function drawSeries(chart: SeriesChart): Drawing<SeriesChart> {
  return {
    shown: chart,
    height: heightOf(chart),
    options: (palette, hidden) => optionsOf(chart, palette, hidden),
    table: () => tableOf(chart),
    legend: (palette) => legendOf(chart, palette),
    canHide: true,
    highlight: () => highlightOf(chart),
  }
}

/** Pixels of each line of a label. */
export const axisLineHeight = 15

function heightOf({ isHorizontal = false, shape, series, previous, totalName, points }: SeriesChart): number {
  const more = [previous, totalName].filter((one) => one !== undefined).length
  if (!isHorizontal) return 260 + linesBeyond(series.length + more)
  const bars = (shape === 'bar' ? series.length : 1) + (previous === undefined ? 0 : 1)
  const lines = Math.max(1, ...points.map((point) => point.lines?.length ?? 1))
  return 48 + points.length * Math.max(10 + 14 * bars, 8 + axisLineHeight * lines)
}

/** The tooltip of a point, which lies in the chart, has a line for each series. */
function linesBeyond(count: number): number {
  return Math.max(0, count - 9) * 22
}

/** Colours of tones that are in the chart mean nothing else in it. */
export function seriesColor(one: ChartSeries, all: readonly ChartSeries[], palette: Palette): string {
  if (one.tone !== undefined) return palette[one.tone]
  const taken = all.flatMap(({ tone }) => (tone === undefined ? [] : [palette[tone]]))
  const free = palette.series.filter((color) => !taken.includes(color))
  const place = all.filter(({ tone }) => tone === undefined).indexOf(one)
  return free[place % free.length] ?? palette.answered
}

export function stackTotal({ series }: SeriesChart, index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
}

function legendOf({ series, previous }: SeriesChart, palette: Palette): LegendEntry[] {
  return [
    ...series.map((one) => ({ name: one.name, color: seriesColor(one, series, palette), isDashed: false })),
    ...(previous === undefined ? [] : [{ name: previous.name, color: palette.previous, isDashed: true }]),
  ]
}

function highlightOf(chart: SeriesChart): string {
  const { points, format = formatCount } = chart
  const sums = points.map((_, index) => stackTotal(chart, index))
  const max = Math.max(...sums)
  const place = points[sums.indexOf(max)]
  return `Most at ${place === undefined ? 'none' : fullTitle(place)}: ${format(max)}.`
}

function tableOf(chart: SeriesChart) {
  const { pointsName, points, series, previous, totalName, format = formatCount } = chart
  const columns = previous === undefined ? series : [...series, previous]
  return {
    head: [pointsName, ...(totalName === undefined ? [] : [totalName]), ...columns.map(({ name }) => name)],
    body: points.map((point, index) => ({
      title: fullTitle(point),
      cells: [
        ...(totalName === undefined ? [] : [format(stackTotal(chart, index))]),
        ...columns.map(({ values }) => written(values[index], format)),
      ],
      place: { index },
    })),
  }
}

function optionsOf(whole: SeriesChart, palette: Palette, hidden?: ReadonlySet<string>): ChartOptions {
  const chart = withoutHidden(whole, hidden)
  const { isHorizontal = false, format = formatCount } = chart
  const points = pointsAxis(chart, palette)
  const figures = {
    type: 'value',
    splitNumber: 4,
    minInterval: chart.format === undefined ? 1 : 0,
    ...(isHorizontal && lyingScale(chart)),
    splitLine: { lineStyle: { color: palette.line } },
    axisLabel: { color: palette.quietText, hideOverlap: true, formatter: (value: number) => format(value) },
  }
  return {
    grid: { left: 4, right: 8, top: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: { ...tooltip(palette, 'axis'), valueFormatter: (value: unknown) => written(value, format) },
    ...(isHorizontal ? { xAxis: figures, yAxis: points } : { xAxis: points, yAxis: figures }),
    series: [
      ...drawnSeries(chart, whole.series, palette),
      ...totalLine(chart, palette),
      ...(isHorizontal ? previousBar(chart, palette) : previousLine(chart, palette)),
    ],
  }
}

/** Pixels of a figure under lying bars, with what tells it from the next one. */
const lyingFigureWidth = 60
/** Pixels beside labels and bars. */
const lyingFrame = 50

/** The axis under lying bars where it is short: ECharts would take more steps than fit, and leave figures out unevenly. */
function lyingScale(chart: SeriesChart): { interval: number; min: number; max: number } | undefined {
  const { points, series, previous, shape, width = Infinity } = chart
  const fitting = Math.floor((width - lyingFrame - pointsWidth(points)) / lyingFigureWidth)
  const sums = shape === 'bar' ? [] : points.map((_, at) => stackTotal(chart, at))
  const all = [...sums, ...series.flatMap(({ values }) => values), ...(previous?.values ?? [])]
  const highest = Math.max(...all.map((value) => value ?? 0))
  if (fitting > 4 || highest <= 0 || all.some((value) => value !== null && value < 0)) return undefined
  const power = 10 ** Math.floor(Math.log10(highest))
  const scales = [0.2, 0.25, 0.5, 1, 2, 2.5, 5, 10]
    .map((step) => step * power)
    .filter((step) => highest / step <= fitting && (chart.format !== undefined || Number.isInteger(step)))
    .map((interval) => ({ interval, min: 0, max: Math.ceil(highest / interval) * interval }))
  return scales.find(({ max }) => max <= 1.5 * highest) ?? scales[0]
}

/** Its sums are those of what is left. */
function withoutHidden(chart: SeriesChart, hidden: ReadonlySet<string> | undefined): SeriesChart {
  if (hidden === undefined || hidden.size === 0) return chart
  const { series, previous } = chart
  return {
    ...chart,
    series: series.filter(({ name }) => !hidden.has(name)),
    previous: previous !== undefined && hidden.has(previous.name) ? undefined : previous,
  }
}

function isOfLines({ shape }: SeriesChart): boolean {
  return shape === 'line' || shape === 'area'
}

function drawnSeries(chart: SeriesChart, all: readonly ChartSeries[], palette: Palette) {
  const { shape, series } = chart
  const isArea = shape === 'area'
  const isStacked = shape === 'stackedBar' || (isArea && all.length > 1)
  return series.map((one) => ({
    ...seriesData(one, chart),
    type: isOfLines(chart) ? ('line' as const) : ('bar' as const),
    ...(isStacked && { stack: 'total' }),
    ...(isArea && { areaStyle: { opacity: 0.25 } }),
    // A hidden series keeps its colour, and all others theirs.
    color: seriesColor(one, all, palette),
  }))
}

/** What a series is in any layout. */
export function seriesData({ name, values }: ChartSeries, { points }: SeriesChart) {
  return {
    name,
    data: values.map((value, at) => drawnValue(value, points[at])),
    barMaxWidth: 32,
    barCategoryGap: '22%',
    symbol: points.length === 1 ? 'circle' : 'none',
    lineStyle: { width: 2 },
    emphasis: { focus: 'none' },
    cursor: 'pointer',
  }
}

/** What the period cuts is drawn lighter: it would else look like a fall. */
function drawnValue(value: number | null, point: ChartPoint | undefined) {
  return point?.isPartial === true && value !== null
    ? { value, itemStyle: { opacity: 0.5 }, symbol: 'emptyCircle', symbolSize: 7 }
    : value
}

/** Beside lying bars, in pixels: a longer label is cut. */
const maxLabelWidth = 160

export function pointsAxis(chart: SeriesChart, palette: Palette) {
  const { points, isHorizontal = false } = chart
  return {
    type: 'category',
    data: points.map(fullTitle),
    boundaryGap: !isOfLines(chart),
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.line } },
    axisLabel: {
      color: palette.quietText,
      margin: 10,
      formatter: (_: string, index: number) => axisLabelOf(points[index], isHorizontal),
      ...(isHorizontal
        ? {
            interval: 0,
            width: pointsWidth(points),
            overflow: 'truncate',
            lineHeight: axisLineHeight,
          }
        : { hideOverlap: true }),
    },
    inverse: isHorizontal,
  }
}

/** Pixels of the labels beside lying bars. */
function pointsWidth(points: readonly ChartPoint[]): number {
  const lines = points.flatMap((point) => axisLabelOf(point, true).split('\n'))
  return Math.min(maxLabelWidth, Math.max(0, ...lines.map(labelWidth)))
}

/** Pixels that a label takes at most: it is drawn where nothing can measure it, too. */
function labelWidth(text: string): number {
  const widths = Array.from(text, (char) => {
    if (/[mw@%MW]|[^\u0020-\u024f]/.test(char)) return 12
    if (/[fijlrt .,:;'|()-]/.test(char)) return 5
    return char === char.toLowerCase() ? 7.4 : 9
  })
  return Math.ceil(widths.reduce((sum, width) => sum + width, 0))
}

/** Beside a lying bar each dimension has a line, so that two long names are not cut as one. */
function axisLabelOf(point: ChartPoint | undefined, isHorizontal: boolean): string {
  if (isHorizontal && point?.lines !== undefined) return point.lines.join('\n')
  return point?.label ?? ''
}

/** Invisible: it puts the sum of the stack into the tooltip. */
function totalLine(chart: SeriesChart, palette: Palette) {
  if (chart.totalName === undefined) return []
  const values = chart.points.map((_, index) => stackTotal(chart, index))
  return [{ ...quietLine(chart.totalName, values), color: palette.panel, lineStyle: { opacity: 0 } }]
}

function previousLine({ previous }: SeriesChart, palette: Palette) {
  if (previous === undefined) return []
  const color = palette.previous
  return [
    {
      ...quietLine(previous.name, previous.values),
      color,
      lineStyle: { width: 2, type: 'dashed', color, ...haloOf(palette) },
    },
  ]
}

/** A dashed line is seen on bars, whatever colour they have. */
function haloOf({ panel }: Palette) {
  return { shadowColor: panel, shadowBlur: 4 }
}

/** Beside lying bars: a line would connect what has no order. */
function previousBar({ previous }: SeriesChart, palette: Palette) {
  if (previous === undefined) return []
  const { name, values } = previous
  return [{ name, type: 'bar' as const, data: values, color: palette.previous, silent: true }]
}

function quietLine(name: string, values: readonly (number | null)[]) {
  return {
    name,
    type: 'line' as const,
    data: values,
    symbol: 'none',
    silent: true,
    emphasis: { disabled: true },
    z: 5,
  }
}
