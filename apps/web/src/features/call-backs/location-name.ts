import { useQuery } from '@tanstack/react-query'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'

/** Name of a location by its code; the code itself if there is no name or until it is loaded. */
export function useLocationName(code: string | null): string | null {
  const { data } = useQuery({ ...parameterValuesQuery('location'), enabled: code !== null })
  return data?.items.find(({ value }) => value === code)?.label ?? code
}
