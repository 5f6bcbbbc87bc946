import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { userQuery } from '#web/features/profile/queries.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { meQuery } from '#web/lib/me-query.ts'

/** Loads one's record and the names and picture of the frame anew, after a change of them. */
export function useTakeOver(): () => Promise<void> {
  const client = useQueryClient()
  const { id } = useCurrentUser()
  return useCallback(async () => {
    await Promise.all([client.invalidateQueries(userQuery(id)), client.invalidateQueries(meQuery)])
  }, [client, id])
}
