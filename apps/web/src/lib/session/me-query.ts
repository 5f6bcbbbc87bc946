import * as endpoints from '@callboard/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#web/lib/api/api.ts'
import { readViewedUserId } from '#web/lib/session/view-as.ts'

/** Whoever signed in, or whom they view the portal as, with current names and rights. */
export const meQuery = queryOptions({
  queryKey: ['user', endpoints.getMe.path],
  queryFn: async ({ signal }) => {
    try {
      return await send(endpoints.getMe, {}, signal)
    } catch (error) {
      if (!signal.aborted && readViewedUserId() !== undefined)
        console.error('The viewed user could not be loaded', error)
      throw error
    }
  },
  staleTime: Infinity,
  // Somebody may have changed their rights or their time zone while they were elsewhere.
  refetchOnWindowFocus: 'always',
})
