import type { Filter } from './calls.ts'
import type { MeasureTerms } from './measure-declaration.ts'
import { measureFor } from './measures.ts'
import { parseColumn } from './report-columns.ts'
import type { ReportDefinition } from './reports.ts'

const ofReturned: ReadonlySet<string> = new Set([
  'missedNotReturned',
  'waitsForCallBack',
  'returnedAt',
  'timeToReturn',
])

/** Whether one of these fields of a call says whether or when it was returned. */
export function restsOnReturned(fields: readonly string[]): boolean {
  return fields.some((field) => ofReturned.has(field))
}

type Asked = Pick<ReportDefinition, 'dimensions' | 'pivot' | 'measures' | 'columns'>

/** The fields of calls on which the rows and figures of a report rest. */
export function fieldsBehind(
  { dimensions, pivot, measures, columns = [] }: Asked,
  { filters, terms }: { filters: readonly Filter[]; terms: MeasureTerms },
): string[] {
  const ofMeasures = measures.flatMap((name) => measureFor(parseColumn(name).measure, terms).filters)
  return [
    ...dimensions.map(({ field }) => field),
    ...(pivot === undefined ? [] : [pivot.field]),
    ...columns,
    ...[...filters, ...ofMeasures].map(({ field }) => field),
  ]
}
