import * as endpoints from '@callboard/contract/menus'
import type { Menu } from '@callboard/contract/menus'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'

/** The menus of the server; until they are loaded those of the session. */
export function useMenus(): readonly Menu[] {
  const { menus } = useCurrentUser()
  return useQuery(menusQuery).data ?? menus
}

/** A failure is only logged: the portal works without its menu. */
const menusQuery = queryOptions({
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
