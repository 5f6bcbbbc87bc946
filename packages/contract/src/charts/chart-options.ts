import { formatCount } from '../format.ts'
import {
  axisLineHeight,
  type ChartData,
  chartFormat,
  fullTitle,
  type HeatMapChart,
  type PieChart,
  type ScatterChart,
  seriesColor,
  type SeriesChart,
  stackTotal,
} from './chart-data.ts'
import type { Palette } from './palette.ts'

/** As ECharts takes them. */
type ChartOptions = Record<string, unknown>

/** ECharts' options of a chart; all colours are the theme's. */
export function chartOptions(data: ChartData, palette: Palette, isMotionReduced: boolean): ChartOptions {
  const shared = {
    animation: !isMotionReduced,
    animationDuration: 200,
    animationDurationUpdate: 200,
    textStyle: { fontFamily: palette.fontFamily, color: palette.quietText, fontSize: 12 },
  }
  if (data.type === 'heatMap') return { ...shared, ...heatMapOptions(data, palette) }
  if (data.type === 'pie') return { ...shared, ...pieOptions(data, palette) }
  if (data.type === 'scatter') return { ...shared, ...scatterOptions(data, palette) }
  return { ...shared, ...seriesOptions(data, palette) }
}

function seriesOptions(data: SeriesChart, palette: Palette): ChartOptions {
  const isArea = data.type === 'area'
  const isLine = data.type === 'line' || isArea
  const isStacked = data.type === 'stackedBar' || (isArea && data.series.length > 1)
  const { isHorizontal = false } = data
  const format = chartFormat(data)
  const drawn = data.series.map((series) => ({
    name: series.name,
    type: isLine ? 'line' : 'bar',
    ...(isStacked && { stack: 'total' }),
    ...(isArea && { areaStyle: { opacity: 0.25 } }),
    data: series.values,
    color: seriesColor(series, data.series, palette),
    barMaxWidth: 32,
    barCategoryGap: '22%',
    symbol: data.points.length === 1 ? 'circle' : 'none',
    lineStyle: { width: 2 },
    emphasis: { focus: 'none' },
    cursor: 'pointer',
  }))
  const points = {
    type: 'category',
    data: data.points.map(fullTitle),
    boundaryGap: !isLine,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.line } },
    axisLabel: {
      color: palette.quietText,
      margin: 10,
      formatter: (_: string, index: number) => axisLabelOf(data.points[index], isHorizontal),
      ...(isHorizontal
        ? { interval: 0, width: 160, overflow: 'truncate', lineHeight: axisLineHeight }
        : { hideOverlap: true }),
    },
    inverse: isHorizontal,
  }
  const figures = {
    type: 'value',
    splitNumber: 4,
    minInterval: data.format === undefined ? 1 : 0,
    splitLine: { lineStyle: { color: palette.line } },
    axisLabel: { color: palette.quietText, hideOverlap: true, formatter: (value: number) => format(value) },
  }
  return {
    grid: { left: 4, right: 8, top: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: { ...tooltip(palette, 'axis'), valueFormatter: (value: unknown) => written(value, format) },
    ...(isHorizontal ? { xAxis: figures, yAxis: points } : { xAxis: points, yAxis: figures }),
    series: [
      ...drawn,
      ...totalLine(data, palette),
      ...(isHorizontal ? previousBar(data, palette) : previousLine(data, palette)),
    ],
  }
}

/** Beside a lying bar each dimension has a line, so that two long names are not cut as one. */
function axisLabelOf(point: SeriesChart['points'][number] | undefined, isHorizontal: boolean): string {
  if (isHorizontal && point?.lines !== undefined) return point.lines.join('\n')
  return point?.label ?? ''
}

/** Invisible: it puts the sum of the stack into the tooltip. */
function totalLine(data: SeriesChart, palette: Palette) {
  if (data.totalName === undefined) return []
  const values = data.points.map((_, index) => stackTotal(data, index))
  return [{ ...quietLine(data.totalName, values), color: palette.panel, lineStyle: { opacity: 0 } }]
}

function previousLine({ previous }: SeriesChart, palette: Palette) {
  if (previous === undefined) return []
  const color = palette.previous
  return [
    { ...quietLine(previous.name, previous.values), color, lineStyle: { width: 1.5, type: 'dashed', color } },
  ]
}

/** Beside lying bars: a line would connect what has no order. */
function previousBar({ previous }: SeriesChart, palette: Palette) {
  if (previous === undefined) return []
  return [{ name: previous.name, type: 'bar', data: previous.values, color: palette.previous, silent: true }]
}

function quietLine(name: string, values: readonly (number | null)[]) {
  return {
    name,
    type: 'line',
    data: values,
    symbol: 'none',
    silent: true,
    emphasis: { disabled: true },
    z: 5,
  }
}

function written(value: unknown, format: (value: number) => string): string {
  return typeof value === 'number' ? format(value) : '–'
}

