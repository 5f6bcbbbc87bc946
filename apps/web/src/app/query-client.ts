import { QueryClient } from '@tanstack/react-query'
import { isWorthRetrying } from '#web/lib/api/api-error.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      },
    },
  })
}
