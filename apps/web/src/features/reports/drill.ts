import type { Filter } from '@callboard/contract/calls'
import { type MeasureName, missedStatuses } from '@callboard/contract/fields'
import type { Cell, ReportColumn, RunReportAnswer } from '@callboard/contract/reports'
import type { CallListState } from '#web/lib/call-list-url.ts'
import { buildBucketSpan, type Span } from '#web/features/reports/bucket-span.ts'

const inbound: Filter = { field: 'direction', op: 'eq', values: ['inbound'] }

/** What makes a call count in a measure. Measures that are no count of calls have none: nothing stands behind them one by one. */
const measureFilters: Partial<Record<MeasureName, readonly Filter[]>> = {
  calls: [],
  inbound: [inbound],
  outbound: [{ field: 'direction', op: 'eq', values: ['outbound'] }],
  answered: [inbound, { field: 'status', op: 'eq', values: ['answered'] }],
  missed: [inbound, { field: 'status', op: 'in', values: [...missedStatuses] }],
  abandoned: [inbound, { field: 'status', op: 'eq', values: ['abandoned'] }],
  voicemail: [inbound, { field: 'status', op: 'eq', values: ['voicemail'] }],
  inProgress: [inbound, { field: 'status', op: 'eq', values: ['in-progress'] }],
  firstTimeCallers: [{ field: 'firstTime', op: 'eq', values: [true] }],
  missedWithheld: [
    inbound,
    { field: 'status', op: 'in', values: [...missedStatuses] },
    { field: 'callerNumber', op: 'isNull', values: [] },
  ],
  missedNotReturned: [{ field: 'missedNotReturned', op: 'eq', values: [true] }],
}

interface Figure {
  columns: readonly ReportColumn[]
  meta: Pick<RunReportAnswer['meta'], 'from' | 'to' | 'timeZone' | 'filters'>
  /** Undefined for a figure of the totals. */
  row?: readonly Cell[] | undefined
  measure: string
}

/** The calls behind a figure, as the call list's state; undefined where the figure does not count calls. */
export function buildDrill({ columns, meta, row, measure }: Figure): Partial<CallListState> | undefined {
  const ofMeasure = filtersOf(measure)
  if (ofMeasure === undefined) return undefined
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

function filtersOf(measure: string): readonly Filter[] | undefined {
  const filters: Partial<Record<string, readonly Filter[]>> = measureFilters
  return filters[measure]
}

function valueFilter(field: string, value: Cell): Filter {
  if (value === null || Array.isArray(value)) return { field, op: 'isNull', values: [] }
  return { field, op: 'eq', values: [value] }
}

function withoutDoubles(filters: readonly Filter[]): Filter[] {
  return [...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values()]
}
