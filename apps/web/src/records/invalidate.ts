import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Subject } from '#web/lib/api/endpoint-query.ts'

/** What shows every change, whatever was changed. */
const alwaysChanged: readonly Subject[] = ['change', 'overview']

/** Loads again what is on the page about these subjects, and forgets the rest of it. */
export function useInvalidate(): (...changed: Subject[]) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (...changed) => {
      const subjects = [...changed, ...alwaysChanged]
      await Promise.all(subjects.map(async (subject) => await invalidate(client, [subject])))
    },
    [client],
  )
}

/** The same for all queries whose keys begin so. */
export async function invalidate(client: QueryClient, queryKey: QueryKey): Promise<void> {
  // A first answer that is under way may say what was before. Later ones are dropped without being told.
  const isFirst = ({ state }: Query) => state.data === undefined
  void client.cancelQueries({ queryKey, type: 'active', predicate: isFirst }, { silent: true })
  await client.invalidateQueries({ queryKey })
}
