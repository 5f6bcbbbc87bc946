import * as endpoints from '@callboard/contract/settings'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

/** The portal's public settings. */
export const systemSettingsQuery = {
  ...endpointQuery('setting', endpoints.getSystemSettings, {}),
  staleTime: Infinity,
}
