import { describeNone, isScale } from '../field-names.ts'
import { viewsOf } from '../report-columns.ts'
import type { Cell, ReportColumn, ReportDefinition, RunReportAnswer } from '../reports.ts'
import { writeDimension } from '../dimension-words.ts'
import { formatCount, formatDuration, formatRatio } from '../format.ts'
import type { ChartPlace, ChartPoint, Drawing } from './drawing.ts'
import { timePoint } from './time-point.ts'

export type ChartType = ReportDefinition['chart']['type']

/** What a chart is drawn of. */
export type ChartedAnswer = Omit<RunReportAnswer, 'totals' | 'meta'> & {
  /** Of each row what all series have together in the earlier period, and what that is called. */
  earlierWhole?: { name: string; values: readonly (number | null)[] } | undefined
  meta: Pick<RunReportAnswer['meta'], 'rowCount' | 'from' | 'to' | 'timeZone'>
}

/** A chart, and the figure behind each of its places. */
export interface ReportChart {
  drawing: Drawing
  /** Columns of which one may be chosen to be drawn; empty if the chart draws fixed ones. */
  choices: readonly ReportColumn[]
  /** The column that was chosen. */
  chosen: ReportColumn | undefined
  /** The column that a scatter draws across. */
  across?: ReportColumn
  /** Whether its colours tell more than one thing. */
  hasLegend?: boolean
  /** Whether it is drawn on a map, where there is one; the drawing is for where there is none, and has the table. */
  isMap?: true
  /** What is left out, in words. */
  note?: string | undefined
  /** The row and column at a place. */
  figureAt: (place: ChartPlace) => { row: readonly Cell[]; column: ReportColumn } | undefined
}

export interface ChartInput {
  answer: ChartedAnswer
  type: ChartType
  /** The measure to draw if there is a choice; the first unless given. */
  measure: string | undefined
  /** The measure that a scatter draws across; the first other one unless given. */
  across?: string | undefined
  /** Columns that may be drawn; all unless given. */
  measures?: readonly string[] | undefined
  /** Pixels that the chart has; as on a page unless given. */
  width?: number | undefined
  /** As many lying bars as there is room for; as many as are legible unless given. */
  maxHorizontalBars?: number | undefined
  /** Whether it is said elsewhere which weeks or months the period cuts. */
  isPartSaid?: boolean
  weekStartsOn: number
}

/** A chart of one measure, of which there may be a choice. */
export interface MeasureChart {
  choices: readonly ReportColumn[]
  chosen: ReportColumn
}

/** As many categories as a chart shows legibly; time is always shown completely. */
export const maxCategories = 24
/** So few more rows than there is room for are drawn as well: to leave them out would save nothing. */
export const fewMore = 2

export function pointsNameOf(answer: ChartedAnswer): string {
  return dimensionsOf(answer)
    .map(({ label }) => label)
    .join(', ')
}

function dimensionsOf({ columns }: ChartedAnswer): ReportColumn[] {
  return columns.filter(({ role }) => role === 'dimension')
}

export function drawnRows(answer: ChartedAnswer): readonly Cell[][] {
  const isTime = answer.columns[0]?.type === 'time'
  return isTime ? answer.rows : firstOf(answer.rows, maxCategories)
}

export function firstOf<Row>(rows: readonly Row[], max: number): readonly Row[] {
  return rows.length <= max + fewMore ? rows : rows.slice(0, max)
}

/** Says that some of the rows are left out. */
export function describeFirst(drawn: number, { meta }: ChartedAnswer): string | undefined {
  const { rowCount } = meta
  return drawn < rowCount ? `the first ${formatCount(drawn)} of ${formatCount(rowCount)} rows` : undefined
}

/** Whether the values of a dimension have an order of their own. */
export function isOrdered({ name, type }: ReportColumn): boolean {
  return type === 'time' || isScale(name)
}

/** Whether the rows follow each other, and so may be joined by a line: those of two dimensions do not. */
export function isInOrder(answer: ChartedAnswer): boolean {
  const [first, ...others] = dimensionsOf(answer)
  return first !== undefined && others.length === 0 && isOrdered(first)
}

/**
 * The answer to draw: without the rows of no value where these hold more than all others that are drawn, which could not be
 * told apart beside them. `leftOut` says so in words.
 */
export function withoutLargeNone(
  answer: ChartedAnswer,
  drawn: readonly ReportColumn[],
): { answer: ChartedAnswer; leftOut?: string } {
  const [first] = answer.columns
  const isNone = (row: readonly Cell[]) => (row[0] ?? null) === null
  const places = drawn.map((column) => answer.columns.indexOf(column))
  const sumOf = (rows: readonly (readonly Cell[])[]) =>
    rows.reduce((sum, row) => sum + places.reduce((all, at) => all + (numberOrNull(row[at]) ?? 0), 0), 0)
  const none = sumOf(answer.rows.filter(isNone))
  const known = answer.rows.filter((row) => !isNone(row))
  const isLarge = none > sumOf(drawnRows({ ...answer, rows: known }))
  if (first === undefined || known.length < 2 || !isLarge) return { answer }
  const { comparison, meta } = answer
  const { format = formatCount } = drawn[0] === undefined ? {} : formatOf(drawn[0])
  return {
    answer: {
      ...answer,
      rows: known,
      meta: { ...meta, rowCount: meta.rowCount - (answer.rows.length - known.length) },
      ...(comparison && {
        comparison: {
          ...comparison,
          rows: comparison.rows.filter((_, at) => !isNone(answer.rows[at] ?? [])),
        },
      }),
    },
    leftOut: `without “${describeNone(first.name, first.label)}” (${format(none)})`,
  }
}

export function pointOf(answer: ChartedAnswer, row: readonly Cell[]): ChartPoint & { title: string } {
  const written = dimensionsOf(answer).map((column, index): ChartPoint & { title: string } => {
    const cell = row[index] ?? null
    if (column.type === 'time' && typeof cell === 'string') return timePoint(cell, column.grain, answer.meta)
    const nothing = describeNone(column.name, column.label)
    const { full, short } = writeDimension(cell, column, answer.labels) ?? { full: nothing, short: nothing }
    return { label: short, title: full }
  })
  return {
    label: written.map(({ label }) => label).join(' · '),
    title: written.map(({ title }) => title).join(' · '),
    ...(written.length > 1 && { lines: written.map(({ label }) => label) }),
    ...(written.some(({ isPartial }) => isPartial) && { isPartial: true }),
  }
}

/** The columns of a measure that a pivot has, all others together included. */
export function pivotedColumns({ columns }: ChartedAnswer, chosen: ReportColumn): ReportColumn[] {
  return columns.filter(
    ({ pivot, measure, view }) => pivot !== undefined && measure === chosen.measure && view === chosen.view,
  )
}

/** Whether the figures of rows, or of the values of a pivot, are parts of a whole. */
export function addsUp({ measure, view }: Pick<ReportColumn, 'measure' | 'view'>): boolean {
  return measure !== undefined && view === 'figure' && viewsOf(measure).includes('share')
}

export function formatOf({ type }: ReportColumn): { format?: (value: number) => string } {
  if (type === 'ratio') return { format: formatRatio }
  return type === 'duration' ? { format: formatDuration } : {}
}

export function numberOrNull(cell: Cell | undefined): number | null {
  return typeof cell === 'number' ? cell : null
}
