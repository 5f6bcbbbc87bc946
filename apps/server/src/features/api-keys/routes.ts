import { createApiKey, endApiKey, getApiKey, searchApiKeys, updateApiKey } from '@callboard/contract/api-keys'
import { pageOfRecords } from '../../db/list-page.ts'
import { route, type Routing } from '../../http/route.ts'
import { apiKeyOf, changeApiKey, describeApiKey, endKey, makeApiKey } from './api-keys.ts'
import { listApiKeyRows } from './store.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, searchApiKeys, {
    access: 'admin',
    handler: async ({ body }) => pageOfRecords(await listApiKeyRows(db, body), body, apiKeyOf),
  })

  route(routing, createApiKey, {
    access: 'admin',
    handler: async ({ caller, body }) => await makeApiKey(db, caller, body),
  })

  route(routing, getApiKey, {
    access: 'admin',
    handler: async ({ params }) => await describeApiKey(db, params.id),
  })

  route(routing, updateApiKey, {
    access: 'admin',
    handler: async ({ caller, params, body }) => await changeApiKey(db, caller, { ...body, id: params.id }),
  })

  route(routing, endApiKey, {
    access: 'admin',
    handler: async ({ caller, params }) => {
      await endKey(db, caller, params.id)
      return undefined
    },
  })
}
