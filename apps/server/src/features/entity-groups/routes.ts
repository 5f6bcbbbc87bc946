import {
  addGroupEntities,
  addGroupUsers,
  createEntityGroup,
  getEntityGroup,
  removeGroupEntities,
  removeGroupUsers,
  searchEntityGroups,
  searchGroupEntities,
  searchGroupUsers,
  updateEntityGroup,
} from '@callboard/contract/entity-groups'
import { pageOfRecords } from '../../db/list-page.ts'
import { route, type Routing } from '../../http/route.ts'
import { entityOf, listMembers } from '../entity-records/entity-records.ts'
import {
  changeEntityGroup,
  describeEntityGroup,
  entityGroupOf,
  link,
  makeEntityGroup,
  unlink,
} from './entity-groups.ts'
import { listGroupRows, listGroupUserRows } from './store.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, searchEntityGroups, {
    access: 'admin',
    handler: async ({ body }) => pageOfRecords(await listGroupRows(db, body), body, entityGroupOf),
  })

  route(routing, getEntityGroup, {
    access: 'admin',
    handler: async ({ params }) => await describeEntityGroup(db, params.id),
  })

  route(routing, createEntityGroup, {
    access: 'admin',
    handler: async ({ caller, body }) => await makeEntityGroup(db, caller, body),
  })

  route(routing, updateEntityGroup, {
    access: 'admin',
    handler: async ({ caller, body }) => await changeEntityGroup(db, caller, body),
  })

  memberRoutes(routing)

  route(routing, searchGroupEntities, {
    access: 'admin',
    handler: async ({ caller, params, body }) => {
      await describeEntityGroup(db, params.id)
      return pageOfRecords(await listMembers(db, caller, { ...body, groupId: params.id }), body, entityOf)
    },
  })

  route(routing, searchGroupUsers, {
    access: 'admin',
    handler: async ({ params, body }) => {
      await describeEntityGroup(db, params.id)
      return pageOfRecords(await listGroupUserRows(db, { ...body, groupId: params.id }), body, (row) => ({
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

  route(routing, addGroupEntities, {
    access: 'admin',
    handler: async ({ caller, params, body }) => {
      await link(db, caller, { groupId: params.id, kind: 'entity', ids: body.entityIds })
      return undefined
    },
  })

  route(routing, removeGroupEntities, {
    access: 'admin',
    handler: async ({ caller, params, body }) => {
      await unlink(db, caller, { groupId: params.id, kind: 'entity', ids: body.entityIds })
      return undefined
    },
  })

  route(routing, addGroupUsers, {
    access: 'admin',
    handler: async ({ caller, params, body }) => {
      await link(db, caller, { groupId: params.id, kind: 'user', ids: body.userIds })
      return undefined
    },
  })

  route(routing, removeGroupUsers, {
    access: 'admin',
    handler: async ({ caller, params, body }) => {
      await unlink(db, caller, { groupId: params.id, kind: 'user', ids: body.userIds })
      return undefined
    },
  })
}
