import * as endpoints from '@callboard/contract/api-keys'
import { route, type Routing } from '../../http/route.ts'
import { createApiKey, deleteApiKey, getApiKey, listApiKeys, updateApiKey } from './api-keys.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.searchApiKeys, {
    access: 'admin',
    handler: async ({ body }) => await listApiKeys(db, body),
  })

  route(routing, endpoints.createApiKey, {
    access: 'admin',
    handler: async ({ caller, body }) => await createApiKey(db, caller, body),
  })

  route(routing, endpoints.getApiKey, {
    access: 'admin',
    handler: async ({ params }) => await getApiKey(db, params.id),
  })

  route(routing, endpoints.updateApiKey, {
    access: 'admin',
    handler: async ({ caller, params, body }) => await updateApiKey(db, caller, { ...body, id: params.id }),
  })

  route(routing, endpoints.deleteApiKey, {
    access: 'admin',
    handler: async ({ caller, params }) => await deleteApiKey(db, caller, params.id),
  })
}
