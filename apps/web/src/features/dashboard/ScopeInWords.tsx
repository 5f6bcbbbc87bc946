import { formatCounted } from '@callboard/contract/format'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { useQuery } from '@tanstack/react-query'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'

interface ScopeInWordsProps {
  /** Chosen ones; none is all. */
  customers: readonly string[]
  timeZone: string
}

/** Whose calls the page shows, and in which zone times are. */
export function ScopeInWords({ customers, timeZone }: ScopeInWordsProps) {
  const { data } = useQuery(parameterValuesQuery('customer'))
  const all = data?.items ?? []
  const [only] =
    data?.total === 1 ? all : all.filter(({ value }) => customers.length === 1 && value === customers[0])
  const words = only?.label ?? (customers.length === 0 ? 'All customers' : countInWords(customers.length))
  return `${words} · times in ${formatTimeZone(timeZone)}`
}

function countInWords(count: number): string {
  return count === 1 ? 'One customer' : formatCounted(count, 'customer')
}
