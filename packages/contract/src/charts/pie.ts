import type { Cell } from '../reports.ts'
import {
  addsUp,
  formatOf,
  type MeasureChart,
  numberOrNull,
  pointOf,
  pointsNameOf,
  type ReportChart,
  type ChartedAnswer,
} from './charted-answer.ts'
import { maxColors } from './palette.ts'

/**
 * The parts of a whole, the largest first; undefined where nothing adds up. More slices than colours cannot be told apart: the
 * others are one together.
 */
export function pie(answer: ChartedAnswer, { choices: all, chosen: wanted }: MeasureChart) {
  const choices = all.filter(addsUp)
  const chosen = addsUp(wanted) ? wanted : choices[0]
  if (chosen === undefined) return undefined
  const index = answer.columns.indexOf(chosen)
  const valueOf = (row: readonly Cell[] | undefined) => numberOrNull(row?.[index]) ?? 0
  const rows = answer.rows.toSorted((one, other) => valueOf(other) - valueOf(one))
  const beyond = valueOf(answer.others?.cells)
  const maxSlices = beyond === 0 ? maxColors : maxColors - 1
  const shown = rows.length > maxSlices ? rows.slice(0, maxColors - 1) : rows
  const known = shown.map((row) => ({ label: pointOf(answer, row).title, value: valueOf(row) }))
  const rest = rows.slice(shown.length).reduce((sum, row) => sum + valueOf(row), beyond)
  return {
    data: {
      type: 'pie',
      pointsName: pointsNameOf(answer),
      valueName: chosen.label,
      slices: rest === 0 ? known : [...known, { label: 'Others', value: rest }],
      ...formatOf(chosen),
    },
    choices,
    chosen,
    figureAt: (place) => {
      const row = shown[place.index]
      return row === undefined ? undefined : { row, column: chosen }
    },
  } satisfies ReportChart
}
