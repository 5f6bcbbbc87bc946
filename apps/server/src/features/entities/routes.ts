import { type Claim, entityTypes } from '@callboard/contract/claims'
import * as endpoints from '@callboard/contract/entities'
import { getEntityVisibility } from '../../access/rows/entity-visibility.ts'
import { routeTo } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import { entityImportRoutes } from './import-routes.ts'
import { createEntity, getEntity, listEntities, updateEntity } from './entities.ts'
import { selectEntityCounts } from './store.ts'

/** Any type of entity; the rules check which. */
const viewing = { anyOf: entityTypes.map((type): Claim => `${type}.view`) }
const editing = { anyOf: entityTypes.map((type): Claim => `${type}.edit`) }

export async function routes(routing: Routing): Promise<void> {
  const { db } = routing

  routeTo(routing, endpoints.searchEntities, { access: viewing, rule: listEntities })

  route(routing, endpoints.countEntities, {
    access: viewing,
    handler: async ({ caller }) => await selectEntityCounts(db, await getEntityVisibility(db, caller)),
  })

  routeTo(routing, endpoints.getEntity, { access: viewing, rule: getEntity })
  routeTo(routing, endpoints.createEntity, { access: editing, rule: createEntity })
  routeTo(routing, endpoints.updateEntity, { access: editing, rule: updateEntity })

  await entityImportRoutes(routing)
}
