import { listProviders } from '@callboard/contract/auth'
import { useQuery } from '@tanstack/react-query'
import { send } from '#web/lib/api.ts'

/** Where somebody may sign in: here, at the providers that are set up, and where this user does now. */
export function useProviders(current: string | undefined): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: [listProviders.path],
    queryFn: ({ signal }) => send(listProviders, {}, signal),
    staleTime: Infinity,
  })
  const isKnown = current === undefined || current === 'local' || data.some(({ id }) => id === current)
  return [
    { value: 'local', label: 'here, by password' },
    ...data.map(({ id, name }) => ({ value: id, label: `at ${name}` })),
    ...(isKnown ? [] : [{ value: current, label: `at ${current}, which is not set up` }]),
  ]
}
