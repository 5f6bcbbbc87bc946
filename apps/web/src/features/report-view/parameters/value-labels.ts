import { describeNone } from '@callboard/contract/field-names'
import { formatPhone } from '@callboard/contract/format-phone'
import type { Parameter } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import type { ListValue } from '#web/features/report-view/report-url.ts'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'

interface Labelled {
  value: ListValue
  label: string
}

interface Asked {
  parameter: Pick<Parameter, 'name' | 'label'>
  reportId: string
  /** Values are only requested when they are needed, so that the report does not wait for them. */
  isNeeded: boolean
  /** Others that are known by now. */
  found?: readonly Labelled[]
}

/** How many values a parameter has to choose from, and what they are called. */
export function useValueLabels({ parameter: { name, label }, reportId, isNeeded, found = [] }: Asked) {
  const { data } = useQuery({ ...parameterValuesQuery(name, { reportId }), enabled: isNeeded })
  const labels = new Map([...(data?.items ?? []), ...found].map((item) => [item.value, item.label] as const))
  return {
    /** Undefined until it is known. */
    total: data?.total,
    labelOf: (value: ListValue): string => {
      const known = labels.get(value)
      return known === undefined ? (value ?? describeNone(name, label)) : formatPhone(known)
    },
  }
}
