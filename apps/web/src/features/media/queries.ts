import * as endpoints from '@callboard/contract/media'
import type { z } from 'zod'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'

export const MediaSearch = listSearchOf(endpoints.mediaSorts, {})

/** The newest first unless the address says otherwise: what was just added is seen. */
export function mediaQuery(state: z.output<typeof MediaSearch>) {
  const order = state.sort === undefined ? ({ sort: 'createdAt', desc: true } as const) : {}
  return endpointQuery('media', endpoints.searchMedia, { body: { ...searchBody(state), ...order } })
}
