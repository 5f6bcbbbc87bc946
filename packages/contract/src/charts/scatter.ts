import {
  type ChartInput,
  formatOf,
  type MeasureChart,
  numberOrNull,
  pointOf,
  pointsNameOf,
  type ReportChart,
} from './charted-answer.ts'
import { formatCount } from '../format.ts'

/** More points are a cloud that nobody reads, and slow to draw. */
const maxPoints = 1000

/** The chosen measure against another one; a row without one of the two has no point. */
export function scatter({ answer, across }: ChartInput, { choices, chosen: y }: MeasureChart) {
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
    data: {
      type: 'scatter',
      pointsName: pointsNameOf(answer),
      x: { name: x.label, ...formatOf(x) },
      y: { name: y.label, ...formatOf(y) },
      points: placed.map((point) => ({ ...point, title: pointOf(answer, point.row).title })),
    },
    choices,
    chosen: y,
    across: x,
    note:
      placed.length < rowCount ? `${formatCount(placed.length)} of ${formatCount(rowCount)} rows` : undefined,
    figureAt: ({ index }) => {
      const point = placed[index]
      return point === undefined ? undefined : { row: point.row, column: y }
    },
  } satisfies ReportChart
}
