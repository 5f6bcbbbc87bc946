import type { ParameterName } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'
import { NoValue } from '#web/ui/values/NoValue.tsx'

interface EntityTextProps {
  type: ParameterName
  code: string | null | undefined
}

/** Name of an entity by its code; the code itself if there is no name or until it is loaded. */
export function EntityText({ type, code }: EntityTextProps) {
  const { data } = useQuery({ ...parameterValuesQuery(type), enabled: code !== null && code !== undefined })
  if (code === null || code === undefined) return <NoValue />
  const name = data?.items.find(({ value }) => value === code)?.label ?? code
  return <span title={name === code ? name : `${name} (${code})`}>{name}</span>
}
