import { formatCount } from '../format.ts'
import type { Cell } from '../reports.ts'
import { type ChartKind, figureOf } from './chart-kind.ts'
import {
  addsUp,
  type ChartedAnswer,
  formatOf,
  type MeasureChart,
  numberOrNull,
  pointOf,
  pointsNameOf,
  type ReportChart,
} from './charted-answer.ts'
import { type Drawing, tooltip, written } from './drawing.ts'
import { defaultWidth } from './series-fit.ts'

interface PieChart {
  pointsName: string
  valueName: string
  slices: readonly { label: string; value: number; isRest?: true }[]
  format?: (value: number) => string
  /** Whether each slice has its name beside it; the legend names them where there is no room. */
  isLabelled: boolean
}

/** More slices than these cannot be told apart. */
const maxSlices = 8
/** Pixels in which the names of all slices find room around them. */
const labelledWidth = 480

export const pie: ChartKind = {
  label: 'Pie',
  picture: [
    { path: 'M30 14a10 10 0 1 1-20 0a10 10 0 1 1 20 0z', width: 2 },
    { path: 'M20 14V4a10 10 0 0 1 9 14z' },
  ],
  series: undefined,
  problem({ dimensions, measures }) {
    if (dimensions.length > 1) return 'Needs exactly one kind of rows.'
    return measures.some((name) => figureOf(name) === 'count')
      ? undefined
      : 'Needs a count, because only counts add up to a whole.'
  },
  build: ({ answer, width = defaultWidth }, of) => buildPie(answer, of, width >= labelledWidth),
}

/**
 * The parts of a whole, the largest first; undefined where nothing adds up. More slices than colours cannot be told apart: the
 * others are one together.
 */
function buildPie(
  answer: ChartedAnswer,
  { choices: all, chosen: wanted }: MeasureChart,
  isLabelled: boolean,
): ReportChart | undefined {
  const choices = all.filter(addsUp)
  const chosen = addsUp(wanted) ? wanted : choices[0]
  if (chosen === undefined) return undefined
  const index = answer.columns.indexOf(chosen)
  const valueOf = (row: readonly Cell[] | undefined) => numberOrNull(row?.[index]) ?? 0
  const rows = answer.rows.toSorted((one, other) => valueOf(other) - valueOf(one))
  const beyond = valueOf(answer.others?.cells)
  const slices = beyond === 0 ? maxSlices : maxSlices - 1
  const shown = rows.length > slices ? rows.slice(0, maxSlices - 1) : rows
  const known = shown.map((row) => ({ label: pointOf(answer, row).title, value: valueOf(row) }))
  const rest = rows.slice(shown.length).reduce((sum, row) => sum + valueOf(row), beyond)
  return {
    drawing: drawPie({
      pointsName: pointsNameOf(answer),
      valueName: chosen.label,
      slices: rest === 0 ? known : [...known, { label: 'Others', value: rest, isRest: true as const }],
      isLabelled,
      ...formatOf(chosen),
    }),
    hasLegend: !isLabelled,
    choices,
    chosen,
    figureAt: (place) => {
      const row = shown[place.index]
      return row === undefined ? undefined : { row, column: chosen }
    },
  }
}

function drawPie(pieChart: PieChart): Drawing<PieChart> {
  const { pointsName, valueName, slices, format = formatCount, isLabelled } = pieChart
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const named = (name: string, value: number) =>
    total === 0 ? name : `${name} ${Math.round((value / total) * 100)}%`
  return {
    shown: pieChart,
    height: 260,
    options: (palette) => ({
      color: [...palette.series],
      tooltip: { ...tooltip(palette, 'item'), valueFormatter: (value: unknown) => written(value, format) },
      series: [
        {
          type: 'pie',
          radius: isLabelled ? ['48%', '76%'] : ['56%', '92%'],
          data: slices.map(({ label, value, isRest }) => ({
            name: label,
            value,
            ...(isRest && { itemStyle: { color: palette.others } }),
          })),
          itemStyle: { borderColor: palette.panel, borderWidth: 2 },
          label: {
            show: isLabelled,
            color: palette.text,
            formatter: ({ name, value }: { name: string; value: number }) => named(name, value),
          },
          labelLine: { lineStyle: { color: palette.line } },
        },
      ],
    }),
    legend: (palette) =>
      slices.map(({ label, value, isRest }, at) => ({
        name: named(label, value),
        color: (isRest ? undefined : palette.series[at]) ?? palette.others,
        isDashed: false,
      })),
    table: () => ({
      head: [pointsName, valueName],
      body: slices.map(({ label, value }, index) => ({
        title: label,
        cells: [format(value)],
        place: { index },
      })),
    }),
  }
}
