import type { Filter } from './calls.ts'
import type { ChangeExplanation, ExplainedDimension } from './change-explanation.ts'
import { measureFor } from './measures.ts'
import { type DrilledCalls, filterOthers, filterValue, withoutDoubles } from './report-drill.ts'

/** The filter of a value of a dimension, or of all that are not shown. */
export function filterOfValue(
  { column, values }: Pick<ExplainedDimension, 'column' | 'values'>,
  value: ExplainedDimension['values'][number] | 'others',
): Filter {
  return value === 'others'
    ? filterOthers(
        column.name,
        values.map((one) => one.value),
      )
    : filterValue(column.name, value.value)
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
