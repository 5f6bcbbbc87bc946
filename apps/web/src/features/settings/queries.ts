import { searchMedia } from '@callboard/contract/media'
import { pageSizeLimit } from '@callboard/contract/paging'
import { searchSettings } from '@callboard/contract/settings'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

export const settingsQuery = endpointQuery('setting', searchSettings, { body: { pageSize: pageSizeLimit } })

/** Images to choose a logo from. */
export const imagesQuery = endpointQuery('media', searchMedia, { body: { pageSize: pageSizeLimit } })
