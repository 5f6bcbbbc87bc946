import { buildBucketSpan, type Span } from './bucket-span.ts'
import type { Filter } from './calls.ts'
import type { ExplainChange } from './change-explanation.ts'
import type { Figure } from './figure-kinds.ts'
import { measureFor, measures, restsOnNumbers } from './measures.ts'
import { viewsOf } from './report-columns.ts'
import type { Cell, ReportColumn, RunReportAnswer } from './reports.ts'

export interface AskedFigure {
  answer: {
    columns: readonly ReportColumn[]
    pivot?: ReportColumn | undefined
    others?: Pick<NonNullable<RunReportAnswer['others']>, 'except'> | undefined
    meta: Pick<
      RunReportAnswer['meta'],
      'from' | 'to' | 'timeZone' | 'filters' | 'generatedAt' | 'answerWithinSeconds'
    >
    comparison?: Pick<NonNullable<RunReportAnswer['comparison']>, 'from' | 'to'> | undefined
  }
  /** Undefined for a figure of the totals. */
  row?: readonly Cell[] | 'others' | undefined
  column: Pick<ReportColumn, 'measure' | 'view' | 'pivot'>
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
  return counts(figure, 'count') ? callsBehind(figure) : undefined
}

/** The calls of the callers that a figure counts: their list has as many as it says. Undefined if it counts none. */
export function countedCallers(figure: AskedFigure): DrilledCalls | undefined {
  return counts(figure, 'distinct') ? callsBehind(figure) : undefined
}

function counts({ column: { measure, view = 'figure' } }: AskedFigure, kind: Figure): boolean {
  return (
    measure !== undefined && measures[measure].figure === kind && (view === 'figure' || view === 'earlier')
  )
}

/** The calls on which a figure rests. Undefined if there are none to show. */
export function callsBehind({ answer, row, column }: AskedFigure): DrilledCalls | undefined {
  const { columns, meta } = answer
  if (column.measure === undefined || (Array.isArray(row) && isEmptyRow(columns, row))) return undefined
  const places = [...rowPlaces(answer, row), ...pivotPlaces(answer, column)]
  const period = column.view === 'earlier' ? earlierPeriod(answer, places) : periodOf(meta, places)
  if (period === undefined) return undefined
  const filters = [
    ...meta.filters,
    ...places.flatMap((place) => ('filter' in place ? [place.filter] : [])),
    ...measureFor(column.measure, meta).filters,
  ]
  return { period, timeZone: meta.timeZone, filters: withoutDoubles(filters) }
}

/** What is asked to have a change explained. */
export type AskedChange = Pick<ExplainChange, 'measure' | 'within' | 'bucket'>

/** What made a figure change is asked like this; undefined where it has no earlier one that could be asked for. */
export function changeBehind({ answer, row, column }: AskedFigure): AskedChange | undefined {
  const { measure } = column
  if (measure === undefined || answer.comparison === undefined) return undefined
  if (
    restsOnNumbers(measure) ||
    !viewsOf(measure).includes('change') ||
    (Array.isArray(row) && isEmptyRow(answer.columns, row))
  )
    return undefined
  const places = [...rowPlaces(answer, row), ...pivotPlaces(answer, column)]
  const spans = places.flatMap((place) => ('span' in place ? [place.bucket] : []))
  if (spans.includes(undefined)) return undefined
  const within = places.flatMap((place) => ('filter' in place ? [place.filter] : []))
  return { measure, within, bucket: spans[0] }
}

/** An hour that clocks left out has no figures, only earlier ones beside it. */
function isEmptyRow(columns: readonly ReportColumn[], row: readonly Cell[]): boolean {
  return columns.every(({ role }, index) => role === 'dimension' || (row[index] ?? null) === null)
}

/** What a row or a column holds of all calls: those that match a filter, or lie in a span. */
type Place = { filter: Filter } | { span: Span; bucket?: ExplainChange['bucket'] }

function rowPlaces({ columns, meta, others }: AskedFigure['answer'], row: AskedFigure['row']): Place[] {
  if (row === undefined) return []
  const dimensions = columns.filter(({ role }) => role === 'dimension')
  if (row === 'others')
    return dimensions.map(({ name }) => ({ filter: filterOthers(name, others?.except ?? []) }))
  return dimensions.map((column, index) => placeOf(column, row[index] ?? null, meta))
}

function pivotPlaces({ pivot, meta }: AskedFigure['answer'], column: AskedFigure['column']): Place[] {
  if (pivot === undefined || column.pivot === undefined) return []
  if ('value' in column.pivot) return [placeOf(pivot, column.pivot.value, meta)]
  const { except } = column.pivot
  if (pivot.type !== 'time') return [{ filter: filterOthers(pivot.name, except) }]
  // The columns are the first of the period.
  const last = buildBucketSpan(String(except.at(-1)), pivot.grain ?? 'day', meta)
  return [{ span: { from: last.to, to: meta.to } }]
}

function placeOf(
  { name, type, grain = 'day' }: ReportColumn,
  value: Cell,
  meta: AskedFigure['answer']['meta'],
): Place {
  if (type === 'time' && typeof value === 'string') {
    const span = buildBucketSpan(value, grain, meta)
    return grain === 'auto' ? { span } : { span, bucket: { grain, value } }
  }
  return { filter: filterValue(name, Array.isArray(value) ? null : value) }
}

function periodOf({ from, to }: Span, places: readonly Place[]): Span {
  const place = places.find((one) => 'span' in one)
  return place === undefined ? { from, to } : place.span
}

/** Which bucket a bucket of time is compared with only the engine knows. */
function earlierPeriod({ comparison }: AskedFigure['answer'], places: readonly Place[]): Span | undefined {
  const isOfTime = places.some((place) => 'span' in place)
  return comparison === undefined || isOfTime ? undefined : { from: comparison.from, to: comparison.to }
}

type Value = Filter['values'][number]

/** The calls that have a value; null is none. */
export function filterValue(field: string, value: Value): Filter {
  return value === null ? { field, op: 'isNull', values: [] } : { field, op: 'eq', values: [value] }
}

/** The calls that have none of the values. */
export function filterOthers(field: string, values: readonly Value[]): Filter {
  return { field, op: 'notIn', values: [...values] }
}

export function withoutDoubles(filters: readonly Filter[]): Filter[] {
  return [...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values()]
}
