import { getSystemSettings, type SystemSettings } from '@callboard/contract/settings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '#web/lib/api.ts'

const systemSettingsQuery = queryOptions({
  queryKey: [getSystemSettings.path],
  queryFn: ({ signal }) => send(getSystemSettings, {}, signal),
  staleTime: Infinity,
})

/** The portal's public settings, once they are known. */
export function useSystemSettings(): SystemSettings | undefined {
  return useQuery(systemSettingsQuery).data
}
