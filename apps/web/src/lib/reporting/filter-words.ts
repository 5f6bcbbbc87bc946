import type { Filter } from '@callboard/contract/calls'
import { textKinds } from '@callboard/contract/field-names'
import { filterFieldOf } from '@callboard/contract/filter-fields'
import { describeFilter } from '@callboard/contract/filter-words'
import { formatPhone } from '@callboard/contract/format-phone'
import type { ValuesName } from '@callboard/contract/reports'
import { useQueries, useQuery } from '@tanstack/react-query'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'
import { useCallAttributes } from '#web/lib/reporting/call-attributes.ts'

/** Filters in words, with the names of ids and codes as soon as they are known. */
export function useFilterWords(filters: readonly Filter[], timeZone: string): string[] {
  const parameters = [...new Set(filters.flatMap(({ field }) => parameterOf(field) ?? []))]
  const attributes = useCallAttributes()
  const answers = useQueries({ queries: parameters.map(namesQuery) })
  const labels = new Map(parameters.map((name, index) => [name, answers[index]?.data ?? noLabels] as const))
  return filters.map((filter) => {
    const parameter = parameterOf(filter.field)
    const named = parameter === undefined ? undefined : labels.get(parameter)
    return describeFilter(filter, { timeZone, labels: named ?? noLabels, attributes })
  })
}

/** The names of entity groups, as soon as they are known. */
export function useGroupNames(ids: readonly string[]): string[] {
  const { data } = useQuery({ ...namesQuery('entityGroup'), enabled: ids.length > 0 })
  return ids.map((id) => data?.get(id) ?? '…')
}

/** Undefined where values are their own names. */
function parameterOf(name: string): ValuesName | undefined {
  const { kind, input } = filterFieldOf(name)
  return 'parameter' in input && !textKinds.has(kind) ? input.parameter : undefined
}

function namesQuery(parameter: ValuesName) {
  // Those of another parameter say nothing of this one.
  const { placeholderData: _, ...query } = parameterValuesQuery(parameter)
  return { ...query, select: labelsOf }
}

function labelsOf({ items }: { items: readonly { value: string | null; label: string }[] }) {
  return new Map(
    items.flatMap(({ value, label }) => (value === null ? [] : [[value, formatPhone(label)] as const])),
  )
}

const noLabels: ReadonlyMap<string, string> = new Map()
