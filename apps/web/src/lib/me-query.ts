import { getMe } from '@callboard/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#web/lib/api.ts'
import { readMaskedUserId } from '#web/lib/masked-user.ts'

/** Who signed in, or whom they view the portal as, with the names and rights of this moment. */
export const meQuery = queryOptions({
  queryKey: [getMe.path],
  queryFn: async ({ signal }) => {
    try {
      return await send(getMe, {}, signal)
    } catch (error) {
      if (!signal.aborted && readMaskedUserId() !== undefined)
        console.error('The masked user could not be loaded', error)
      throw error
    }
  },
  staleTime: Infinity,
})
