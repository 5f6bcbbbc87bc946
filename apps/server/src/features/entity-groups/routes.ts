import * as endpoints from '@callboard/contract/entity-groups'
import { route, type Routing } from '../../http/route.ts'
import {
  addGroupMembers,
  createEntityGroup,
  getEntityGroup,
  listEntityGroups,
  listGroupEntities,
  listGroupUsers,
  removeGroupMembers,
  updateEntityGroup,
} from './entity-groups.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.searchEntityGroups, {
    access: 'admin',
    handler: async ({ body }) => await listEntityGroups(db, body),
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

  route(routing, endpoints.searchGroupEntities, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await listGroupEntities(db, caller, { ...body, groupId: params.id }),
  })

  route(routing, endpoints.searchGroupUsers, {
    access: 'admin',
    handler: async ({ params, body }) => await listGroupUsers(db, { ...body, groupId: params.id }),
  })

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
