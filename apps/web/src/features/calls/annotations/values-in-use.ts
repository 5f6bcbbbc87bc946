import type { ReusedField } from '@callboard/contract/annotations'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { annotationValuesQuery } from '#web/features/calls/annotations/annotation-queries.ts'

/** Values in use that match what is typed, to choose from. */
export function useValuesInUse(field: ReusedField, keyword: string) {
  const { data } = useQuery(annotationValuesQuery(field, useDeferredValue(keyword.trim())))
  return (data?.items ?? []).map((value) => ({ value, label: value }))
}
