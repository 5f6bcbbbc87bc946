import * as endpoints from '@callboard/contract/entity-groups'
import { mapItems } from '../../db/list-page.ts'
import { route, type Routing } from '../../http/route.ts'
import { selectEntityGroups, selectGroupUsers } from './group-store.ts'
import {
  addGroupMembers,
  createEntityGroup,
  entityGroupOf,
  getEntityGroup,
  removeGroupMembers,
  updateEntityGroup,
} from './groups.ts'
import { entityOf, listEntities } from './entities.ts'

export function entityGroupRoutes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.searchEntityGroups, {
    access: 'admin',
    handler: async ({ body }) => mapItems(await selectEntityGroups(db, body), entityGroupOf),
  })

  route(routing, endpoints.getEntityGroup, {
    access: 'admin',
    handler: async ({ params }) => await getEntityGroup(db, params.id),
  })

  route(routing, endpoints.createEntityGroup, {
    access: 'admin',
    handler: async ({ caller, body }) => await createEntityGroup(db, caller, body),
  })

  route(routing, endpoints.updateEntityGroup, {
    access: 'admin',
    handler: async ({ caller, body }) => await updateEntityGroup(db, caller, body),
  })

  memberRoutes(routing)

  route(routing, endpoints.searchGroupEntities, {
    access: 'admin',
    handler: async ({ caller, params, body }) => {
      await getEntityGroup(db, params.id)
      return mapItems(await listEntities(db, caller, { ...body, groupId: params.id }), entityOf)
    },
  })

  route(routing, endpoints.searchGroupUsers, {
    access: 'admin',
    handler: async ({ params, body }) => {
      await getEntityGroup(db, params.id)
      return mapItems(await selectGroupUsers(db, params.id, body), (row) => ({
        id: row.id,
        userName: row.user_name,
        firstName: row.first_name,
        lastName: row.last_name,
        isActive: row.is_active,
      }))
    },
  })
}

function memberRoutes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.addGroupEntities, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await addGroupMembers(db, caller, { groupId: params.id, kind: 'entity', ids: body.entityIds }),
  })

  route(routing, endpoints.removeGroupEntities, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await removeGroupMembers(db, caller, { groupId: params.id, kind: 'entity', ids: body.entityIds }),
  })

  route(routing, endpoints.addGroupUsers, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await addGroupMembers(db, caller, { groupId: params.id, kind: 'user', ids: body.userIds }),
  })

  route(routing, endpoints.removeGroupUsers, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await removeGroupMembers(db, caller, { groupId: params.id, kind: 'user', ids: body.userIds }),
  })
}
