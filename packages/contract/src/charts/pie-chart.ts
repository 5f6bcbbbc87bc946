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

interface PieChart {
  pointsName: string
  valueName: string
  slices: readonly { label: string; value: number; isRest?: true }[]
  format?: (value: number) => string
}

/** More slices than these cannot be told apart. */
const maxSlices = 8

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
  build: ({ answer }, of) => buildPie(answer, of),
}

/**
 * The parts of a whole, the largest first; undefined where nothing adds up. More slices than colours cannot be told apart: the
 * others are one together.
 */
function buildPie(
  answer: ChartedAnswer,
  { choices: all, chosen: wanted }: MeasureChart,
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
      ...formatOf(chosen),
    }),
    choices,
    chosen,
    figureAt: (place) => {
      const row = shown[place.index]
      return row === undefined ? undefined : { row, column: chosen }
    },
  }
}

function drawPie(pieChart: PieChart): Drawing<PieChart> {
  const { pointsName, valueName, slices, format = formatCount } = pieChart
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  return {
    shown: pieChart,
    height: 260,
    options: (palette) => ({
      color: [...palette.series],
      tooltip: { ...tooltip(palette, 'item'), valueFormatter: (value: unknown) => written(value, format) },
      series: [
        {
          type: 'pie',
          radius: ['48%', '76%'],
          data: slices.map(({ label, value, isRest }) => ({
            name: label,
            value,
            ...(isRest && { itemStyle: { color: palette.others } }),
          })),
          itemStyle: { borderColor: palette.panel, borderWidth: 2 },
          label: {
            color: palette.text,
            formatter: ({ name, value }: { name: string; value: number }) =>
              `${name} ${total === 0 ? '' : `${Math.round((value / total) * 100)}%`}`,
          },
          labelLine: { lineStyle: { color: palette.line } },
        },
      ],
    }),
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
