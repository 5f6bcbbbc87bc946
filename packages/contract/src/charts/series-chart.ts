import type { ReportColumn } from '../reports.ts'
import { acrossOf } from '../answer-columns.ts'
import {
  addsUp,
  type ChartInput,
  type ChartType,
  describeFirst,
  drawnRows,
  firstOf,
  formatOf,
  isOrdered,
  type MeasureChart,
  numberOrNull,
  pivotedColumns,
  pointOf,
  pointsNameOf,
  type ReportChart,
  type ChartedAnswer,
  withoutLargeNone,
} from './charted-answer.ts'
import type { ChartSeries, ChartTone, SeriesChart } from './chart-data.ts'
import { maxColors } from './palette.ts'

/** Bars, lines or areas over the rows: of the outcomes, the values of a pivot, or one measure. */
export function seriesChart(
  { answer: whole, type, maxHorizontalBars }: ChartInput,
  { choices, chosen }: MeasureChart,
): ReportChart {
  const outcomes = type === 'bar' || type === 'horizontalBar' || type === 'map' ? [] : outcomeColumns(whole)
  const isPivoted = whole.pivot !== undefined && type !== 'map'
  const isOfOutcomes = outcomes.length > 0 && !isPivoted
  const across = isPivoted ? pivotedColumns(whole, chosen) : []
  const columns = isPivoted ? across.slice(0, maxColors) : isOfOutcomes ? outcomes : [chosen]
  const { answer: known, leftOut } = withoutLargeNone(whole, isOfOutcomes ? outcomes : [chosen])
  const isHorizontal = needsLines(known, type)
  const legible = drawnRows(known)
  const answer = {
    ...known,
    rows: [
      ...(isHorizontal && maxHorizontalBars !== undefined ? firstOf(legible, maxHorizontalBars) : legible),
    ],
  }
  const notes = [describeFirst(answer.rows.length, answer), leftOut, firstAcross(answer, across)]
  return {
    data: {
      type: shapeOf(type, columns.length < 2 || isOfOutcomes || addsUp(chosen)),
      pointsName: pointsNameOf(answer),
      points: answer.rows.map((row) => pointOf(answer, row)),
      ...(isHorizontal && { isHorizontal: true }),
      ...seriesAndEarlier(answer, columns),
      ...(isOfOutcomes && type === 'stackedBar' ? { totalName: 'Inbound' } : {}),
      ...formatOf(columns[0] ?? chosen),
    },
    choices: isOfOutcomes ? [] : choices,
    chosen: isOfOutcomes ? undefined : chosen,
    note: notes.filter((part) => part !== undefined).join(', ') || undefined,
    figureAt({ index, series }) {
      const row = answer.rows[index]
      const column =
        series === undefined
          ? isPivoted
            ? chosen
            : columns[0]
          : columns.find((one) => seriesName(answer, one) === series)
      return row === undefined || column === undefined ? undefined : { row, column }
    },
  }
}

/** What does not add up is not stacked: lines and bars stand beside each other. */
function shapeOf(type: ChartType, isStackable: boolean): SeriesChart['type'] {
  if (type === 'area') return isStackable ? 'area' : 'line'
  if (type === 'stackedBar') return isStackable ? 'stackedBar' : 'bar'
  return type === 'line' ? 'line' : 'bar'
}

/** Says that not all values of the pivot have a colour of their own, and where all can be seen. */
function firstAcross({ columns, pivot }: ChartedAnswer, across: readonly ReportColumn[]): string | undefined {
  const [first] = columns
  if (pivot === undefined || first === undefined || across.length <= maxColors) return undefined
  const where = isOrdered(first) && isOrdered(pivot) ? 'the table and a heat map have' : 'the table has'
  return `the first ${maxColors} of ${across.length} across (${pivot.label.toLowerCase()}); ${where} all`
}

function seriesName(answer: ChartedAnswer, column: ReportColumn): string {
  return acrossOf(answer, column) ?? column.label
}

const outcomes = ['answered', 'voicemail', 'missed'] as const

/** The outcomes of inbound calls, if the report has at least two: they are stacked, each in its colour. */
function outcomeColumns({ columns }: ChartedAnswer): ReportColumn[] {
  const measures = columns.filter(({ role }) => role === 'measure')
  const found = outcomes.flatMap((name) => measures.find((column) => column.name === name) ?? [])
  return found.length > 1 ? found : []
}

/** Longer labels do not fit under a bar each. */
const longestUnderBar = 8

/** Whether the labels of bars need a line each; those of time, hours and weekdays do not. */
function needsLines(answer: ChartedAnswer, type: ChartType): boolean {
  if (type === 'horizontalBar') return true
  const [first] = answer.columns
  if (first === undefined || isOrdered(first) || type === 'line' || type === 'area') return false
  return drawnRows(answer).some((row) => pointOf(answer, row).label.length > longestUnderBar)
}

function seriesOf(answer: ChartedAnswer, column: ReportColumn): ChartSeries {
  const index = answer.columns.indexOf(column)
  const value = column.pivot !== undefined && 'value' in column.pivot ? column.pivot.value : undefined
  const meant = answer.pivot?.name === 'status' ? value : column.name
  const tone: ChartTone | undefined = outcomes.find((name) => name === meant)
  return {
    name: seriesName(answer, column),
    ...(tone === undefined ? {} : { tone }),
    values: answer.rows.map((row) => numberOrNull(row[index])),
  }
}

/** The earlier period is a line over time, and a second bar over categories, which a line would not connect. */
function seriesAndEarlier(answer: ChartedAnswer, columns: readonly ReportColumn[]) {
  const series = columns.map((column) => seriesOf(answer, column))
  const previous = earlierSeries(answer, columns)
  if (answer.columns[0]?.type === 'time' || previous === undefined || columns.length > 1)
    return { series, previous }
  return { series: [...series, { ...previous, tone: 'previous' as const }] }
}

/** The sum of the drawn figures in the earlier period. */
function earlierSeries(answer: ChartedAnswer, columns: readonly ReportColumn[]): ChartSeries | undefined {
  const { comparison } = answer
  // Beside the parts of a pivot the earlier figures of all would be another kind of thing.
  if (comparison === undefined || columns.some(({ pivot }) => pivot !== undefined)) return undefined
  const places = columns.map((column) => answer.columns.indexOf(column))
  return {
    name: comparison.kind === 'previousYear' ? 'Previous year' : 'Previous period',
    values: answer.rows.map((_, index) => {
      const earlier = comparison.rows[index]
      if (earlier === null || earlier === undefined) return null
      return places.reduce<number | null>((sum, place) => {
        const figure = numberOrNull(earlier[place])
        return figure === null ? sum : (sum ?? 0) + figure
      }, null)
    }),
  }
}
