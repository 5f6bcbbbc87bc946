import { searchMedia } from '@callboard/contract/media'
import { pageSizeLimit } from '@callboard/contract/paging'
import { searchSettings } from '@callboard/contract/settings'
import { getOlderSpeech } from '@callboard/contract/speech-to-text'
import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

export const settingsQuery = endpointQuery('setting', searchSettings, { body: { pageSize: pageSizeLimit } })

/** Images to choose a logo from. */
export const imagesQuery = endpointQuery('media', searchMedia, { body: { pageSize: pageSizeLimit } })

const sendingPollMs = 5_000

/** Asked for again while they are sent. */
export const olderSpeechQuery = queryOptions({
  ...endpointQuery('setting', getOlderSpeech, {}),
  refetchInterval: ({ state: { data } }) => data?.isSending === true && sendingPollMs,
})
