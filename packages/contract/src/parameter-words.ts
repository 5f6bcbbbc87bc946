import { filterFieldOf } from './filter-fields.ts'
import type { ParameterName } from './reports.ts'

const particularParameters = {
  dateRange: 'Period',
  compare: 'Compare with',
  matchWeekdays: 'Match day of week',
  entityGroup: 'Entity group',
  minimumDuration: 'Minimum duration',
} as const satisfies Partial<Record<ParameterName, string>>

/** Whether it is a list of values of the field that it is called after. */
export function isOfField(
  name: ParameterName,
): name is Exclude<ParameterName, keyof typeof particularParameters> {
  return !(name in particularParameters)
}

/** What a parameter of reports is called. */
export function parameterLabel(name: ParameterName): string {
  return isOfField(name) ? filterFieldOf(name).label : particularParameters[name]
}
