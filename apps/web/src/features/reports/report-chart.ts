import { describeNone } from '@callboard/contract/field-names'
import { fields } from '@callboard/contract/call-fields'
import type { Cell, ReportColumn, ReportDefinition, RunReportAnswer } from '@callboard/contract/reports'
import { writeDimension } from '#web/features/reports/dimension-words.ts'
import { formatCount, formatDuration, formatRatio } from '#web/lib/format.ts'
import { formatHour, formatHourSpan, weekdayLabels, weekdayNames } from '#web/lib/time.ts'
import type { ChartData, ChartPlace, ChartSeries, ChartTone, HeatMapChart } from '#web/ui/chart-data.ts'

type ChartType = ReportDefinition['chart']['type']

/** A chart, and the figure behind each of its places. */
export interface ReportChart {
  data: ChartData
  /** Columns of which one may be chosen to be drawn; empty if the chart draws fixed ones. */
  choices: readonly ReportColumn[]
  /** The column that was chosen. */
  chosen: ReportColumn | undefined
  /** The row and column at a place. */
  figureAt: (place: ChartPlace) => { row: readonly Cell[]; column: ReportColumn } | undefined
}

interface ChartInput {
  answer: RunReportAnswer
  type: ChartType
  /** The measure to draw if there is a choice; the first unless given. */
  measure: string | undefined
  weekStartsOn: number
}

/** As many categories as a chart shows legibly; time is always shown completely. */
const mostCategories = 24

/** The chart of a report; undefined if its rows cannot be drawn. */
export function buildReportChart(input: ChartInput): ReportChart | undefined {
  const { answer, type, measure } = input
  const choices = answer.columns.filter(
    ({ role, type: kind, pivot }) => role === 'measure' && kind !== 'money' && pivot === undefined,
  )
  const chosen = choices.find(({ name }) => name === measure) ?? choices[0]
  if (type === 'none' || chosen === undefined || answer.columns[0]?.role !== 'dimension') return undefined
  if (type === 'heatMap') return heatMap(input, choices, chosen)
  if (type === 'pie') return pie(answer, choices, chosen)
  const drawn = type === 'bar' || type === 'map' ? [] : outcomeColumns(answer)
  const columns = drawn.length > 0 ? drawn : [chosen]
  return {
    data: {
      type: type === 'line' || type === 'stackedBar' ? type : 'bar',
      pointsName: dimensionsOf(answer)
        .map(({ label }) => label)
        .join(', '),
      points: drawnRows(answer).map((row) => pointOf(answer, row)),
      ...(needsLines(answer, type) && { isHorizontal: true }),
      ...seriesAndEarlier(answer, columns),
      ...(drawn.length > 1 && type === 'stackedBar' ? { totalName: 'Inbound' } : {}),
      ...formatOf(columns[0] ?? chosen),
    },
    choices: drawn.length > 0 ? [] : choices,
    chosen: drawn.length > 0 ? undefined : chosen,
    figureAt({ index, series }) {
      const row = answer.rows[index]
      const column = series === undefined ? columns[0] : columns.find(({ label }) => label === series)
      return row === undefined || column === undefined ? undefined : { row, column }
    },
  }
}

const outcomes = ['answered', 'voicemail', 'missed'] as const

/** The outcomes of inbound calls, if the report has at least two: they are stacked, each in its colour. */
function outcomeColumns({ columns }: RunReportAnswer): ReportColumn[] {
  const measures = columns.filter(({ role }) => role === 'measure')
  const found = outcomes.flatMap((name) => measures.find((column) => column.name === name) ?? [])
  return found.length > 1 ? found : []
}

function dimensionsOf({ columns }: RunReportAnswer): ReportColumn[] {
  return columns.filter(({ role }) => role === 'dimension')
}

function drawnRows(answer: RunReportAnswer): readonly Cell[][] {
  const isTime = answer.columns[0]?.type === 'time'
  return isTime ? answer.rows : answer.rows.slice(0, mostCategories)
}

/** Longer labels do not fit under a bar each. */
const longestUnderBar = 8

/** Whether the labels of bars need a line each; those of time, hours and weekdays do not. */
function needsLines(answer: RunReportAnswer, type: ChartType): boolean {
  const [first] = answer.columns
  const isScale = first?.type === 'time' || first?.name === 'hourOfDay' || first?.name === 'dayOfWeek'
  if (isScale || type === 'line') return false
  return drawnRows(answer).some((row) => pointOf(answer, row).label.length > longestUnderBar)
}

function pointOf(answer: RunReportAnswer, row: readonly Cell[]) {
  const written = dimensionsOf(answer).map((column, index) => {
    const nothing = describeNone(column.name, column.label)
    return writeDimension(row[index] ?? null, column, answer.labels) ?? { full: nothing, short: nothing }
  })
  return {
    label: written.map(({ short }) => short).join(' · '),
    title: written.map(({ full }) => full).join(' · '),
  }
}

