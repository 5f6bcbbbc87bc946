import * as endpoints from '@callboard/contract/menus'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#web/lib/api.ts'

/** A failure is only logged: the portal works without its menu. */
export const menusQuery = queryOptions({
  queryKey: ['menu', endpoints.listMenus.path],
  queryFn: async ({ signal }) => {
    try {
      return await send(endpoints.listMenus, {}, signal)
    } catch (error) {
      if (!signal.aborted) console.error('The menus could not be loaded', error)
      throw error
    }
  },
  staleTime: 5 * 60_000,
})
