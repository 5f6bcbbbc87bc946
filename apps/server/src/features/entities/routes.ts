import { type Claim, entityTypes } from '@callboard/contract/claims'
import * as endpoints from '@callboard/contract/entities'
import { getEntityVisibility } from '../../access/rows/entity-visibility.ts'
import { route, type Routing } from '../../http/route.ts'
import { entityImportRoutes } from './import-routes.ts'
import { createEntity, getEntity, listEntities, updateEntity } from './entities.ts'
import { selectEntityCounts } from './store.ts'

/** Any type of entity; the rules check which. */
const viewing = { anyOf: entityTypes.map((type): Claim => `${type}.view`) }
const editing = { anyOf: entityTypes.map((type): Claim => `${type}.edit`) }

export async function routes(routing: Routing): Promise<void> {
  const { db } = routing

  route(routing, endpoints.searchEntities, {
    access: viewing,
    handler: async ({ caller, body }) => await listEntities(db, caller, body),
  })

  route(routing, endpoints.countEntities, {
    access: viewing,
    handler: async ({ caller }) => await selectEntityCounts(db, await getEntityVisibility(db, caller)),
  })

  route(routing, endpoints.getEntity, {
    access: viewing,
    handler: async ({ caller, params }) => await getEntity(db, caller, params.id),
  })

  route(routing, endpoints.createEntity, {
    access: editing,
    handler: async ({ caller, body }) => await createEntity(db, caller, body),
  })

  route(routing, endpoints.updateEntity, {
    access: editing,
    handler: async ({ caller, body }) => await updateEntity(db, caller, body),
  })

  await entityImportRoutes(routing)
}
