import { searchMedia } from '@callboard/contract/media'
import { searchSettings } from '@callboard/contract/settings'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

export const settingsQuery = endpointQuery('setting', searchSettings, { body: { pageSize: 200 } })

/** Images to choose a logo from. */
export const imagesQuery = endpointQuery('media', searchMedia, { body: { pageSize: 200 } })
