import { isScale } from '../field-names.ts'
import type { Cell, ReportColumn } from '../reports.ts'
import { acrossOf, totalAcross } from '../answer-columns.ts'
import { isComparing } from '../report-columns.ts'
import type { ChartedDefinition, ChartKind } from './chart-kind.ts'
import {
  addsUp,
  type ChartedAnswer,
  type ChartInput,
  describeFirst,
  drawnRows,
  formatOf,
  isInOrder,
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
import { drawMultiples, scalesApart } from './multiples-drawing.ts'
import { fitShape, type SeriesLook } from './series-fit.ts'
import { describePartial, nameEarlier } from './time-point.ts'

export const line: ChartKind = {
  label: 'Line',
  picture: [{ path: 'M4 20l8-8 8 4 8-11 8 6', width: 2 }],
  series: 'apart',
  problem: needsScale,
  build: (input, of) => buildSeries(input, of, { shape: 'line', lies: 'never', showsOutcomes: true }),
}

export const area: ChartKind = {
  label: 'Area',
  picture: [
    { path: 'M4 24v-5l8-7 8 4 8-9 8 5v12z', opacity: 0.35 },
    { path: 'M4 19l8-7 8 4 8-9 8 5', width: 2 },
  ],
  series: 'stacked',
  problem: needsScale,
  build: (input, of) =>
    buildSeries(input, of, { shape: 'area', unstacked: 'line', lies: 'never', showsOutcomes: true }),
}

export const bar: ChartKind = {
  label: 'Bars',
  picture: [{ path: 'M7 24V12M16 24V5M25 24v-9M34 24V9', width: 5 }],
  series: 'apart',
  problem: () => undefined,
  build: (input, of) => buildSeries(input, of, { shape: 'bar' }),
}

export const stackedBar: ChartKind = {
  label: 'Stacked bars',
  picture: [
    { path: 'M8 24v-7M20 24V13M32 24v-8', width: 6 },
    { path: 'M8 16V9M20 12V4M32 15V8', width: 6, opacity: 0.45 },
  ],
  series: 'stacked',
  problem: needsParts,
  build: (input, of) =>
    buildSeries(input, of, { shape: 'stackedBar', unstacked: 'bar', showsOutcomes: true }),
}

export const horizontalBar: ChartKind = {
  label: 'Horizontal bars',
  picture: [{ path: 'M4 6h30M4 14h20M4 22h11', width: 5 }],
  series: undefined,
  problem: () => undefined,
  build: (input, of) => buildSeries(input, of, { shape: 'bar', lies: 'always' }),
}

/** A line connects what follows each other. Of several kinds of rows the others are a line each. */
function needsScale({ dimensions, pivot }: ChartedDefinition): string | undefined {
  if (pivot !== undefined && dimensions.length > 1)
    return 'Needs exactly one kind of rows in addition to the column across.'
  return dimensions.some(({ field }) => isScale(field))
    ? undefined
    : 'Needs rows in time order: time, hours, parts of the day or weekdays.'
}

const outcomes = ['answered', 'voicemail', 'missed'] as const

function needsParts({ measures, pivot, dimensions }: ChartedDefinition): string | undefined {
  if (pivot !== undefined || dimensions.length > 1) return undefined
  const count = outcomes.filter((name) => measures.includes(name)).length
  return count > 1
    ? undefined
    : 'Needs parts to stack: at least two of answered, voicemail and missed, a second kind of rows, or a pivot.'
}

/** Bars, lines or areas over the rows: of the outcomes, the values of a pivot, or one measure. */
export function buildSeries(
  input: ChartInput,
  { choices, chosen }: MeasureChart,
  look: SeriesLook,
): ReportChart {
  const { answer: whole } = input
  const { lies, showsOutcomes = false, ignoresPivot = false } = look
  const found = showsOutcomes ? outcomeColumns(whole) : []
  const isPivoted = whole.pivot !== undefined && !ignoresPivot
  const isOfOutcomes = found.length > 0 && !isPivoted
  const across = isPivoted ? shownAcross(whole, chosen) : undefined
  const columns = across?.columns ?? (isOfOutcomes ? found : [chosen])
  const { answer: known, leftOut } = withoutLargeNone(whole, isOfOutcomes ? found : [chosen])
  const isHorizontal = lies === 'always' || (lies !== 'never' && hasLongLabels(known))
  const isStackable = columns.length < 2 || isOfOutcomes || isPartOfWhole(whole, chosen)
  const fit = fitShape(known, { input, look, isHorizontal, isStackable, seriesCount: columns.length })
  const answer = { ...known, rows: [...fit.rows] }
  const points = answer.rows.map((row) => pointOf(answer, row))
  const { series, previous } = seriesAndEarlier(answer, columns)
  const isStack = isPivoted && (fit.shape === 'stackedBar' || fit.shape === 'area')
  const withRest =
    across?.rest.length === 0 || across === undefined ? series : [...series, restOf(answer, across.rest)]
  const chart: SeriesChart = {
    shape: fit.shape,
    pointsName: pointsNameOf(answer),
    points,
    ...(isHorizontal && { isHorizontal: true }),
    series: withRest,
    previous: isStack ? answer.earlierWhole : previous,
    ...(isOfOutcomes && fit.shape === 'stackedBar' && { totalName: 'Inbound' }),
    ...(isStack && withRest.length > 1 && { totalName: totalAcross }),
    ...formatOf(columns[0] ?? chosen),
    width: input.width,
  }
  const apart = isPivoted ? scalesApart(chart, look.shape) : undefined
  const notes = [
    describeFirst(answer.rows.length, answer),
    leftOut,
    across?.note,
    fit.note,
    input.isPartSaid === true ? undefined : describePartial(points, answer.columns[0]?.grain),
    apart === 'own' ? 'each with its own scale' : undefined,
  ]
  return {
    drawing:
      apart === undefined ? drawSeries(chart) : drawMultiples(chart, { scale: apart, width: input.width }),
    choices: isOfOutcomes ? [] : choices,
    chosen: isOfOutcomes ? undefined : chosen,
    hasLegend: isOfOutcomes || hasEarlier(chart) || whole.pivot !== undefined,
    note: notes.filter((part) => part !== undefined).join(', ') || undefined,
    figureAt({ index, series: name }) {
      const row = answer.rows[index]
      const column =
        name === undefined
          ? isPivoted
            ? chosen
            : columns[0]
          : columns.find((one) => seriesName(answer, one) === name)
      return row === undefined || column === undefined ? undefined : { row, column }
    },
  }
}

function hasEarlier({ series, previous }: SeriesChart): boolean {
  return previous !== undefined || series.some(({ tone }) => tone === 'previous')
}

/** Whether the figures of the values across come to that of the row: a call with two tags is in two of them. */
function isPartOfWhole({ pivot }: ChartedAnswer, chosen: ReportColumn): boolean {
  return addsUp(chosen) && pivot?.name !== 'tag'
}

interface ShownAcross {
  columns: readonly ReportColumn[]
  /** Those that are one series together. */
  rest: readonly ReportColumn[]
  note: string | undefined
}

/**
 * The values across that have a colour each, and the others as the engine counted them. Where there are more values, these
 * are added to the others if that is exact, and else left out and said.
 */
function shownAcross(answer: ChartedAnswer, chosen: ReportColumn): ShownAcross {
  const all = pivotedColumns(answer, chosen)
  const [values, others] = [all.filter((column) => !isOthers(column)), all.filter(isOthers)]
  if (values.length <= maxColors) return { columns: all, rest: [], note: undefined }
  const columns = values.slice(0, maxColors)
  if (isPartOfWhole(answer, chosen))
    return { columns, rest: [...values.slice(maxColors), ...others], note: undefined }
  return { columns, rest: [], note: firstAcross(answer, all) }
}

function isOthers({ pivot }: ReportColumn): boolean {
  return pivot !== undefined && 'isOthers' in pivot
}

function restOf(answer: ChartedAnswer, rest: readonly ReportColumn[]): ChartSeries {
  const places = rest.map((column) => answer.columns.indexOf(column))
  const sum = (row: readonly Cell[]) => places.reduce((all, at) => all + (numberOrNull(row[at]) ?? 0), 0)
  return { name: 'Others', tone: 'others', values: answer.rows.map(sum) }
}

/** Says that not all values of the pivot have a colour of their own, and where all can be seen. */
function firstAcross({ columns, pivot }: ChartedAnswer, across: readonly ReportColumn[]): string | undefined {
  const [first] = columns
  if (pivot === undefined || first === undefined) return undefined
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
const maxLengthUnderBar = 8

/** Whether the labels of bars need a line each; those of time, hours and weekdays do not. */
function hasLongLabels(answer: ChartedAnswer): boolean {
  return (
    !isInOrder(answer) &&
    drawnRows(answer).some((row) => pointOf(answer, row).label.length > maxLengthUnderBar)
  )
}

function seriesOf(answer: ChartedAnswer, column: ReportColumn): ChartSeries {
  const index = answer.columns.indexOf(column)
  const value = column.pivot !== undefined && 'value' in column.pivot ? column.pivot.value : undefined
  const meant = answer.pivot?.name === 'status' ? value : column.name
  const tone: ChartTone | undefined = isOthers(column) ? 'others' : outcomes.find((name) => name === meant)
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
  const isOverTime = answer.columns[0]?.type === 'time' && isInOrder(answer)
  if (isOverTime || previous === undefined || columns.length > 1) return { series, previous }
  return { series: [...series, { ...previous, tone: 'previous' as const }] }
}

/** The sum of the drawn figures in the earlier period. */
function earlierSeries(answer: ChartedAnswer, columns: readonly ReportColumn[]): ChartSeries | undefined {
  const { comparison } = answer
  // Beside the parts of a pivot the earlier figures of all would be another kind of thing.
  if (comparison === undefined || columns.some(({ pivot }) => pivot !== undefined)) return undefined
  // A change has no earlier one.
  if (columns.some(({ view = 'figure' }) => isComparing({ view }))) return undefined
  const places = columns.map((column) => answer.columns.indexOf(column))
  return {
    name: nameEarlier(comparison, answer.columns[0]?.grain),
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