function seriesOf(answer: RunReportAnswer, column: ReportColumn): ChartSeries {
  const index = answer.columns.indexOf(column)
  const tone: ChartTone | undefined = outcomes.find((name) => name === column.name)
  return {
    name: column.label,
    ...(tone === undefined ? {} : { tone }),
    values: drawnRows(answer).map((row) => numberOrNull(row[index])),
  }
}

/** The earlier period is a line over time, and a second bar over categories, which a line would not connect. */
function seriesAndEarlier(answer: RunReportAnswer, columns: readonly ReportColumn[]) {
  const series = columns.map((column) => seriesOf(answer, column))
  const previous = earlierSeries(answer, columns)
  if (answer.columns[0]?.type === 'time' || previous === undefined || columns.length > 1)
    return { series, previous }
  return { series: [...series, { ...previous, tone: 'previous' as const }] }
}

/** The sum of the drawn figures in the earlier period. */
function earlierSeries(answer: RunReportAnswer, columns: readonly ReportColumn[]): ChartSeries | undefined {
  const { comparison } = answer
  if (comparison === undefined) return undefined
  const places = columns.map((column) => answer.columns.indexOf(column))
  return {
    name: comparison.kind === 'previousYear' ? 'Previous year' : 'Previous period',
    values: drawnRows(answer).map((_, index) => {
      const earlier = comparison.rows[index]
      if (earlier === null || earlier === undefined) return null
      return places.reduce<number | null>((sum, place) => {
        const figure = numberOrNull(earlier[place])
        return figure === null ? sum : (sum ?? 0) + figure
      }, null)
    }),
  }
}

function pie(answer: RunReportAnswer, choices: readonly ReportColumn[], chosen: ReportColumn): ReportChart {
  const index = answer.columns.indexOf(chosen)
  const rows = drawnRows(answer)
  return {
    data: {
      type: 'pie',
      pointsName: dimensionsOf(answer)
        .map(({ label }) => label)
        .join(', '),
      valueName: chosen.label,
      slices: rows.map((row) => ({
        label: pointOf(answer, row).title,
        value: numberOrNull(row[index]) ?? 0,
      })),
      ...formatOf(chosen),
    },
    choices,
    chosen,
    figureAt: (place) => {
      const row = rows[place.index]
      return row === undefined ? undefined : { row, column: chosen }
    },
  }
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

function heatMap(
  { answer, weekStartsOn }: ChartInput,
  choices: readonly ReportColumn[],
  chosen: ReportColumn,
): ReportChart | undefined {
  const dayAt = answer.columns.findIndex(({ name }) => name === 'dayOfWeek')
  const hourAt = answer.columns.findIndex(({ name }) => name === 'hourOfDay')
  if (dayAt < 0 || hourAt < 0) return undefined
  const days = weekdayNames.map((_, index) => ((weekStartsOn - 1 + index) % 7) + 1)
  const rowOf = (day: number | undefined, hour: number | undefined) =>
    answer.rows.find((row) => row[dayAt] === day && row[hourAt] === hour)
  const index = answer.columns.indexOf(chosen)
  const whenNoCalls = chosen.type === 'integer' ? 0 : null
  const format = formatOf(chosen).format ?? formatCount
  const data: HeatMapChart = {
    type: 'heatMap',
    columnsName: fields.hourOfDay.label,
    rows: days.map((day) => ({ label: weekdayLabels[day - 1] ?? '', title: weekdayNames[day - 1] ?? '' })),
    columns: hours.map((hour) => ({ label: formatHour(hour), title: formatHourSpan(hour) })),
    values: days.map((day) =>
      hours.map((hour) => {
        const row = rowOf(day, hour)
        return row === undefined ? whenNoCalls : numberOrNull(row[index])
      }),
    ),
    format: (value) => `${chosen.label}: ${format(value)}`,
  }
  return {
    data,
    choices,
    chosen,
    figureAt({ index: hour, row: day }) {
      const row = rowOf(days[day ?? -1], hours[hour])
      return row === undefined ? undefined : { row, column: chosen }
    },
  }
}

function formatOf({ type }: ReportColumn): { format?: (value: number) => string } {
  if (type === 'ratio') return { format: formatRatio }
  return type === 'duration' ? { format: formatDuration } : {}
}

function numberOrNull(cell: Cell | undefined): number | null {
  return typeof cell === 'number' ? cell : null
}

/** The chart in a sentence, for screen readers. */
export function summarizeChart({ meta, rows }: RunReportAnswer, { data, chosen }: ReportChart): string {
  const what = chosen === undefined ? 'outcomes of inbound calls' : chosen.label.toLowerCase()
  const first = `Chart of ${meta.reportName}: ${what}, ${formatCount(rows.length)} rows.`
  if (data.type === 'pie' || data.type === 'heatMap') return `${first} The table holds the same figures.`
  const sums = data.points.map((_, index) =>
    data.series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  )
  const most = Math.max(...sums)
  const place = data.points[sums.indexOf(most)]
  return `${first} Most at ${place?.title ?? place?.label ?? 'none'}: ${(data.format ?? formatCount)(most)}.`
}
