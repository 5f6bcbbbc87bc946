import { buildBucketSpan, type Span } from './bucket-span.ts'
import type { Filter } from './calls.ts'
import { measureFor, measures } from './measures.ts'
import type { Cell, ReportColumn, RunReportAnswer } from './reports.ts'

export interface AskedFigure {
  answer: {
    columns: readonly ReportColumn[]
    meta: Pick<
      RunReportAnswer['meta'],
      'from' | 'to' | 'timeZone' | 'filters' | 'generatedAt' | 'answerWithinSeconds'
    >
    comparison?: Pick<NonNullable<RunReportAnswer['comparison']>, 'from' | 'to'> | undefined
  }
  /** Undefined for a figure of the totals. */
  row?: readonly Cell[] | undefined
  column: Pick<ReportColumn, 'measure' | 'view'>
}

/** What the call list is asked for. The entity groups of a report are not in its answer: they have to be added. */
export interface DrilledCalls {
  /** Days in the zone, or instants; `to` is exclusive. */
  period: Span
  timeZone: string
  filters: Filter[]
}

/** The calls that a figure counts: as many as it says. Undefined if it counts no calls. */
export function countedCalls(figure: AskedFigure): DrilledCalls | undefined {
  const { measure, view = 'figure' } = figure.column
  const isCount = measure !== undefined && measures[measure].figure === 'count'
  return isCount && (view === 'figure' || view === 'earlier') ? callsBehind(figure) : undefined
}

/** The calls on which a figure rests. Undefined if there are none to show. */
export function callsBehind({ answer, row, column }: AskedFigure): DrilledCalls | undefined {
  const { columns, meta } = answer
  if (column.measure === undefined || (row !== undefined && isEmptyRow(columns, row))) return undefined
  const period = column.view === 'earlier' ? earlierPeriod(answer, row) : spanOfRow(columns, row, meta)
  if (period === undefined) return undefined
  const filters = [...meta.filters, ...rowFilters(columns, row), ...measureFor(column.measure, meta).filters]
  return { period, timeZone: meta.timeZone, filters: withoutDoubles(filters) }
}

/** An hour that clocks left out has no figures, only earlier ones beside it. */
function isEmptyRow(columns: readonly ReportColumn[], row: readonly Cell[]): boolean {
  return columns.every(({ role }, index) => role === 'dimension' || (row[index] ?? null) === null)
}

/** Which bucket a bucket of time is compared with only the engine knows. */
function earlierPeriod(
  { columns, comparison }: AskedFigure['answer'],
  row: AskedFigure['row'],
): Span | undefined {
  const isOfTime = row !== undefined && columns.some(({ type }) => type === 'time')
  return comparison === undefined || isOfTime ? undefined : { from: comparison.from, to: comparison.to }
}

function spanOfRow(
  columns: readonly ReportColumn[],
  row: AskedFigure['row'],
  meta: AskedFigure['answer']['meta'],
): Span {
  const at = columns.findIndex(({ role, type }) => role === 'dimension' && type === 'time')
  const start = row?.[at]
  if (typeof start !== 'string') return { from: meta.from, to: meta.to }
  return buildBucketSpan(start, columns[at]?.grain ?? 'day', meta)
}

function rowFilters(columns: readonly ReportColumn[], row: AskedFigure['row']): Filter[] {
  if (row === undefined) return []
  return columns.flatMap(({ role, type, name }, index) =>
    role === 'dimension' && type !== 'time' ? [valueFilter(name, row[index] ?? null)] : [],
  )
}

function valueFilter(field: string, value: Cell): Filter {
  if (value === null || Array.isArray(value)) return { field, op: 'isNull', values: [] }
  return { field, op: 'eq', values: [value] }
}

function withoutDoubles(filters: readonly Filter[]): Filter[] {
  return [...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values()]
}
