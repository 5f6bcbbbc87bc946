import type { Filter } from './calls.ts'
import type { ChangeExplanation, ExplainedDimension } from './change-explanation.ts'
import { measureFor } from './measures.ts'
import { type DrilledCalls, filterOthers, filterValue, withoutDoubles } from './report-drill.ts'

/** The filter of a value of a dimension, or of all that are not shown; undefined where none is shown, as none changed. */
export function filterOfValue(
  { column, values }: Pick<ExplainedDimension, 'column' | 'values'>,
  value: ExplainedDimension['values'][number] | 'others',
): Filter | undefined {
  if (value !== 'others') return filterValue(column.name, value.value)
  const shown = values.map((one) => one.value)
  return shown.length === 0 ? undefined : filterOthers(column.name, shown)
}

interface Explained {
  explanation: Pick<ChangeExplanation, 'column' | 'currency' | 'meta'>
  /** Of a value; undefined for the whole figure. */
  filter?: Filter | undefined
  period: 'now' | 'earlier'
}

/** The calls on which a figure of an explanation rests: as many as a count says. */
export function callsOfExplained({ explanation, filter, period }: Explained): DrilledCalls {
  const { column, currency, meta } = explanation
  const { from, to } = period === 'now' ? meta : meta.earlier
  return {
    period: { from, to },
    timeZone: meta.timeZone,
    filters: withoutDoubles([
      ...meta.filters,
      ...(filter === undefined ? [] : [filter]),
      ...(column.measure === undefined ? [] : measureFor(column.measure, meta).filters),
      ...(currency === undefined ? [] : [filterValue('currency', currency)]),
    ]),
  }
}
