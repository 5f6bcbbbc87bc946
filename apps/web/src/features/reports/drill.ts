import type { Filter } from '@callboard/contract/calls'
import { findMeasure } from '@callboard/contract/measures'
import type { Cell, ReportColumn, RunReportAnswer } from '@callboard/contract/reports'
import type { CallListState } from '#web/lib/call-list-url.ts'
import { buildBucketSpan, type Span } from '#web/features/reports/bucket-span.ts'

interface Figure {
  columns: readonly ReportColumn[]
  meta: Pick<RunReportAnswer['meta'], 'from' | 'to' | 'timeZone' | 'filters'>
  /** Undefined for a figure of the totals. */
  row?: readonly Cell[] | undefined
  measure: string
}

/** The calls on which a figure is based, as state of the call list; undefined if it is no measure. */
export function callsBehind({ columns, meta, row, measure }: Figure): Partial<CallListState> | undefined {
  const ofMeasure = findMeasure(measure)?.filters
  if (ofMeasure === undefined || (row !== undefined && isEmptyRow(columns, row))) return undefined
  const period: Span = { from: meta.from, to: meta.to }
  const filters = [...meta.filters]
  for (const [index, column] of columns.entries()) {
    if (column.role !== 'dimension' || row === undefined) continue
    const value = row[index] ?? null
    if (column.type !== 'time') filters.push(valueFilter(column.name, value))
    else if (typeof value === 'string')
      Object.assign(period, buildBucketSpan(value, column.grain ?? 'day', meta))
  }
  return { period, timeZone: meta.timeZone, filters: withoutDoubles([...filters, ...ofMeasure]) }
}

/** An hour that clocks left out has no figures, only earlier ones beside it. */
function isEmptyRow(columns: readonly ReportColumn[], row: readonly Cell[]): boolean {
  return columns.every(({ role }, index) => role === 'dimension' || (row[index] ?? null) === null)
}

/** The calls that a figure counts; undefined if it is no count. */
export function buildDrill(figure: Figure): Partial<CallListState> | undefined {
  return findMeasure(figure.measure)?.figure === 'count' ? callsBehind(figure) : undefined
}

function valueFilter(field: string, value: Cell): Filter {
  if (value === null || Array.isArray(value)) return { field, op: 'isNull', values: [] }
  return { field, op: 'eq', values: [value] }
}

function withoutDoubles(filters: readonly Filter[]): Filter[] {
  return [...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values()]
}
