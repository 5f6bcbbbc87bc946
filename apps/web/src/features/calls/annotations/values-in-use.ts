import type { ReusedField } from '@callboard/contract/annotations'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { annotationValuesQuery } from '#web/features/calls/annotations/annotation-queries.ts'

export interface OfferedValue {
  value: string
  label: string
}

/** Values in use that match what is typed, first that which Enter takes. */
export function useOfferedValues(field: ReusedField, typed: string): OfferedValue[] {
  const text = typed.toLowerCase()
  // Those that are asked for first are there as soon as something is typed.
  const values = [...new Set([...useValuesInUse(field, typed), ...useValuesInUse(field, '')])]
  const matching = values.filter((value) => value.toLowerCase().includes(text))
  const rank = (value: string) => (value === typed ? 0 : value.toLowerCase().startsWith(text) ? 1 : 2)
  return matching.toSorted((one, other) => rank(one) - rank(other)).map((value) => ({ value, label: value }))
}

function useValuesInUse(field: ReusedField, keyword: string): readonly string[] {
  const { data } = useQuery(annotationValuesQuery(field, useDeferredValue(keyword.trim())))
  return data?.items ?? []
}

/** The first that begins with what is typed and is not there already: one in use, else what is typed itself. */
export function meantValue(
  typed: string,
  offered: readonly OfferedValue[],
  taken: readonly string[] = [],
): string {
  const text = typed.toLowerCase()
  const meant = offered.find(({ value }) => !taken.includes(value) && value.toLowerCase().startsWith(text))
  return meant?.value ?? typed
}
