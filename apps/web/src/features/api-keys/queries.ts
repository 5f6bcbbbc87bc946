import * as endpoints from '@callboard/contract/api-keys'
import type { z } from 'zod'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { recordKind } from '#web/records/record-kind.ts'

export const ApiKeysSearch = listSearchOf(endpoints.apiKeySorts, {})

export function apiKeysQuery(state: z.output<typeof ApiKeysSearch>) {
  return endpointQuery('apiKey', endpoints.searchApiKeys, { body: searchBody(state) })
}

export const apiKeyKind = recordKind<endpoints.ApiKey>('apiKey', {
  nameOf: ({ name }) => name,
  query: (id) => endpointQuery('apiKey', endpoints.getApiKey, { params: { id } }),
})
