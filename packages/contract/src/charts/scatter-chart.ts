import { formatCount } from '../format.ts'
import { type ChartKind, isDrawn } from './chart-kind.ts'
import {
  type ChartInput,
  formatOf,
  type MeasureChart,
  numberOrNull,
  pointOf,
  pointsNameOf,
  type ReportChart,
} from './charted-answer.ts'
import { type Drawing, itemTooltip } from './drawing.ts'
import type { Palette } from './palette.ts'

/** Each point where two of its figures put it. */
interface ScatterChart {
  pointsName: string
  x: ScatterAxis
  y: ScatterAxis
  points: readonly { title: string; x: number; y: number }[]
}

interface ScatterAxis {
  name: string
  format?: (value: number) => string
}

const dots = ['8 21', '14 16', '18 19', '23 11', '30 13', '34 5'] as const

export const scatter: ChartKind = {
  label: 'Scatter',
  picture: dots.map((at) => ({ path: `M${at}m-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0z` })),
  series: undefined,
  problem: ({ measures }) =>
    measures.filter(isDrawn).length > 1 ? undefined : 'Needs two figures to plot against each other.',
  build: buildScatter,
}

/** More points are a cloud that nobody reads, and slow to draw. */
const maxPoints = 1000

/** The chosen measure against another one; a row without one of the two has no point. */
function buildScatter(
  { answer, across }: ChartInput,
  { choices, chosen: y }: MeasureChart,
): ReportChart | undefined {
  const x =
    choices.find((column) => column.name === across && column !== y) ??
    choices.find(({ measure }) => measure !== y.measure) ??
    choices.find((column) => column !== y)
  if (x === undefined) return undefined
  const [atX, atY] = [answer.columns.indexOf(x), answer.columns.indexOf(y)]
  const placed = answer.rows.slice(0, maxPoints).flatMap((row) => {
    const [left, up] = [numberOrNull(row[atX]), numberOrNull(row[atY])]
    return left === null || up === null ? [] : [{ row, x: left, y: up }]
  })
  const { rowCount } = answer.meta
  return {
    drawing: drawScatter({
      pointsName: pointsNameOf(answer),
      x: { name: x.label, ...formatOf(x) },
      y: { name: y.label, ...formatOf(y) },
      points: placed.map((point) => ({ ...point, title: pointOf(answer, point.row).title })),
    }),
    choices,
    chosen: y,
    across: x,
    note:
      placed.length < rowCount ? `${formatCount(placed.length)} of ${formatCount(rowCount)} rows` : undefined,
    figureAt: ({ index }) => {
      const point = placed[index]
      return point === undefined ? undefined : { row: point.row, column: y }
    },
  }
}

function drawScatter(scatterChart: ScatterChart): Drawing<ScatterChart> {
  const { pointsName, x, y, points } = scatterChart
  const cellsOf = (point: ScatterChart['points'][number]) =>
    [(x.format ?? formatCount)(point.x), (y.format ?? formatCount)(point.y)] as const
  return {
    shown: scatterChart,
    height: 360,
    options: (palette) => ({
      grid: { left: 4, right: 16, top: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'all' },
      tooltip: itemTooltip(palette, (dataIndex) => {
        const point = points[dataIndex]
        if (point === undefined) return []
        const [first, second] = cellsOf(point)
        return [point.title, `${x.name}: ${first}`, `${y.name}: ${second}`]
      }),
      xAxis: axisOf(x, palette),
      yAxis: axisOf(y, palette),
      series: [
        {
          type: 'scatter',
          data: points.map((point) => [point.x, point.y]),
          symbolSize: 11,
          itemStyle: { color: palette.answered, opacity: 0.7 },
          emphasis: { itemStyle: { borderColor: palette.text, borderWidth: 1 } },
        },
      ],
    }),
    table: () => ({
      head: [pointsName, x.name, y.name],
      body: points.map((point, index) => ({ title: point.title, cells: cellsOf(point), place: { index } })),
    }),
  }
}

function axisOf({ name, format = formatCount }: ScatterAxis, palette: Palette) {
  return {
    type: 'value',
    name,
    nameLocation: 'middle',
    nameTextStyle: { color: palette.quietText },
    scale: true,
    splitNumber: 4,
    splitLine: { lineStyle: { color: palette.line } },
    axisLine: { show: true, lineStyle: { color: palette.line } },
    axisLabel: { color: palette.quietText, hideOverlap: true, formatter: (value: number) => format(value) },
  }
}
