import { isScale } from '../field-names.ts'
import type { ReportColumn } from '../reports.ts'
import { acrossOf } from '../answer-columns.ts'
import type { ChartedDefinition, ChartKind } from './chart-kind.ts'
import {
  addsUp,
  type ChartedAnswer,
  type ChartInput,
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
  withoutLargeNone,
} from './charted-answer.ts'
import type { ChartTone } from './drawing.ts'
import { maxColors } from './palette.ts'
import { type ChartSeries, drawSeries, type SeriesChart } from './series-drawing.ts'
import { describePartial } from './time-point.ts'

export const line: ChartKind = {
  label: 'Line',
  picture: [{ path: 'M4 20l8-8 8 4 8-11 8 6', width: 2 }],
  problem: needsScale,
  build: (input, of) => buildSeries(input, of, { shape: 'line', lies: 'never', showsOutcomes: true }),
}

export const area: ChartKind = {
  label: 'Area',
  picture: [
    { path: 'M4 24v-5l8-7 8 4 8-9 8 5v12z', opacity: 0.35 },
    { path: 'M4 19l8-7 8 4 8-9 8 5', width: 2 },
  ],
  problem: needsScale,
  build: (input, of) =>
    buildSeries(input, of, { shape: 'area', unstacked: 'line', lies: 'never', showsOutcomes: true }),
}

export const bar: ChartKind = {
  label: 'Bars',
  picture: [{ path: 'M7 24V12M16 24V5M25 24v-9M34 24V9', width: 5 }],
  problem: () => undefined,
  build: (input, of) => buildSeries(input, of, { shape: 'bar' }),
}

export const stackedBar: ChartKind = {
  label: 'Stacked bars',
  picture: [
    { path: 'M8 24v-7M20 24V13M32 24v-8', width: 6 },
    { path: 'M8 16V9M20 12V4M32 15V8', width: 6, opacity: 0.45 },
  ],
  problem: needsParts,
  build: (input, of) =>
    buildSeries(input, of, { shape: 'stackedBar', unstacked: 'bar', showsOutcomes: true }),
}

export const horizontalBar: ChartKind = {
  label: 'Lying bars',
  picture: [{ path: 'M4 6h30M4 14h20M4 22h11', width: 5 }],
  problem: () => undefined,
  build: (input, of) => buildSeries(input, of, { shape: 'bar', lies: 'always' }),
}

/** A line connects what follows each other. */
function needsScale({ dimensions: [first, ...others] }: ChartedDefinition): string | undefined {
  if (first === undefined || !isScale(first.field))
    return 'Needs time, hours, parts of the day or weekdays as the first rows: a line connects what follows each other.'
  return others.length > 0 ? 'Needs a single kind of rows.' : undefined
}

const outcomes = ['answered', 'voicemail', 'missed'] as const

function needsParts({ measures, pivot }: ChartedDefinition): string | undefined {
  if (pivot !== undefined) return undefined
  const count = outcomes.filter((name) => measures.includes(name)).length
  return count > 1 ? undefined : 'Needs parts to stack: two of answered, voicemail and missed, or a pivot.'
}

interface SeriesLook {
  shape: SeriesChart['shape']
  /** Of what does not add up: lines and bars stand beside each other. */
  unstacked?: SeriesChart['shape']
  /** Whether bars lie; where their labels are long, unless it is said. */
  lies?: 'always' | 'never'
  /** Draws the outcomes of inbound calls, where the report has them, rather than one measure. */
  showsOutcomes?: true
  /** Draws one measure even where there is a pivot. */
  ignoresPivot?: true
}

/** Bars, lines or areas over the rows: of the outcomes, the values of a pivot, or one measure. */
export function buildSeries(
  { answer: whole, maxHorizontalBars }: ChartInput,
  { choices, chosen }: MeasureChart,
  look: SeriesLook,
): ReportChart {
  const { shape, unstacked = shape, lies, showsOutcomes = false, ignoresPivot = false } = look
  const found = showsOutcomes ? outcomeColumns(whole) : []
  const isPivoted = whole.pivot !== undefined && !ignoresPivot
  const isOfOutcomes = found.length > 0 && !isPivoted
  const across = isPivoted ? pivotedColumns(whole, chosen) : []
  const columns = isPivoted ? across.slice(0, maxColors) : isOfOutcomes ? found : [chosen]
  const { answer: known, leftOut } = withoutLargeNone(whole, isOfOutcomes ? found : [chosen])
  const isHorizontal = lies === 'always' || (lies !== 'never' && hasLongLabels(known))
  const legible = drawnRows(known)
  const rows = isHorizontal && maxHorizontalBars !== undefined ? firstOf(legible, maxHorizontalBars) : legible
  const answer = { ...known, rows: [...rows] }
  const points = answer.rows.map((row) => pointOf(answer, row))
  const notes = [
    describeFirst(answer.rows.length, answer),
    leftOut,
    firstAcross(answer, across),
    describePartial(points, answer.columns[0]?.grain),
  ]
  const isStackable = columns.length < 2 || isOfOutcomes || addsUp(chosen)
  return {
    drawing: drawSeries({
      shape: isStackable ? shape : unstacked,
      pointsName: pointsNameOf(answer),
      points,
      ...(isHorizontal && { isHorizontal: true }),
      ...seriesAndEarlier(answer, columns),
      ...(isOfOutcomes && shape === 'stackedBar' && { totalName: 'Inbound' }),
      ...formatOf(columns[0] ?? chosen),
    }),
    choices: isOfOutcomes ? [] : choices,
    chosen: isOfOutcomes ? undefined : chosen,
    hasLegend: isOfOutcomes || whole.comparison !== undefined || whole.pivot !== undefined,
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

/** The outcomes of inbound calls, if the report has at least two: they are stacked, each in its colour. */
function outcomeColumns({ columns }: ChartedAnswer): ReportColumn[] {
  const measures = columns.filter(({ role }) => role === 'measure')
  const found = outcomes.flatMap((name) => measures.find((column) => column.name === name) ?? [])
  return found.length > 1 ? found : []
}

/** Longer labels do not fit under a bar each. */
const longestUnderBar = 8

/** Whether the labels of bars need a line each; those of time, hours and weekdays do not. */
function hasLongLabels(answer: ChartedAnswer): boolean {
  const [first] = answer.columns
  if (first === undefined || isOrdered(first)) return false
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