function heatMapOptions(data: HeatMapChart, palette: Palette): ChartOptions {
  const cells = data.values.flatMap((row, y) => row.map((value, x) => [x, y, value ?? '-'] as const))
  const most = Math.max(1, ...data.values.flat().map((value) => value ?? 0))
  const axis = {
    type: 'category',
    axisTick: { show: false },
    axisLine: { show: false },
    splitArea: { show: false },
  } as const
  return {
    grid: { left: 0, right: 0, top: 0, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: { ...tooltip(palette, 'item'), formatter: (hit: unknown) => heatMapTooltip(data, hit) },
    xAxis: {
      ...axis,
      data: data.columns.map(({ label }) => label),
      axisLabel: {
        color: palette.quietText,
        interval: data.columns.length > 12 ? 5 : 0,
        margin: 10,
        hideOverlap: true,
        width: 90,
        overflow: 'truncate',
      },
    },
    yAxis: {
      ...axis,
      data: data.rows.map(({ label }) => label),
      inverse: true,
      axisLabel: { color: palette.quietText, margin: 10 },
    },
    visualMap: {
      show: false,
      min: 0,
      max: most,
      dimension: 2,
      inRange: { color: [palette.heatLow, palette.answered] },
    },
    series: [
      {
        type: 'heatmap',
        data: cells,
        itemStyle: { borderColor: palette.panel, borderWidth: 2, borderRadius: 3 },
        emphasis: { itemStyle: { borderColor: palette.text, borderWidth: 1 } },
      },
    ],
  }
}

function pieOptions(data: PieChart, palette: Palette): ChartOptions {
  const format = chartFormat(data)
  const total = data.slices.reduce((sum, { value }) => sum + value, 0)
  return {
    color: [...palette.series],
    tooltip: { ...tooltip(palette, 'item'), valueFormatter: (value: unknown) => written(value, format) },
    series: [
      {
        type: 'pie',
        radius: ['48%', '76%'],
        data: data.slices.map(({ label, value }) => ({ name: label, value })),
        itemStyle: { borderColor: palette.panel, borderWidth: 2 },
        label: {
          color: palette.text,
          formatter: ({ name, value }: { name: string; value: number }) =>
            `${name} ${total === 0 ? '' : `${Math.round((value / total) * 100)}%`}`,
        },
        labelLine: { lineStyle: { color: palette.line } },
      },
    ],
  }
}

function scatterOptions({ x, y, points }: ScatterChart, palette: Palette): ChartOptions {
  const axisOf = ({ name, format = formatCount }: ScatterChart['x']) => ({
    type: 'value',
    name,
    nameLocation: 'middle',
    nameTextStyle: { color: palette.quietText },
    scale: true,
    splitNumber: 4,
    splitLine: { lineStyle: { color: palette.line } },
    axisLine: { show: true, lineStyle: { color: palette.line } },
    axisLabel: { color: palette.quietText, hideOverlap: true, formatter: (value: number) => format(value) },
  })
  return {
    grid: { left: 4, right: 16, top: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    tooltip: {
      ...tooltip(palette, 'item'),
      formatter: (hit: unknown) => {
        const point = points[placeOf(hit).dataIndex]
        if (point === undefined) return ''
        const [first, second] = [(x.format ?? formatCount)(point.x), (y.format ?? formatCount)(point.y)]
        return plain(`${point.title}\n${x.name}: ${first}\n${y.name}: ${second}`)
      },
    },
    xAxis: axisOf(x),
    yAxis: axisOf(y),
    series: [
      {
        type: 'scatter',
        data: points.map((point) => [point.x, point.y]),
        symbolSize: 11,
        itemStyle: { color: palette.answered, opacity: 0.7 },
        emphasis: { itemStyle: { borderColor: palette.text, borderWidth: 1 } },
      },
    ],
  }
}

/** Drawn into the canvas as rich text: the content security policy allows no generated markup. */
function tooltip(palette: Palette, trigger: 'axis' | 'item') {
  return {
    trigger,
    renderMode: 'richText',
    confine: true,
    transitionDuration: 0,
    axisPointer: { type: 'shadow', shadowStyle: { color: palette.answered, opacity: 0.06 } },
    backgroundColor: palette.panel,
    borderColor: palette.line,
    borderWidth: 1,
    padding: [8, 12],
    textStyle: { color: palette.text, fontSize: 13, fontFamily: palette.fontFamily },
  }
}

function heatMapTooltip(data: HeatMapChart, hit: unknown): string {
  const place = heatMapPlace(placeOf(hit).dataIndex, data)
  const row = data.rows[place.row]
  const column = data.columns[place.index]
  if (row === undefined || column === undefined) return ''
  const value = written(data.values[place.row]?.[place.index], chartFormat(data))
  return plain(`${fullTitle(row)}, ${fullTitle(column)}\n${value}`)
}

export function heatMapPlace(dataIndex: number, { columns }: HeatMapChart): { row: number; index: number } {
  return { row: Math.floor(dataIndex / columns.length), index: dataIndex % columns.length }
}

/** Braces and bars are ECharts' markup in rich text. */
function plain(text: string): string {
  return text.replace(/[{}|]/g, ' ')
}

/** ECharts passes one hit, or a list with one per series. */
function placeOf(hit: unknown): { dataIndex: number } {
  const one: unknown = Array.isArray(hit) ? hit[0] : hit
  if (typeof one === 'object' && one !== null && 'dataIndex' in one && typeof one.dataIndex === 'number') {
    return { dataIndex: one.dataIndex }
  }
  return { dataIndex: -1 }
}
